"""The attacks, one a row: what a page of somebody else's can make a browser send to us.

Each is the body of a function of `t`: where we are (`t.base`), what is to be had here, and where
the attacker's own server is (`t.attacker`). `attack_tools.js` has what they share. Whatever could
be read goes to `loot`.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

TOOLS = Path(__file__).with_name("attack_tools.js").read_text()


@dataclass(frozen=True, slots=True)
class Attack:
    name: str
    script: str
    control: Literal["", "reads", "changes"] = ""
    """What the same script does when our own page runs it: so that the row can fail."""
    across: bool = False
    """Is of no meaning under a rebound name, where the page's own server is ours."""

    @property
    def function(self) -> str:
        return f"async (t) => {{ {TOOLS} {self.script}; await pause(100); return loot; }}"


def rows(kind: str, told: dict[str, str]) -> list[Attack]:
    return [Attack(f"{kind} {name}", script) for name, script in told.items()]


READING = [
    Attack(
        "fetch GET with cookies", "await all([...reads(t), ...pages(t)], (u) => ask(u))", "reads"
    ),
    Attack(
        "fetch GET without cookies",
        "await all([...reads(t), ...pages(t)], (u) => ask(u, {credentials: 'omit'}))",
    ),
    Attack("fetch GET no-cors", "await all(reads(t), (u) => ask(u, {mode: 'no-cors'}))"),
    Attack(
        "fetch GET from the cache",
        "await all(reads(t), (u) => ask(u, {cache: 'force-cache', mode: 'cors'}))",
    ),
    Attack("fetch HEAD", "await all(reads(t), (u) => ask(u, {method: 'HEAD'}))"),
    Attack(
        "fetch GET with a Range",
        "await all(reads(t), (u) => ask(u, {headers: {Range: 'bytes=0-99'}}))",
    ),
    Attack(
        "fetch GET with a header that asks first",
        "await all(reads(t), (u) => ask(u, {headers: {'X-Requested-With': 'fetch'}}))",
    ),
    Attack("XMLHttpRequest GET", "await all(reads(t), (u) => xhr('GET', u))", "reads"),
    Attack(
        "EventSource with cookies",
        "await all(streams(t), (u) => listen(u, {withCredentials: true}))",
        "reads",
    ),
    Attack("EventSource without cookies", "await all(streams(t), (u) => listen(u, {}))"),
    Attack(
        "the stream by fetch",
        """await all(streams(t), async (u) => {
             const answer = await fetch(u, {credentials: 'include'}).catch(() => null);
             const part = answer && answer.body && (await answer.body.getReader().read()).value;
             if (part) loot.push(answer.status + ' ' + new TextDecoder().decode(part));
           })""",
        "reads",
    ),
    Attack(
        "WebSocket",
        """await all(streams(t), (u) => within(1000, new Promise((done) => {
             const socket = new WebSocket(u.replace('http', 'ws'));
             socket.onopen = () => loot.push('a socket opened');
             socket.onmessage = (event) => loot.push(event.data);
             socket.onclose = done;
           })))""",
    ),
    Attack(
        "the API's description", "await ask(`${t.base}/api/openapi.json`)",
    ),
    Attack(
        "fetch from a worker",
        """const text = `onmessage = async (event) => {
             const got = [];
             for (const url of event.data) for (const mode of ['cors', 'no-cors'])
               try {
                 const answer = await fetch(url, {mode, credentials: 'include'});
                 const body = await answer.text();
                 if (body) got.push(answer.status + ' ' + body);
               } catch {}
             postMessage(got);
           }`;
           const worker = new Worker(URL.createObjectURL(new Blob([text])));
           const got = new Promise((done) => { worker.onmessage = (event) => done(event.data); });
           worker.postMessage(reads(t).slice(0, 4));
           loot.push(...(await within(20_000, got) ?? []));
           worker.terminate()""",
    ),
    Attack(
        "sizes and times of what was asked",
        """await all(reads(t), (u) => ask(u, {mode: 'no-cors'}));
           for (const entry of performance.getEntriesByType('resource'))
             if (entry.name.startsWith(t.base + '/') &&
                 (entry.encodedBodySize || entry.transferSize > 0))
               loot.push(`${entry.name} has ${entry.encodedBodySize} bytes`)""",
        across=True,
    ),
    Attack(
        "the cache of pages",
        """const cache = await self.caches?.open('x').catch(() => null);
           for (const url of cache ? reads(t).slice(0, 3) : []) {
             await cache.add(url).catch(() => 0);
             const kept = await cache.match(url);
             if (kept && kept.type !== 'opaque') loot.push('200 ' + await kept.text());
           }""",
    ),
]  # fmt: skip


