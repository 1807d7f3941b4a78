// Requests on their way to a service and back: each has a number, and no more wait than can be borne.
import type { Answer, Ask, Request } from "./requests";

const MOST_WAITING = 64;

export interface Asking {
  readonly ask: Ask;
  /** What the service has answered to the request of this number. */
  readonly answered: (id: number, answer: Answer) => void;
  /** Why it is not answered. */
  readonly refused: (id: number, why: string) => void;
  /** Nobody will answer any more. */
  readonly end: () => void;
}

interface Waiting {
  readonly done: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
}

export function asking(say: (word: Request & { readonly id: number }) => void): Asking {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let over = false;
  return {
    ask: (request) => {
      if (over) return Promise.reject(new Error("the service has ended"));
      if (waiting.size >= MOST_WAITING) {
        return Promise.reject(new Error(`${MOST_WAITING} requests are waiting for an answer`));
      }
      last += 1;
      const id = last;
      return new Promise<Answer>((done, fail) => {
        waiting.set(id, { done, fail });
        say({ ...request, id });
      });
    },
    answered: (id, { status, headers, body, took }) => {
      // Without its number, which means something on this way alone.
      waiting.get(id)?.done({ status, headers, body, took });
      waiting.delete(id);
    },
    refused: (id, why) => {
      waiting.get(id)?.fail(new TypeError(why));
      waiting.delete(id);
    },
    end: () => {
      over = true;
      for (const { fail } of waiting.values()) fail(new Error("the service has ended"));
      waiting.clear();
    },
  };
}
