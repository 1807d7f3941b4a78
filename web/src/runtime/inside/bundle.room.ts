// In the bundler's room: a page put together, its modules bundled by esbuild in a worker.
import { assemble, type Bundle, type Bundler } from "../frontend/assemble";
import type { Answered, Asked } from "../frontend/bundle.worker";
import type { BundleOrder } from "../words";
import { blobOf, takePort } from "./port";

const port = takePort();
port.hear((said) => void make(said as BundleOrder));
port.say({ kind: "ready" });

async function make(order: BundleOrder): Promise<void> {
  try {
    const { html, notes } = await assemble(order.files, order.entry, bundler(order));
    port.say({ kind: "built", html, notes: notes.slice(0, 100) });
  } catch (thrown) {
    port.say({ kind: "failed", reason: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

function bundler({ worker: source, wasm, files, packages }: BundleOrder): Bundler {
  // A plain one: module workers do not start where there is no origin.
  const worker = new Worker(blobOf(source));
  const waiting = new Map<number, (answer: Answered) => void>();
  worker.addEventListener("message", (event: MessageEvent<Answered>) =>
    waiting.get(event.data.id)?.(event.data),
  );
  worker.addEventListener("error", (event) =>
    port.say({ kind: "failed", reason: event.message || "the bundler could not be started" }),
  );
  worker.postMessage({ wasm, files, packages }, [wasm]);
  return (entry) =>
    new Promise<Bundle>((done, fail) => {
      const id = waiting.size;
      waiting.set(id, (answer) => {
        if ("bundle" in answer) done(answer.bundle);
        else fail(new Error(answer.wrong));
      });
      worker.postMessage({ id, entry } satisfies Asked);
    });
}
