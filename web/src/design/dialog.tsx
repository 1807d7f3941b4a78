// A question or a form above the page, on the browser's own <dialog>: it keeps focus, Escape shuts it.
import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { classes } from "@/design/classes";
import { IconButton } from "@/design/icon-button";

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Buttons at the foot, the one that acts last. */
  actions?: ReactNode;
  wide?: boolean | undefined;
  children?: ReactNode;
}

export function Dialog({ open, onClose, title, actions, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!open || element === null) return;
    element.showModal();
    // Closing gives the focus back to where it was.
    return () => element.close();
  }, [open]);
  useEffect(() => {
    const element = dialog.current;
    // What is inside fills the dialog, so a press on the dialog itself is one beside it. A text that
    // is marked from inside to beside ends in a click there as well, but has not begun there.
    let began = false;
    const press = (event: PointerEvent) => {
      began = event.target === element;
    };
    const beside = (event: MouseEvent) => {
      if (began && event.target === element) element?.close();
      began = false;
    };
    element?.addEventListener("pointerdown", press);
    element?.addEventListener("click", beside);
    return () => {
      element?.removeEventListener("pointerdown", press);
      element?.removeEventListener("click", beside);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={classes("sheet", wide && "wide")}
      onClose={() => open && onClose()}
    >
      {open && (
        <div className="flex max-h-[calc(100dvh-2rem)] flex-col">
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
            <h2 id={id}>{title}</h2>
            <IconButton
              label="Close"
              side="bottom-end"
              icon={<X size={18} aria-hidden />}
              onClick={() => dialog.current?.close()}
              className="-mt-1 -mr-2"
            />
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pb-5">{children}</div>
          {actions && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
              {actions}
            </footer>
          )}
        </div>
      )}
    </dialog>
  );
}
