// A lane that keeps to its end while text comes, and lets go when its reader scrolls up. The
// browser does the following: in a reversed column, the end is where scrolling begins.
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react";

/** So far from the end a reader is still at it: a line, or a trackpad's last nudge. */
const NEAR = 24;

export interface FollowProps {
  /** What a screen reader calls this lane. */
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
}

export function Follow({ label, children, className = "" }: FollowProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  const look = useCallback(() => {
    if (scroller.current !== null) setAway(scroller.current.scrollTop < -NEAR);
  }, []);
  const toLatest = () => {
    if (scroller.current === null) return;
    scroller.current.scrollTop = 0;
    // The button is about to go; its focus must not fall back to the page.
    scroller.current.focus({ preventScroll: true });
  };
  useStillness(scroller, content);
  return (
    <div className={`live-follow ${className}`}>
      <div
        ref={scroller}
        className="live-scroller"
        role="log"
        aria-live="off"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        onScroll={look}
      >
        <div ref={content} className="live-scrolled">
          {children}
        </div>
      </div>
      {away && (
        <button type="button" className="live-latest" onClick={toLatest}>
          Latest
        </button>
      )}
    </div>
  );
}

/** Where the browser does not hold a reader's place itself, what grows below is scrolled past. */
function useStillness(
  scroller: React.RefObject<HTMLElement | null>,
  content: React.RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const [frame, inner] = [scroller.current, content.current];
    if (frame === null || inner === null || typeof ResizeObserver === "undefined") return;
    if ("overflowAnchor" in frame.style) return;
    let height = inner.offsetHeight;
    const observer = new ResizeObserver(() => {
      const grown = inner.offsetHeight - height;
      height = inner.offsetHeight;
      if (frame.scrollTop < -NEAR) frame.scrollTop -= grown;
    });
    observer.observe(inner);
    return () => observer.disconnect();
  }, [scroller, content]);
}
