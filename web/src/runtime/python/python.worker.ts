// Inside the Python room's worker: the runtime from the parts that were handed in, the project's
// files, and a run whose output is passed on as it comes.
import type { PyodideInterface } from "pyodide";
import type { PyProxy } from "pyodide/ffi";
import type { Request, Route } from "../requests";
import type { Heard, PythonJob, PythonOrder } from "../words";
import { blobOf } from "../inside/port";
import { type Sink, sink } from "../sink";
import harness from "./harness.py?raw";
import quiet from "./quiet.py?raw";
import serving from "./serving.py?raw";

const NOWHERE = "https://runtime.invalid/";
const ROOT = "/project";
const HOME = "/home/user";

type Parts = Omit<PythonOrder, "worker">;
type Loader = { loadPyodide: (options: Record<string, unknown>) => Promise<PyodideInterface> };

type Numbered = Request & { readonly id: number };

/** How a request is answered, once something is served. */
let answer: ((asked: Numbered) => Promise<void>) | null = null;

self.addEventListener("message", (event: MessageEvent<Parts | Numbered>) => {
  if ("wasm" in event.data) void live(event.data);
  else void answer?.(event.data);
});

function say(word: Heard, give: Transferable[] = []): void {
  self.postMessage(word, { transfer: give });
}

async function live(parts: Parts): Promise<void> {
  const out = sink((word) => say(word));
  try {
    const python = await load(parts);
    unpack(python, parts.wheels);
    say({ kind: "begun" });
    prepare(python, parts.job, out);
    const code = await (parts.job.how === "serve" ? serve(python, out) : run(python));
    out.flush();
    if (code !== null) say({ kind: "exit", code });
  } catch (thrown) {
    out.flush();
    const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    say({ kind: "failed", reason });
  }
}

/** There is no network here; what the loader asks for by address is in our hands. */
async function load(parts: Parts): Promise<PyodideInterface> {
  const ours: Record<string, [ArrayBuffer, string]> = {
    [`${NOWHERE}pyodide.asm.wasm`]: [parts.wasm, "application/wasm"],
    [`${NOWHERE}python_stdlib.zip`]: [parts.stdlib, "application/zip"],
  };
  const real = globalThis.fetch;
  globalThis.fetch = (asked) => {
    const address = asked instanceof Request ? asked.url : String(asked);
    const found = ours[address];
    if (!found) return Promise.reject(new TypeError(`${address} is not here`));
    const headers = { "content-type": found[1] };
    return Promise.resolve(new Response(found[0], { headers }));
  };
  // The loader is made for module workers, which have no importScripts; this one imports as they do.
  Object.defineProperty(globalThis, "importScripts", { value: undefined });
  try {
    const { loadPyodide } = (await import(/* @vite-ignore */ blobOf(parts.loader))) as Loader;
    const module = (await import(/* @vite-ignore */ blobOf(parts.module))) as { default: unknown };
    return await loadPyodide({
      indexURL: NOWHERE,
      createPyodideModule: module.default,
      // No packages: nothing is ever fetched by the runtime itself.
      lockFileContents: { info: LOCK, packages: {} },
      env: { HOME, PYTHONDONTWRITEBYTECODE: "1", PYTHONUNBUFFERED: "1" },
      stdin: () => null,
    });
  } finally {
    globalThis.fetch = real;
  }
}

const LOCK = {
  abi_version: "2026_0",
  arch: "wasm32",
  platform: "emscripten_5_0_3",
  python: "3.14.2",
};

function unpack(python: PyodideInterface, wheels: readonly ArrayBuffer[]): void {
  if (wheels.length === 0) return;
  const folder: unknown = python.runPython("import site; site.getsitepackages()[0]");
  for (const wheel of wheels) {
    python.unpackArchive(new Uint8Array(wheel), "wheel", { extractDir: String(folder) });
  }
}

/** The files of the project, its streams, and our own part beside them. */
function prepare(python: PyodideInterface, job: PythonJob, out: Sink): void {
  for (const [path, text] of Object.entries(job.files)) {
    const at = `${ROOT}/${path}`;
    python.FS.mkdirTree(at.slice(0, at.lastIndexOf("/")));
    python.FS.writeFile(at, text);
  }
  python.FS.mkdirTree(ROOT);
  python.setStdout({ write: out.writer("stdout"), isatty: false });
  python.setStderr({ write: out.writer("stderr"), isatty: false });
  const lines = job.stdin === "" ? [] : job.stdin.replace(/\n$/, "").split("\n");
  python.setStdin({ stdin: () => lines.shift() ?? null, isatty: false });
  for (const [name, text] of Object.entries({ harness, quiet, serving })) {
    python.FS.writeFile(`${HOME}/roundtable_${name}.py`, text);
  }
  python.runPython(
    `import sys\nsys.path.append("${HOME}")\n` +
      `import roundtable_harness, roundtable_quiet, roundtable_serving\nsys.path.remove("${HOME}")`,
  );
  python.globals.set("_job", python.toPy([job.how, job.what, job.paths, job.argv]));
}

async function run(python: PyodideInterface): Promise<number> {
  const code: unknown = await python.runPythonAsync("roundtable_harness.go(*_job)");
  return typeof code === "number" ? code : 1;
}

interface Served extends PyProxy {
  described: () => string;
  answer: (...words: unknown[]) => Promise<PyProxy>;
}

/** A code where it could not be started; else it answers for as long as the room is open. */
async function serve(python: PyodideInterface, out: Sink): Promise<number | null> {
  const made: unknown = await python.runPythonAsync("await roundtable_harness.serve(*_job[1:3])");
  if (typeof made === "number") return made;
  const service = made as Served;
  answer = async ({ id, method, path, headers, body }) => {
    const began = performance.now();
    const told = await service.answer(method, path, python.toPy(headers), python.toPy(body));
    const [status, lines, bytes] = told.toJs() as [number, string, Uint8Array<ArrayBuffer>];
    told.destroy();
    const took = performance.now() - began;
    out.add("note", `${method} ${path} · ${status} · ${took.toFixed(0)} ms\n`);
    out.flush();
    const named = JSON.parse(lines) as [string, string][];
    say({ kind: "answer", id, status, headers: named, body: bytes, took }, [bytes.buffer]);
  };
  setInterval(out.flush, 250);
  say({ kind: "serving", routes: JSON.parse(service.described()) as Route[] });
  return null;
}
