// A room: a frame of opaque origin that runs one thing, a port into it, and its end at once.
import { type Heard, heard, THERE } from "./words";

export const FRAME = "/runtime/frame.html";

/** Words a room may say before it is taken for one that means to drown us. */
const MOST_WORDS = 20_000;
const MOST_CHARACTERS = 32_000_000;
/** Milliseconds in which a room says that it is still there, and how often it is asked: a machine
 * may stand still for a moment. */
const ANSWERING = 1000;
const ASKED = 4;

export interface Room {
  readonly element: HTMLIFrameElement;
  say: (word: unknown, give?: Transferable[]) => void;
  close: () => void;
}

export interface RoomOptions {
  /** Where the frame is put; hidden unless it is something to look at. */
  readonly host: HTMLElement;
  readonly title: string;
  readonly hidden: boolean;
  readonly script: string;
  readonly onWord: (word: Heard) => void;
  /** The frame went elsewhere, or says more than anybody could read. It is closed already. */
  readonly onLost: (why: string) => void;
}

export function openRoom(options: RoomOptions): Room {
  const element = document.createElement("iframe");
  // Scripts, and nothing else: never allow-same-origin, which would let it out.
  element.setAttribute("sandbox", "allow-scripts");
  element.setAttribute("referrerpolicy", "no-referrer");
  element.title = options.title;
  element.hidden = options.hidden;
  element.className = options.hidden ? "" : "block size-full border-0 bg-[white]";
  element.src = FRAME;
  const { port1: port, port2: theirs } = new MessageChannel();
  let open = true;
  let missing: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    open = false;
    clearTimeout(missing);
    port.close();
    element.remove();
  };
  const lose = (why: string) => {
    if (!open) return;
    close();
    options.onLost(why);
  };
  const hear = (word: Heard) => {
    if (word.kind === "here") clearTimeout(missing);
    else if (open) options.onWord(word);
  };
  listen(port, hear, lose);
  const seek = (times: number) => {
    port.postMessage(THERE);
    clearTimeout(missing);
    missing = setTimeout(() => (times > 1 ? seek(times - 1) : lose(GONE)), ANSWERING);
  };
  let entered = false;
  element.addEventListener("load", () => {
    if (!open) return;
    if (entered) {
      // A page that is written anew loads again, as one that went elsewhere does: the first answers.
      seek(ASKED);
    } else {
      entered = true;
      // An opaque origin has no name to send to; the port goes to the frame that has just loaded.
      element.contentWindow?.postMessage({ kind: "enter", script: options.script }, "*", [theirs]);
    }
  });
  options.host.append(element);
  return {
    element,
    say: (word, give = []) => {
      if (open) port.postMessage(word, give);
    },
    close,
  };
}

const GONE = "the page tried to go to another address, or does not answer; it was ended";

function sizeOf(word: Heard): number {
  if (word.kind === "text") return word.text.length;
  return word.kind === "answer" || word.kind === "ask" ? word.body.byteLength : 0;
}

function listen(port: MessagePort, onWord: (word: Heard) => void, lose: (why: string) => void) {
  let words = 0;
  let characters = 0;
  port.addEventListener("message", (event: MessageEvent<unknown>) => {
    const word = heard(event.data);
    words += 1;
    if (word) characters += sizeOf(word);
    if (words > MOST_WORDS || characters > MOST_CHARACTERS) {
      lose("it sent more than can be read, and was ended");
      return;
    }
    if (word) onWord(word);
  });
  port.start();
}
