// Starts a Python project in a room of its own: fetches the runtime's parts and hands them in.
import loaderUrl from "pyodide/pyodide.mjs?url";
import moduleUrl from "pyodide/pyodide.asm.mjs?url";
import wasmUrl from "pyodide/pyodide.asm.wasm?url";
import stdlibUrl from "pyodide/python_stdlib.zip?url";
import roomUrl from "../inside/python.room.ts?worker&url";
import { asking } from "../asking";
import { bytes, text } from "../fetching";
import { openRoom, type Room } from "../room";
import { reasonOf, type Run, type Told, untilEnd } from "../run";
import type { Heard, PythonJob, PythonOrder } from "../words";
import workerUrl from "./python.worker.ts?worker&url";
import { inWords, WHEELS } from "./wheels";

/** Where each wheel is served; none of them is loaded before it is asked for by its address. */
const URLS: Readonly<Record<string, string>> = import.meta.glob(
  "../../../node_modules/.wheels/*.whl",
  { query: "?url", import: "default", eager: true, exhaustive: true },
);

/** Seconds for the runtime itself, which takes three to ten. */
const LOADING = 120;

export function startPython(
  job: PythonJob,
  { host, seconds, told: teller }: { host: HTMLElement; seconds: number; told: Told },
): Run {
  const aborted = new AbortController();
  let room: Room | null = null;
  let serving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const told = untilEnd(teller, () => {
    clearTimeout(timer);
    aborted.abort();
    room?.close();
    asked.end();
  });
  const asked = asking((word) => room?.say(word));
  const within = (limit: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => told.onEnd({ kind: "timed-out", seconds: limit }), limit * 1000);
  };
  const enter = async () => {
    told.onStage("Fetching Python");
    const { script, order } = await partsOf(job, aborted.signal, told.onStage);
    if (told.ended()) return;
    const onWord = (word: Heard) => {
      if (word.kind === "ready") {
        told.onStage("Starting Python");
        room?.say(order, [order.wasm, order.stdlib, ...order.wheels]);
      } else if (word.kind === "begun") {
        if (!serving) within(seconds);
        told.onBegun();
      } else if (word.kind === "text") told.onText(word.stream, word.text);
      else if (word.kind === "cut") told.onCut();
      else if (word.kind === "answer") asked.answered(word.id, word);
      else if (word.kind === "serving" && job.how === "serve" && !serving) {
        // It is up: from here on it has all the time that it is looked at.
        serving = true;
        clearTimeout(timer);
        told.onServing?.({ routes: word.routes, ask: asked.ask });
      } else if (word.kind === "exit") told.onEnd({ kind: "exited", code: word.code });
      else if (word.kind === "failed") told.onEnd({ kind: "failed", reason: word.reason });
    };
    const onLost = (reason: string) => told.onEnd({ kind: "failed", reason });
    room = openRoom({ host, title: "Python", hidden: true, script, onWord, onLost });
  };
  within(LOADING);
  enter().catch((thrown: unknown) => told.onEnd({ kind: "failed", reason: reasonOf(thrown) }));
  return { stop: () => told.onEnd({ kind: "stopped" }) };
}

async function partsOf(
  job: PythonJob,
  signal: AbortSignal,
  onStage: (stage: string) => void,
): Promise<{ script: string; order: PythonOrder }> {
  const [script, worker, loader, module, wasm, stdlib] = await Promise.all([
    text(roomUrl, signal),
    text(workerUrl, signal),
    text(loaderUrl, signal),
    text(moduleUrl, signal),
    bytes(wasmUrl, signal),
    bytes(stdlibUrl, signal),
  ]);
  if (job.packages.length > 0) onStage(`Fetching ${inWords(job.packages)}`);
  const wheels = await Promise.all(job.packages.map((name) => bytes(urlOf(name), signal)));
  return { script, order: { worker, loader, module, wasm, stdlib, wheels, job } };
}

function urlOf(name: string): string {
  const file = WHEELS[name]?.file ?? name;
  const found = Object.entries(URLS).find(([path]) => path.endsWith(`/${file}`));
  if (!found) throw new Error(`the package ${name} did not come along`);
  return found[1];
}
