// One session of the list: what it is about, how it stands, who sits there, what it cost.
import { Copy, Download, Ellipsis, FileText, FolderArchive, Link2, ScrollText } from "lucide-react";
import { memo, useState } from "react";
import { Link, useLocation } from "wouter";
import { announce } from "@/design/announcer";
import { classes } from "@/design/classes";
import { count, money } from "@/design/figures";
import { IconButton } from "@/design/icon-button";
import { Menu, type MenuItem } from "@/design/menu";
import type { Trigger } from "@/design/popover";
import { RehearsalBadge } from "@/design/rehearsal";
import { SeatMark } from "@/design/seat-mark";
import { ago, when } from "@/screens/projects/ago";
import {
  canDuplicate,
  hasFiles,
  type SessionListed,
  stageWords,
  statusOf,
  WORKFLOW_NAMES,
} from "@/screens/projects/listing";
import { StatusBadge } from "@/screens/projects/status-badge";

const MICRO = 1_000_000;
const MARKS = 5;

export interface SessionRowProps {
  session: SessionListed;
  place: number;
  /** Now, to the minute: a row is drawn anew when its words change, not with every look. */
  now: number;
}

export const SessionRow = memo(function SessionRow({ session, place, now }: SessionRowProps) {
  const to = `/s/${encodeURIComponent(session.session)}`;
  const waits = statusOf(session) === "waits";
  const stage = stageWords(session);
  return (
    <article className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 px-4 py-3 hover:bg-raised sm:px-5 lg:grid-cols-[minmax(0,1fr)_auto_10rem_8rem_auto] lg:items-center">
      <div className="flex min-w-0 flex-col gap-1.5">
        <Link
          href={to}
          data-row={place}
          title={session.topic}
          // The whole row leads there; what else can be done in it stands above this layer.
          className="line-clamp-2 rounded-sm font-medium break-words after:absolute after:inset-0 hover:underline lg:line-clamp-1"
        >
          {firstLine(session.topic) || session.session}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-soft">
          <StatusBadge session={session} />
          <span>
            {WORKFLOW_NAMES[session.workflow]}
            {stage && `, ${stage}`}
          </span>
          {session.rehearsal && (
            <span className="relative z-1">
              <RehearsalBadge />
            </span>
          )}
        </p>
        {waits && session.open_question && (
          <p className="line-clamp-2 text-sm break-words text-king lg:line-clamp-1">
            {session.open_question}
          </p>
        )}
      </div>
      <Knights names={session.knights} className="max-lg:hidden" />
      <div className="figures flex flex-wrap items-center gap-x-3 text-sm max-lg:order-last lg:block lg:text-right">
        <Knights names={session.knights} className="lg:hidden" />
        <Cost session={session} />
        <span className="text-ink-faint lg:block"> {count(session.tokens)} tokens</span>
      </div>
      <p className="text-sm whitespace-nowrap text-ink-soft max-lg:order-last max-lg:text-right">
        <time dateTime={session.updated} title={when("Last change", session.updated)}>
          {ago(session.updated, now)}
        </time>
        <time
          dateTime={session.started}
          title={when("Started", session.started)}
          className="block text-ink-faint max-lg:hidden"
        >
          begun {ago(session.started, now)}
        </time>
      </p>
      <Doings session={session} to={to} />
    </article>
  );
});

/** A script may name prices, so that budgets can be rehearsed; nobody pays them. */
function Cost({ session }: { session: SessionListed }) {
  const told = money(Math.round(session.cost_usd * MICRO));
  if (!session.make_believe) return told;
  return (
    <span title="The script names its prices; nothing is paid.">
      {told} <span className="whitespace-nowrap text-ink-faint">make-believe</span>
    </span>
  );
}

function Knights({ names, className }: { names: readonly string[]; className: string }) {
  return (
    <span
      role="img"
      className={classes("flex items-center gap-1", className)}
      title={names.join(", ")}
      aria-label={`Knights: ${names.join(", ")}`}
    >
      {names.slice(0, MARKS).map((name, index) => (
        <SeatMark key={name} index={index} size={18} />
      ))}
      {names.length > MARKS && (
        <span className="text-sm text-ink-faint">+{names.length - MARKS}</span>
      )}
    </span>
  );
}

function Doings({ session, to }: { session: SessionListed; to: string }) {
  const [, go] = useLocation();
  // Drawn when one comes near, so that a long list scrolls lightly.
  const [near, setNear] = useState(false);
  const name = encodeURIComponent(session.session);
  const again = `/?from=${name}`;
  const items: MenuItem[] = [
    {
      label: "Open",
      icon: <ScrollText size={15} aria-hidden />,
      run: () => go(to),
    },
    {
      label: "Copy a link to it",
      icon: <Link2 size={15} aria-hidden />,
      run: () => void copyLink(name),
    },
    {
      label: "Report (HTML)",
      icon: <FileText size={15} aria-hidden />,
      run: () => fetchFile(`/api/session/${name}/report`, `${session.session}.html`),
    },
    {
      label: "Log (JSON lines)",
      icon: <Download size={15} aria-hidden />,
      run: () => fetchFile(`/api/session/${name}/log`, `${session.session}.jsonl`),
    },
  ];
  if (hasFiles(session)) {
    items.push({
      label: "Files (ZIP)",
      icon: <FolderArchive size={15} aria-hidden />,
      run: () => fetchFile(`/api/session/${name}/download`, `${session.session}.zip`),
    });
  }
  if (canDuplicate(session)) {
    items.splice(1, 0, {
      label: "Duplicate",
      icon: <Copy size={15} aria-hidden />,
      run: () => go(again),
    });
  }
  return (
    <div
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      className="relative z-1 flex justify-end max-lg:col-start-2 max-lg:row-start-1 lg:w-19"
    >
      {canDuplicate(session) && (
        <span className="max-lg:hidden">
          <IconButton
            label="Duplicate"
            side="bottom-end"
            icon={<Copy size={16} aria-hidden />}
            onClick={() => go(again)}
          />
        </span>
      )}
      <Menu
        label={`What can be done with ${session.session}`}
        align="end"
        items={near ? items : []}
        trigger={more}
      />
    </div>
  );
}

function more(trigger: Trigger) {
  return (
    <IconButton
      {...trigger}
      label="Open, export, more"
      side="bottom-end"
      icon={<Ellipsis size={18} aria-hidden />}
    />
  );
}

function firstLine(topic: string): string {
  return topic.trim().split("\n", 1)[0] ?? "";
}

/** The short form, which the command line prints as well. */
async function copyLink(name: string): Promise<void> {
  const address = `${window.location.origin}/?session=${name}`;
  try {
    await navigator.clipboard.writeText(address);
    announce("Link copied.");
  } catch {
    window.prompt("The link:", address);
  }
}

function fetchFile(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
