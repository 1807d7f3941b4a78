// What stands around every screen: the mark, the ways, the theme, the voice and the keys.
import { FolderClosed, Monitor, Moon, Plus, Settings, Sun } from "lucide-react";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { Link, useLocation } from "wouter";
import { Announcer, announce } from "@/design/announcer";
import { IconButton } from "@/design/icon-button";
import { useShortcuts } from "@/design/shortcuts";
import { ShortcutHelp } from "@/design/shortcut-help";
import { type Theme, useTheme } from "@/design/theme";

const WAYS = [
  { to: "/projects", label: "Projects", icon: FolderClosed, keys: "g p" },
  { to: "/", label: "New", icon: Plus, keys: "g n" },
  { to: "/settings", label: "Settings", icon: Settings, keys: "g s" },
] as const;

const Slot = createContext<HTMLElement | null>(null);

/** Puts something of a screen into the header, such as the rehearsal's badge. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const slot = useContext(Slot);
  return slot === null ? null : createPortal(children, slot);
}

export function Shell({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [path, go] = useLocation();
  const main = useRef<HTMLElement>(null);
  useFocusOnArrival(path, main);
  useLayoutEffect(measureScrollbar, []);
  useShortcuts(
    "Everywhere",
    WAYS.map(({ to, label, keys }) => ({ keys, label, run: () => go(to) })),
  );
  return (
    <Slot value={slot}>
      <div className="flex min-h-dvh flex-col [--stage:calc(100dvh-3.5rem-1px)]">
        <a
          href="#main"
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
          className="sr-only rounded-md bg-raised px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-40"
        >
          Skip to the content
        </a>
        <header className="border-b border-line bg-surface">
          <div className="keeps-room flex min-h-14 items-center gap-x-2 px-3 sm:gap-x-4 sm:px-5">
            <Link
              href="/"
              className="flex min-h-9 items-center gap-2 rounded-sm font-serif text-lg font-semibold"
            >
              <TableMark />
              <span className="max-sm:sr-only">Roundtable</span>
            </Link>
            <div
              ref={setSlot}
              className="flex min-w-0 flex-wrap items-center gap-x-2 empty:hidden"
            />
            <nav aria-label="Main" className="ml-auto flex shrink-0 items-center sm:gap-1">
              {WAYS.map(({ to, label, icon: Icon }) => (
                <Link
                  key={to}
                  href={to}
                  aria-current={path === to ? "page" : undefined}
                  className="inline-flex min-h-9 items-center gap-2 rounded-md px-2.5 text-sm font-medium text-ink-soft hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink"
                >
                  <Icon size={16} aria-hidden />
                  <span className="max-sm:sr-only">{label}</span>
                </Link>
              ))}
            </nav>
            <ThemeSwitch />
          </div>
        </header>
        <main id="main" ref={main} tabIndex={-1} className="flex min-w-0 flex-1 flex-col">
          {children}
        </main>
      </div>
      <Announcer />
      <ShortcutHelp />
    </Slot>
  );
}

/** How wide a scrollbar of the page is here; nothing where it lies over the page. */
function measureScrollbar(): () => void {
  const measure = () => {
    const probe = document.createElement("div");
    probe.style.cssText =
      "position:absolute;visibility:hidden;overflow-y:scroll;scrollbar-width:thin";
    document.body.append(probe);
    const { width } = probe.getBoundingClientRect();
    probe.remove();
    document.documentElement.style.setProperty("--scrollbar", `${width}px`);
  };
  measure();
  // Zooming changes it, and comes as a new size of the window.
  window.addEventListener("resize", measure);
  return () => window.removeEventListener("resize", measure);
}

/** Another screen is told as one: focus goes to its start, as it would on a page loaded anew. */
function useFocusOnArrival(path: string, main: React.RefObject<HTMLElement | null>) {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [path, main]);
}

const THEMES: Record<Theme, { icon: ReactNode; label: string; next: Theme }> = {
  system: { icon: <Monitor size={18} aria-hidden />, label: "as the system", next: "light" },
  light: { icon: <Sun size={18} aria-hidden />, label: "light", next: "dark" },
  dark: { icon: <Moon size={18} aria-hidden />, label: "dark", next: "system" },
};

function ThemeSwitch() {
  const { theme, choose } = useTheme();
  const { icon, label, next } = THEMES[theme];
  return (
    <IconButton
      icon={icon}
      label={`Theme: ${label}`}
      side="bottom-end"
      onClick={() => {
        choose(next);
        announce(`Theme: ${THEMES[next].label}`);
      }}
    />
  );
}

/** A round table with six seats. */
function TableMark() {
  return (
    <svg aria-hidden width="26" height="26" viewBox="-16 -16 32 32" className="text-king">
      <circle r="7.5" fill="currentColor" />
      <circle
        r="13"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        pathLength="60"
        strokeDasharray="4 6"
        strokeDashoffset="2"
        transform="rotate(-90)"
      />
    </svg>
  );
}
