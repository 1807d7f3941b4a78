"""The attacks by windows, frames, origins that are none, other spellings of our address."""

from tests.e2e.browser.attack_rows import Attack

FRAMES = [
    Attack(
        f"our {what} in {name}",
        f"put('{tag}', {{{attributes}, {where}: t.base + {address}}}); await pause(600)",
    )
    for name, tag, where, attributes in (
        ("a frame", "iframe", "src", "width: 900, height: 600"),
        ("an object", "object", "data", "type: 'text/html', width: 900"),
        ("an embed", "embed", "src", "type: 'text/html', width: 900"),
        ("a sandbox", "iframe", "src", "sandbox: 'allow-scripts allow-same-origin'"),
        ("a frame with a policy of theirs", "iframe", "src", "csp: 'script-src *'"),
    )
    for what, address in (("page", "'/'"), ("report", "`/api/session/${t.waiting}/report`"))
]  # fmt: skip

NOWHERE = [
    Attack(
        f"an origin that is none, by {name}",
        f"await inside({{{attributes}}})",
    )
    for name, attributes in (
        ("a sandboxed frame", "sandbox: 'allow-scripts allow-forms', srcdoc: script(t)"),
        ("a data: address", "src: 'data:text/html,' + encodeURIComponent(script(t))"),
        ("a blob: address", "src: URL.createObjectURL(new Blob([script(t)], {type: 'text/html'}))"),
        ("a srcdoc", "srcdoc: script(t)"),
    )
] + [
    Attack(
        "an origin that is none, by a sandboxed form",
        """const fields = '<form method=post enctype=text/plain action="' + posts(t)[1].url +
             '"><input name=a></form><script>document.forms[0].submit()<\\/script>';
           put('iframe', {sandbox: 'allow-scripts allow-forms', srcdoc: fields});
           put('iframe', {sandbox: 'allow-scripts allow-forms allow-top-navigation allow-popups',
             srcdoc: fields.replace('<form', '<form target=_blank')});
           await pause(600)""",
    ),
]  # fmt: skip

WINDOWS = [
    Attack(
        "a window of ours, looked into",
        """const opened = open(t.base + '/');
           let shown = '';
           for (let i = 0; i < 50 && !opened.closed && !shown; i++) {
             await pause(100);
             try {
               if (opened.location.href !== 'about:blank') shown = opened.document.body.innerText;
             } catch { shown = 'out of reach'; }
           }
           for (let i = 0; i < 50 && !opened.closed && shown === 'out of reach'; i++)
             await pause(100);
           if (shown && shown !== 'out of reach') loot.push('403 ' + shown);
           if (shown === 'out of reach' && !opened.closed) loot.push('a handle on our window');""",
    ),
    Attack(
        "a window of ours, spoken to",
        """const heard = (event) => { if (event.origin === t.base) loot.push(String(event.data)); };
           addEventListener('message', heard);
           const opened = open(`${t.base}/s/${t.waiting}`, 'named'); await pause(700);
           for (const word of ['stop', {type: 'answer'}, {launch: 'x'}, '#launch=x'])
             try { opened.postMessage(word, '*'); } catch {}
           await pause(200); removeEventListener('message', heard)""",
    ),
    Attack(
        "a window of ours, sent elsewhere",
        """const opened = open(t.base + '/', 'led'); await pause(500);
           try { opened.location = t.base + '/#launch=' + 'A'.repeat(43); } catch {}
           await pause(400);
           try { opened.location = `javascript:document.title='theirs'`; } catch {}
           await pause(300)""",
    ),
    Attack(
        "a launch link of the attacker's own making",
        "open(t.base + '/#launch=' + 'A'.repeat(43)); await pause(700)",
    ),
    Attack(
        "a download, opened and saved",
        """for (const end of ['download', 'report', 'log']) {
             const url = `${t.base}/api/session/${t.waiting}/${end}`;
             put('a', {href: url, download: '', target: '_blank'}).made.click();
             put('iframe', {src: url});
           } await pause(500)""",
    ),
    Attack(
        "an answer of ours as a window",
        """const opened = open(`${t.base}/api/sessions`); await pause(500);
           try { const text = opened.document.body.innerText; if (text) loot.push('403 ' + text); }
           catch {}""",
    ),
    Attack(
        "the cookies of this host, by script",
        "if (document.cookie.includes('roundtable')) loot.push(document.cookie)",
    ),
    Attack(
        "what is stored under this name",
        """for (const kept of [localStorage, sessionStorage])
             for (const key of Object.keys(kept)) loot.push(key + kept[key])""",
    ),
]  # fmt: skip

SPELLINGS = [
    Attack(
        f"our address as {spelled}",
        f"""const there = {{...t, base: 'http://{spelled}:' + t.port}};
            await all([...reads(there).slice(0, 2), ...pages(there).slice(0, 2)], (u) => ask(u));
            await all(posts(there).slice(0, 3), ({{method, url, body}}) =>
              ask(url, {{method, mode: 'no-cors', body: body ?? ''}}));
            await all(posts(there).slice(0, 3), ({{method, url, body}}) =>
              ask(url, {{method, body: body ?? '{{}}',
                headers: {{'Content-Type': 'application/json'}}}}))""",
    )
    for spelled in (
        "0.0.0.0", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "localhost.",
        "LOCALHOST", "x.localhost", "[::1]", "[::ffff:127.0.0.1]", "user:pass@127.0.0.1",
        "127.0.0.1.evil.example", "localhost.evil.example",
    )
]  # fmt: skip
