// Around a part that may go while it has the focus, such as a question that is answered.
import { type ReactNode, useLayoutEffect, useRef } from "react";

/** Focus that would be lost with what is inside goes to the start of the screen. */
export function FocusKept({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      // It is still in the page here, and so is the focus in it.
      if (element?.contains(document.activeElement)) {
        document.getElementById("main")?.focus({ preventScroll: true });
      }
    };
  }, []);
  return (
    <div ref={box} className="contents">
      {children}
    </div>
  );
}
