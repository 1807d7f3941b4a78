// Shows a front end: bundled in one room, which is closed then, and shown in another.
import wasmUrl from "esbuild-wasm/esbuild.wasm?url";
import buildingUrl from "../inside/bundle.room.ts?worker&url";
import showingUrl from "../inside/page.room.ts?worker&url";
import { bytes, text } from "../fetching";
import type { Ask, Request } from "../requests";
import { openRoom, type Room } from "../room";
import { reasonOf, type Run, type Told, untilEnd } from "../run";
import type { BundleOrder, Heard, Replied, ShowOrder } from "../words";
import workerUrl from "./bundle.worker.ts?worker&url";
import { type Files, folderOf } from "./resolve";

/** Seconds until a page must be built; it is then shown until it is stopped. */
const BUILDING = 90;

export interface Showing {
  readonly files: Files;
  readonly entry: string;
  /** Where the page is shown. */
  readonly host: HTMLElement;
  readonly told: Told;
  /** The service that it is shown with. */
  readonly ask?: Ask;
}

export function startFrontend({ files, entry, host, told: teller, ask }: Showing): Run {
  const aborted = new AbortController();
  let room: Room | null = null;
  const told = untilEnd(teller, () => {
    clearTimeout(timer);
    aborted.abort();
    room?.close();
  });
  const late = () => told.onEnd({ kind: "timed-out", seconds: BUILDING });
  const timer = setTimeout(late, BUILDING * 1000);
  const fail = (reason: string) => told.onEnd({ kind: "failed", reason });
  const show = (script: string, html: string) => {
    room?.close();
    const order: ShowOrder = { html, files, base: folderOf(entry), served: ask !== undefined };
    const reply = (word: Replied) => room?.say(word);
    const onWord = (word: Heard) => {
      if (word.kind === "ready") room?.say(order);
      else if (word.kind === "begun") {
        clearTimeout(timer);
        told.onBegun();
      } else if (word.kind === "text") told.onText(word.stream, word.text);
      else if (word.kind === "cut") told.onCut();
      else if (word.kind === "ask" && ask) void relay(ask, word.id, word, reply);
    };
    const title = `The page ${entry}, shut in`;
    room = openRoom({ host, title, hidden: false, script, onWord, onLost: fail });
  };
  const build = async () => {
    told.onStage("Fetching the bundler");
    const { building, showing, order } = await partsOf(files, entry, aborted.signal);
    if (told.ended()) return;
    const onWord = (word: Heard) => {
      if (word.kind === "ready") {
        told.onStage("Bundling");
        room?.say(order, [order.wasm]);
      } else if (word.kind === "built") {
        for (const note of word.notes) told.onText("note", `${note}\n`);
        show(showing, word.html);
      } else if (word.kind === "failed") fail(word.reason);
    };
    const title = "The bundler";
    room = openRoom({ host, title, hidden: true, script: building, onWord, onLost: fail });
  };
  build().catch((thrown: unknown) => fail(reasonOf(thrown)));
  return { stop: () => told.onEnd({ kind: "stopped" }) };
}

/** From the room of the page to the room of the service, and its answer back. */
async function relay(
  ask: Ask,
  id: number,
  { method, path, headers, body }: Request,
  reply: (reply: Replied) => void,
): Promise<void> {
  try {
    reply({ ...(await ask({ method, path, headers, body })), id });
  } catch (thrown) {
    reply({ id, refused: reasonOf(thrown) });
  }
}

async function partsOf(
  files: Files,
  entry: string,
  signal: AbortSignal,
): Promise<{ building: string; showing: string; order: BundleOrder }> {
  const [building, showing, worker, wasm, { SOURCES }] = await Promise.all([
    text(buildingUrl, signal),
    text(showingUrl, signal),
    text(workerUrl, signal),
    bytes(wasmUrl, signal),
    import("./packages"),
  ]);
  return { building, showing, order: { worker, wasm, files, packages: SOURCES, entry } };
}
