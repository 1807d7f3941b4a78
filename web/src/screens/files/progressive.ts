// Draws the first pieces at once and the others after the first paint, so that nobody waits.
import { startTransition, useEffect, useState } from "react";

/** How many of `total` pieces are to be drawn now; `first` at once, then more with every frame. */
export function useProgressive(total: number, first: number, step: number): number {
  const [drawn, setDrawn] = useState(first);
  useEffect(() => {
    if (drawn >= total) return;
    const frame = requestAnimationFrame(() =>
      startTransition(() => setDrawn((before) => before + step)),
    );
    return () => cancelAnimationFrame(frame);
  }, [drawn, total, step]);
  return Math.min(drawn, total);
}
