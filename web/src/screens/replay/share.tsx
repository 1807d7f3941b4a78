// What of a session can be passed on: a link to this moment, the report, the log.
import { FileText, Link2, ScrollText, Share2 } from "lucide-react";
import { useState } from "react";
import { announce } from "@/design/announcer";
import { Button } from "@/design/button";
import { Menu } from "@/design/menu";
import type { Trigger } from "@/design/popover";

export function ShareMenu({ session, at }: { session: string; at: number }) {
  const [said, setSaid] = useState("");
  const api = `/api/session/${encodeURIComponent(session)}`;
  const copy = async () => {
    const link = linkTo(window.location, session, at);
    try {
      await navigator.clipboard.writeText(link);
      setSaid("The link is copied.");
      announce("The link is copied.");
    } catch {
      setSaid(link);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {said && <span className="text-sm break-all text-ink-soft select-all">{said}</span>}
      <Menu
        label="Share"
        align="end"
        trigger={shareButton}
        items={[
          {
            label: "Copy a link to this moment",
            icon: <Link2 size={15} aria-hidden />,
            run: () => void copy(),
          },
          {
            label: "Download the report, to be read offline",
            icon: <FileText size={15} aria-hidden />,
            run: () => download(`${api}/report`),
          },
          {
            label: "Download the log",
            icon: <ScrollText size={15} aria-hidden />,
            run: () => download(`${api}/log`),
          },
        ]}
      />
    </div>
  );
}

function shareButton(props: Trigger) {
  return (
    <Button {...props} size="sm" icon={<Share2 size={14} aria-hidden />}>
      Share
    </Button>
  );
}

/** Only who is let in by this server can open it; the report is for everybody else. */
export function linkTo(place: Pick<Location, "origin">, session: string, at: number): string {
  return `${place.origin}/s/${encodeURIComponent(session)}/replay?at=${at}`;
}

function download(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
