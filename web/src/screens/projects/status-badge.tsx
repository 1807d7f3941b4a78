// How a session stands: a sign and words, of which the words tell.
import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleSlash,
  CircleStop,
  Crown,
  LoaderCircle,
} from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type Tone } from "@/design/badge";
import { type SessionListed, type Status, statusOf, statusWords } from "@/screens/projects/listing";

const SIZE = 13;

const SHOWN: Record<Exclude<Status, "ended">, { tone: Tone; icon: ReactNode }> = {
  waits: { tone: "king", icon: <Crown size={SIZE} aria-hidden /> },
  running: {
    tone: "accent",
    icon: <LoaderCircle size={SIZE} aria-hidden className="animate-turn" />,
  },
  paused: { tone: "doubt", icon: <CirclePause size={SIZE} aria-hidden /> },
  idle: { tone: "plain", icon: <CircleDashed size={SIZE} aria-hidden /> },
};

const AGAINST = new Set(["rejection", "not_applied"]);

function shown(session: SessionListed): { tone: Tone; icon: ReactNode } {
  const status = statusOf(session);
  if (status !== "ended") return SHOWN[status];
  if (session.outcome === "stopped") {
    return { tone: "plain", icon: <CircleStop size={SIZE} aria-hidden /> };
  }
  if (session.outcome !== null && AGAINST.has(session.outcome)) {
    return { tone: "danger", icon: <CircleSlash size={SIZE} aria-hidden /> };
  }
  return { tone: "agree", icon: <CircleCheck size={SIZE} aria-hidden /> };
}

export function StatusBadge({ session }: { session: SessionListed }) {
  return <Badge {...shown(session)}>{statusWords(session)}</Badge>;
}
