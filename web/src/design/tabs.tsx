// Views of one thing side by side; one stop for Tab, then the arrow keys.
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { classes } from "@/design/classes";

export interface Tab {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
}

export interface TabsProps {
  /** Names the set, and ties each tab to its panel. */
  name: string;
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (id: string) => void;
  className?: string | undefined;
}

/** How much of the next tab is seen, so that one knows of it. */
const NEIGHBOUR = 24;

/** A name with a space would be read as two. */
function idOf(name: string, part: "tab" | "panel", id: string): string {
  return `${name}-${part}-${encodeURIComponent(id)}`;
}

export function Tabs({ name, label, tabs, selected, onSelect, className }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepInSight(list.current, selected), [selected]);
  const walk = (event: KeyboardEvent) => {
    const here = tabs.findIndex((tab) => tab.id === selected);
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.id);
    const all = list.current?.querySelectorAll<HTMLElement>("[role=tab]");
    all?.item(tabs.indexOf(next)).focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      // The line is drawn inside, so that a tab stands on it without hanging over the edge.
      className={classes(
        "relative flex gap-1 overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_var(--color-line)] [scrollbar-width:none]",
        className,
      )}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={idOf(name, "tab", tab.id)}
          aria-selected={tab.id === selected}
          aria-controls={tab.id === selected ? idOf(name, "panel", tab.id) : undefined}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          onKeyDown={walk}
          className="inline-flex min-h-9 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium text-ink-soft -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:text-ink"
        >
          {tab.icon}
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** Where there is no room for all, the bar is moved along to the selected one, and the page is not. */
function keepInSight(list: HTMLElement | null, _selected: string): void {
  const tab = list?.querySelector<HTMLElement>("[aria-selected=true]");
  if (!list || !tab) return;
  const start = tab.offsetLeft - NEIGHBOUR;
  const end = tab.offsetLeft + tab.offsetWidth + NEIGHBOUR - list.clientWidth;
  list.scrollLeft = Math.max(0, Math.min(start, Math.max(end, list.scrollLeft)));
}

/** The view of the tab that is selected. */
export function TabPanel({
  name,
  id,
  className,
  children,
}: {
  name: string;
  id: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div
      role="tabpanel"
      id={idOf(name, "panel", id)}
      aria-labelledby={idOf(name, "tab", id)}
      className={className}
    >
      {children}
    </div>
  );
}
