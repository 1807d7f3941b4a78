// How numbers are shown to people, the same on every screen.

const MICRO = 1_000_000;

/** Money is kept in millionths of a dollar: cents in detail, dollars rounded, a trace never as nothing. */
export function money(microusd: number): string {
  if (microusd === 0) return "$0.00";
  if (microusd < 100) return "<$0.0001";
  return `$${(microusd / MICRO).toFixed(microusd < MICRO / 10 ? 4 : 2)}`;
}

/** Tokens, files, lines: exact while they are few, three digits when they are many. */
export function count(number: number): string {
  if (number < 1000) return String(Math.round(number));
  if (number < 999_950) return `${short(number / 1000)}k`;
  return `${short(number / 1e6)}M`;
}

function short(number: number): string {
  return number < 99.95 ? number.toFixed(1).replace(/\.0$/, "") : number.toFixed(0);
}

/** The two largest units; never negative, for a clock that was set back must not show. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} m ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
}

export function plural(number: number, word: string, many = `${word}s`): string {
  return `${number} ${number === 1 ? word : many}`;
}

/** A day and an hour in the reader's own zone and manner, from what the log holds. */
export function moment(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  return at.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
