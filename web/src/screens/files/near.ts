// Whether a part of the page is in sight or about to be; once it was, it stays drawn.
import { type RefObject, useEffect, useRef, useState } from "react";

const MARGIN = "600px 0px";
const waiting = new Map<Element, () => void>();
let watcher: IntersectionObserver | null = null;

function watch(element: Element, seen: () => void): () => void {
  // Where a browser does not know `scrollMargin`, a part is drawn when it comes into sight.
  const margins = { rootMargin: MARGIN, scrollMargin: MARGIN } as IntersectionObserverInit;
  watcher ??= new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) waiting.get(entry.target)?.();
  }, margins);
  waiting.set(element, seen);
  watcher.observe(element);
  return () => {
    waiting.delete(element);
    watcher?.unobserve(element);
  };
}

/** `eager`: it is drawn from the start, without a look at where it stands. */
export function useNear<T extends Element>(eager: boolean): [RefObject<T | null>, boolean] {
  const part = useRef<T>(null);
  const [near, setNear] = useState(eager || typeof IntersectionObserver === "undefined");
  useEffect(() => {
    const element = part.current;
    if (near || element === null) return;
    return watch(element, () => setNear(true));
  }, [near]);
  return [part, near];
}
