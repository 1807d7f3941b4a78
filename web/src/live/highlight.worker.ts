// The one worker that colours code, away from the page's own thread.
import { type Answer, Desk, type Order } from "./desk";

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener
const desk = new Desk((answer: Answer) => self.postMessage(answer));

self.addEventListener("message", ({ data }: MessageEvent<Order>) => desk.take(data));
