// A small surface that a button opens, on the browser's own popover: a press elsewhere or Escape shuts it.
import { type ReactNode, type ToggleEvent, useId, useRef } from "react";
import { classes } from "@/design/classes";

/** What the button that opens it spreads over itself. */
export interface Trigger {
  ref: React.RefObject<HTMLButtonElement | null>;
  popoverTarget: string;
  "aria-haspopup": "menu" | "dialog";
}

export interface PopoverProps {
  trigger: (props: Trigger) => ReactNode;
  label: string;
  role?: "menu" | "dialog" | undefined;
  align?: "start" | "end" | undefined;
  className?: string | undefined;
  onOpen?: ((surface: HTMLElement) => void) | undefined;
  onKeyDown?: ((event: React.KeyboardEvent<HTMLDivElement>) => void) | undefined;
  children: ReactNode;
}

const GAP = 4;

export function Popover({
  trigger,
  label,
  role = "dialog",
  align = "start",
  className,
  onOpen,
  onKeyDown,
  children,
}: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const before = (event: ToggleEvent<HTMLDivElement>) => {
    const box = button.current?.getBoundingClientRect();
    if (event.newState !== "open" || box === undefined) return;
    // Placed by the button before it is painted, so that it never flashes in a corner.
    const { style } = event.currentTarget;
    style.top = `${box.bottom + GAP}px`;
    style.left = align === "start" ? `${box.left}px` : "auto";
    style.right =
      align === "end" ? `${document.documentElement.clientWidth - box.right}px` : "auto";
  };
  const after = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== "open") return;
    keepInView(event.currentTarget, button.current);
    onOpen?.(event.currentTarget);
  };
  return (
    <>
      {trigger({ ref: button, popoverTarget: id, "aria-haspopup": role })}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is above */}
      <div
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        className={classes("float", className)}
        onBeforeToggle={before}
        onToggle={after}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
    </>
  );
}

/** Above the button where there is no room below, and never beyond the edge. */
function keepInView(surface: HTMLElement, button: HTMLElement | null): void {
  const box = surface.getBoundingClientRect();
  const from = button?.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  if (from && box.bottom > clientHeight && from.top - box.height - GAP > 0) {
    surface.style.top = `${from.top - box.height - GAP}px`;
  }
  if (box.right > clientWidth || box.left < 0) {
    surface.style.right = "auto";
    surface.style.left = `${Math.max(GAP, clientWidth - box.width - GAP)}px`;
    if (box.left < 0) surface.style.left = `${GAP}px`;
  }
}
