// The port that the page around us handed in; it is taken once, and stands nowhere afterwards.
import { type Heard, THERE } from "../words";

declare global {
  var roundtablePort: MessagePort | undefined;
}

export interface Port {
  say: (word: Heard) => void;
  hear: (listener: (said: unknown) => void) => void;
}

export function takePort(): Port {
  const port = globalThis.roundtablePort;
  globalThis.roundtablePort = undefined;
  if (!port) throw new Error("this room was entered without a port");
  return {
    say: (word) => port.postMessage(word),
    hear: (listener) => {
      port.addEventListener("message", (event: MessageEvent<unknown>) => {
        if (event.data === THERE) port.postMessage({ kind: "here" } satisfies Heard);
        else listener(event.data);
      });
      port.start();
    },
  };
}

export function blobOf(source: string): string {
  return URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
}
