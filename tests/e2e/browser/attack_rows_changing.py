"""The attacks that would change something: every way to send a body or a method."""

from tests.e2e.browser.attack_rows import Attack, rows

_BODIES = {
    "text": "'text/plain'",
    "a form": "'application/x-www-form-urlencoded'",
    "JSON": "'application/json'",
    "JSON in another spelling": "'application/json; charset=utf-8'",
    "text that says JSON": "'text/plain; application/json'",
}

FETCHING = [
    Attack(
        f"fetch with a body as {name}",
        f"""await all(few(t), ({{method, url, body}}) => ask(url, {{
              method, body: body ?? '{{}}', headers: {{'Content-Type': {kind}}}}}))""",
        "changes" if name == "JSON" else "",
    )
    for name, kind in _BODIES.items()
] + [
    Attack(
        f"fetch no-cors with a body as {name}",
        f"""await all(few(t).slice(0, 4), ({{url, body}}) => ask(url, {{
              method: 'POST', mode: 'no-cors', body: body ?? '{{}}',
              headers: {{'Content-Type': {kind}}}}}))""",
    )
    for name, kind in _BODIES.items()
] + [
    Attack(
        "fetch no-cors with a blob that says JSON",
        """await all(posts(t), ({method, url, body}) => ask(url, {method, mode: 'no-cors',
             body: new Blob([body ?? '{}'], {type: 'application/json'})}))""",
    ),
    Attack(
        "fetch without a body",
        "await all(changes(t), ({method, url}) => ask(url, {method}))",
        "changes",
    ),
    Attack(
        "fetch no-cors without a body",
        "await all(posts(t), ({method, url}) => ask(url, {method, mode: 'no-cors'}))",
        "changes",
    ),
    Attack(
        "fetch no-cors with an empty body",
        "await all(posts(t), ({method, url}) => ask(url, {method, mode: 'no-cors', body: ''}))",
    ),
    Attack(
        "fetch no-cors with bytes of no type",
        """await all(posts(t), ({method, url, body}) => ask(url, {method, mode: 'no-cors',
             body: new TextEncoder().encode(body ?? '{}')}))""",
    ),
    Attack(
        "fetch that outlives the page",
        """await all(posts(t), ({method, url}) =>
             ask(url, {method, mode: 'no-cors', keepalive: true}))""",
    ),
    Attack(
        "fetch with methods that nobody declared",
        """for (const method of ['PATCH', 'OPTIONS', 'PROPFIND', 'QUERY'])
             await all(few(t), ({url, body}) => ask(url, {method, body: body ?? '{}'}))""",
    ),
    Attack(
        "a method named in a header or in the query",
        """await all(changes(t), ({method, url}) =>
             ask(`${url}?_method=${method}`, {mode: 'no-cors', method: 'POST',
               body: `_method=${method}`, headers: {'X-HTTP-Method-Override': method}}))""",
    ),
    Attack(
        "XMLHttpRequest with text",
        """await all(posts(t), ({method, url, body}) =>
             xhr(method, url, 'text/plain', body ?? '{}'))""",
    ),
    Attack(
        "XMLHttpRequest with JSON",
        """await all(changes(t), ({method, url, body}) =>
             xhr(method, url, 'application/json', body ?? '{}'))""",
        "changes",
    ),
    Attack(
        "an upload by a form",
        """const made = () => { const form = new FormData();
             form.append('files', new File(['x = 2'], 'attack.py')); return form; };
           await ask(`${t.base}/api/uploads`, {method: 'POST', mode: 'no-cors', body: made()});
           await ask(`${t.base}/api/uploads`, {method: 'POST', body: made()})""",
        "changes",
    ),
    Attack(
        "an upload by text that says it is a form",
        """await ask(`${t.base}/api/uploads`, {
             method: 'POST', mode: 'no-cors', body: boundary('x = 2'),
             headers: {'Content-Type': 'multipart/form-data; boundary=x'}})""",
    ),
    Attack(
        "tokens guessed at the launch",
        """await all(['', 'a', 'A'.repeat(43), t.cookie, '\\u0000'], (token) => Promise.all(
             ['text/plain', 'application/json'].map((kind) => ask(`${t.base}/api/launch`, {
               method: 'POST', body: JSON.stringify({token}),
               headers: {'Content-Type': kind}}))))""",
    ),
]  # fmt: skip

