// One flush a frame for everything that streams, however many tokens have come.

export type Frame = (flush: () => void) => void;

/** Calls `flush` once before the next paint; a page that is not looked at waits until it is. */
export function onFrame(request: (run: () => void) => unknown = browserFrame): Frame {
  const waiting = new Set<() => void>();
  return (flush) => {
    if (waiting.size === 0) {
      request(() => {
        const due = [...waiting];
        waiting.clear();
        for (const each of due) each();
      });
    }
    waiting.add(flush);
  };
}

function browserFrame(run: () => void): void {
  requestAnimationFrame(run);
}

/** The page's one queue: text and colours that come in the same frame are drawn together. */
export const nextFrame: Frame = onFrame();