LOADING = [
    Attack(
        f"load as {name}",
        f"""await all(some(t), async (u) => {{
              const {{made, settled}} = put('{tag}', {{...{attributes}, {where}: u}});
              if (await settled === 'load') loot.push('{name} loaded: ' + u);
              made.remove();
            }})""",
        across="fetch" in name,  # which takes a refusal as well as anything
    )
    for name, tag, where, attributes in (
        ("an image", "img", "src", "{}"),
        ("an image for CORS", "img", "src", "{crossorigin: 'use-credentials'}"),
        ("a script", "script", "src", "{}"),
        ("a script for CORS", "script", "src", "{crossorigin: 'use-credentials'}"),
        ("a module", "script", "src", "{type: 'module'}"),
        ("a style sheet", "link", "href", "{rel: 'stylesheet'}"),
        ("a preloaded fetch", "link", "href", "{rel: 'preload', as: 'fetch', crossorigin: ''}"),
        ("a preloaded script", "link", "href", "{rel: 'preload', as: 'script'}"),
        ("a preloaded module", "link", "href", "{rel: 'modulepreload'}"),
        ("a prefetch", "link", "href", "{rel: 'prefetch'}"),
        ("a manifest", "link", "href", "{rel: 'manifest', crossorigin: 'use-credentials'}"),
        ("an icon", "link", "href", "{rel: 'icon'}"),
        ("a video", "video", "src", "{preload: 'auto'}"),
        ("a sound", "audio", "src", "{preload: 'auto'}"),
    )
] + [
    Attack(
        "JSON by a script tag, with Array and Object changed before",
        """Object.defineProperty(Object.prototype, 'session', {
             set(value) { loot.push('a field: ' + value); }, configurable: true});
           const real = self.Array;
           self.Array = function (...items) { loot.push('an array'); return real.from(items); };
           addEventListener('error', (event) => {
             if (event.filename.startsWith(t.base) && event.message !== 'Script error.')
               loot.push(event.message);
           });
           await all([`${t.base}/api/sessions`, `${t.base}/api/project`], async (u) => {
             await put('script', {src: u}).settled; });
           self.Array = real; delete Object.prototype.session;""",
    ),
    Attack(
        "JSON as a style sheet's rules",
        """for (const url of reads(t)) {
             const {made, settled} = put('link', {rel: 'stylesheet', href: url});
             await within(300, settled);
             try { for (const rule of made.sheet?.cssRules ?? []) loot.push(rule.cssText); }
             catch {}
           }""",
    ),
    Attack(
        "JSON imported as a module",
        """await all(reads(t), async (u) => {
             const got = await within(1500, import(u, {with: {type: 'json'}}).catch(() => null));
             if (got) loot.push(JSON.stringify(got.default));
           })""",
    ),
    Attack(
        "an image drawn and read back",
        """const image = new Image(); image.src = t.base + '/mark.svg';
           await within(1500, image.decode().catch(() => 0));
           const canvas = document.createElement('canvas'); const pen = canvas.getContext('2d');
           try { pen.drawImage(image, 0, 0);
             if (image.width && pen.getImageData(0, 0, 9, 9).data.some(Boolean))
               loot.push('pixels');
           } catch {}
           if (image.naturalWidth) loot.push('the size of an image')""",
    ),
    Attack(
        "a worker of our script",
        """try { const worker = new Worker(t.base + '/theme.js');
             await within(800, new Promise((done) => { worker.onerror = done; }));
             worker.terminate();
           } catch {}""",
    ),
    Attack(
        "our files imported by a worker",
        """const text = `onmessage = (event) => { const got = [];
             for (const url of event.data)
               try { importScripts(url); got.push('imported ' + url); } catch {}
             postMessage(got); }`;
           const worker = new Worker(URL.createObjectURL(new Blob([text])));
           const got = new Promise((done) => { worker.onmessage = (event) => done(event.data); });
           worker.postMessage([t.base + '/theme.js', ...reads(t).slice(0, 2)]);
           loot.push(...(await within(20_000, got) ?? [])); worker.terminate()""",
    ),
    Attack(
        "a service worker of ours",
        """for (const url of ['/theme.js', '/api/sessions'])
             await navigator.serviceWorker?.register(t.base + url).then(
               () => loot.push('registered'), () => 0)""",
    ),
    Attack(
        "a font and a background",
        """const style = document.createElement('style');
           style.textContent = reads(t).map((u, i) =>
             `@font-face{font-family:f${i};src:url(${u})}
              .b${i}{background:url(${u});font-family:f${i}}
              @import url(${u});`).join('');
           document.head.append(style);
           reads(t).forEach((_, i) => { put('p', {class: 'b' + i}).made.textContent = 'x'; });
           await pause(400);
           for (const face of document.fonts) if (face.status === 'loaded') loot.push('a font')""",
    ),
    Attack(
        "speculation rules",
        """const rules = document.createElement('script'); rules.type = 'speculationrules';
           const urls = [t.base + '/', ...posts(t).map(({url}) => url)];
           rules.textContent = JSON.stringify({prefetch: [{urls, eagerness: 'immediate'}],
             prerender: [{urls: urls.slice(0, 2), eagerness: 'immediate'}]});
           document.head.append(rules); await pause(400)""",
    ),
]  # fmt: skip
