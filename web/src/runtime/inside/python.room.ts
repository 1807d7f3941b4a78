// In the Python room: starts the worker in which the project runs, and passes on what it says.
import type { Heard, PythonOrder } from "../words";
import { blobOf, takePort } from "./port";

const port = takePort();
let worker: Worker | null = null;
port.hear((said) => {
  // After its order, the worker is told of requests to what it serves.
  if (worker) worker.postMessage(said);
  else worker = begin(said as PythonOrder);
});
port.say({ kind: "ready" });

function begin({ worker: source, ...rest }: PythonOrder): Worker {
  // A plain one: module workers do not start where there is no origin.
  const begun = new Worker(blobOf(source));
  begun.addEventListener("message", (event: MessageEvent<Heard>) => port.say(event.data));
  begun.addEventListener("error", (event) =>
    port.say({ kind: "failed", reason: event.message || "the worker could not be started" }),
  );
  begun.postMessage(rest, [rest.wasm, rest.stdlib, ...rest.wheels]);
  return begun;
}
