// A list of things to do behind one button, walked with the arrow keys.
import type { KeyboardEvent, ReactNode } from "react";
import { classes } from "@/design/classes";
import { Popover, type Trigger } from "@/design/popover";

export interface MenuItem {
  label: string;
  run: () => void;
  icon?: ReactNode;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** For a choice among several: whether it is the one that holds. */
  checked?: boolean | undefined;
}

export interface MenuProps {
  label: string;
  items: readonly MenuItem[];
  trigger: (props: Trigger) => ReactNode;
  align?: "start" | "end" | undefined;
}

export function Menu({ label, items, trigger, align }: MenuProps) {
  return (
    <Popover
      label={label}
      role="menu"
      align={align}
      trigger={trigger}
      onOpen={(surface) => entries(surface)[0]?.focus()}
      onKeyDown={walk}
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role={item.checked === undefined ? "menuitem" : "menuitemradio"}
          aria-checked={item.checked}
          tabIndex={-1}
          disabled={item.disabled}
          onClick={(event) => {
            event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
            item.run();
          }}
          className={classes(
            "flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2.5 py-1 text-start text-sm focus:bg-sunken enabled:hover:bg-sunken disabled:opacity-55 aria-checked:font-semibold",
            item.danger ? "text-danger" : "text-ink",
          )}
        >
          {item.icon}
          {item.label}
        </button>
      ))}
    </Popover>
  );
}

function entries(surface: HTMLElement): HTMLElement[] {
  return [...surface.querySelectorAll<HTMLElement>("[role^=menuitem]:not(:disabled)")];
}

function walk(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key === "Tab") {
    event.currentTarget.hidePopover();
    return;
  }
  const all = entries(event.currentTarget);
  const here = all.findIndex((entry) => entry === document.activeElement);
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all.at(to % all.length)?.focus();
}
