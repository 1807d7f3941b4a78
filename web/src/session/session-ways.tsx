// The ways between the screens of one session.
import { FileCode2, History, SquareTerminal, Swords } from "lucide-react";
import { Link } from "wouter";

const WAYS = [
  { id: "table", to: "", label: "Table", icon: Swords },
  { id: "files", to: "/files", label: "Files", icon: FileCode2 },
  { id: "run", to: "/run", label: "Run", icon: SquareTerminal },
  { id: "replay", to: "/replay", label: "Replay", icon: History },
] as const;

export type SessionScreen = (typeof WAYS)[number]["id"];

export function SessionWays({ session, here }: { session: string; here: SessionScreen }) {
  const table = `/s/${encodeURIComponent(session)}`;
  return (
    <nav aria-label="This session" className="flex items-center gap-0.5">
      {WAYS.map(({ id, to, label, icon: Icon }) => (
        <Link
          key={id}
          href={table + to}
          aria-current={id === here ? "page" : undefined}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 text-sm font-medium text-ink-soft hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink"
        >
          <Icon size={15} aria-hidden className="max-sm:hidden" />
          {label}
        </Link>
      ))}
    </nav>
  );
}