BEACONS = rows(
    "a beacon of",
    {
        "text": "posts(t).forEach(({url, body}) => navigator.sendBeacon(url, body ?? '{}'))",
        "nothing": "posts(t).forEach(({url}) => navigator.sendBeacon(url)); await pause(300)",
        "JSON": """posts(t).forEach(({url, body}) => navigator.sendBeacon(url,
                   new Blob([body ?? '{}'], {type: 'application/json'}))); await pause(300)""",
        "a form": """const form = new FormData(); form.append('files', new File(['x'], 'a.py'));
                   navigator.sendBeacon(`${t.base}/api/uploads`, form); await pause(300)""",
        "a ping": """for (const {url} of posts(t))
                     put('a', {href: '#', ping: url}).made.click();
                   await pause(300)""",
    },
)

FORMS = [
    Attack(
        f"a form of {enctype} into {name}",
        f"""for (const {{url, body}} of posts(t){some})
              submit(url, '{enctype}', disguised(body), {target});
            {upload} await pause(600)""",
    )
    for enctype in ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
    for name, target, some in (
        ("a frame", "'sink'", ""),
        ("a new window", "'_blank'", ".slice(0, 3)"),
    )
    for upload in (f"submit(t.base + '/api/uploads', '{enctype}', {{files: 'x'}}, {target});",)
] + [
    Attack(
        "a form by GET",
        """for (const {url} of posts(t)) {
             const {made} = put('form', {action: url, target: 'sink'});
             put('input', {name: 'text', value: 'an attack'}, made);
             if (!document.querySelector('[name=sink]')) put('iframe', {name: 'sink'});
             made.submit(); } await pause(500)""",
    ),
]  # fmt: skip

REDIRECTS = [
    Attack(
        f"{name}, sent on by a {status}",
        f"""await all(few(t), ({{method, url, body}}) => {{
              const by = `${{t.attacker}}/redirect?status={status}&to=${{encodeURIComponent(url)}}`;
              return {how};
            }}); await pause(500)""",
        across=True,
    )
    for status in (301, 302, 303, 307, 308)
    for name, how in (
        ("fetch", "ask(by, {method, mode: simple(method), body: body ?? ''})"),
        ("a form", "submit(by, 'text/plain', disguised(body))"),
    )
    if name == "fetch" or status in (307, 308)
] + [
    Attack(
        f"a GET, sent on by a {status}",
        f"""await all(reads(t), (url) => ask(
              `${{t.attacker}}/redirect?status={status}&to=${{encodeURIComponent(url)}}`))""",
        across=True,
    )
    for status in (302, 307)
]  # fmt: skip

BY_GET = rows(
    "a GET of what changes something,",
    {
        "by images": """await all(posts(t), async ({url}) => put('img', {src: url}).settled)""",
        "by a window": """open(posts(t)[1].url); open(posts(t)[4].url); await pause(500)""",
        "by a frame's address": """const {made} = put('iframe', {});
             for (const {url} of posts(t)) {
               made.contentWindow.location = url; await pause(30); }""",
        "by a download": """put('iframe', {name: 'sink'});
             for (const {url} of posts(t))
               put('a', {href: url, download: 'x', target: 'sink'}).made.click();
             await pause(300)""",
    },
)

BY_PAGE = [
    Attack(
        "a GET of what changes something, by a page that refreshes",
        """for (const {url} of posts(t).slice(0, 5))
             put('iframe', {src: `${t.attacker}/refresh?to=${encodeURIComponent(url)}`});
           await pause(700)""",
        across=True,
    ),
    Attack(
        "a report of a policy that was broken",
        """for (const {url} of posts(t).slice(0, 5))
             put('iframe', {src: `${t.attacker}/reporting?to=${encodeURIComponent(url)}`});
           await pause(700)""",
        across=True,
    ),
]
