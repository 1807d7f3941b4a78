// How long ago something was, in words that need no arithmetic.
import { moment } from "@/design/figures";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A clock that was set back makes "just now", never "in 3 minutes". */
export function ago(iso: string, now: number): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const seconds = Math.max(0, (now - at) / 1000);
  if (seconds < 45) return "just now";
  if (seconds < HOUR) return `${Math.max(1, Math.round(seconds / MINUTE))} min ago`;
  if (seconds < DAY) return `${Math.round(seconds / HOUR)} h ago`;
  if (seconds < 2 * DAY) return "yesterday";
  if (seconds < 7 * DAY) return `${Math.floor(seconds / DAY)} days ago`;
  const date = new Date(at);
  const year = date.getFullYear() === new Date(now).getFullYear() ? undefined : "numeric";
  return date.toLocaleDateString(undefined, { day: "numeric", month: "short", year });
}

export function when(label: string, iso: string): string {
  return `${label} ${moment(iso)}`;
}
