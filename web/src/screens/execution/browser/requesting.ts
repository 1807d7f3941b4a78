// A request as it is typed, and an answer as it is read.
import { reveal } from "@/live/hidden";
import type { Answer, Request } from "@/runtime/requests";

const MOST_SHOWN = 200_000;

/** Whether a request of this method has a body. */
export function bodied(method: string): boolean {
  return ["POST", "PUT", "PATCH", "DELETE"].includes(method);
}

/** Why this is no path to ask for, or nothing. */
export function wrongWith(path: string): string {
  if (!path.startsWith("/")) return "A path begins with a slash";
  const open = /\{([^}]*)\}/.exec(path);
  return open ? `Write a value for {${open[1]}}` : "";
}

export function requestOf(method: string, path: string, body: string): Request {
  const sent = bodied(method) ? body.trim() : "";
  return {
    method,
    path: path.replace(/#.*$/, "").replace(/[^\x21-\x7e]/gu, encodeURIComponent),
    headers: sent === "" ? [] : [["content-type", "application/json"]],
    body: new TextEncoder().encode(sent),
  };
}

/** Its text, in order where it is JSON; hidden characters can be seen in it. */
export function answered({ headers, body }: Pick<Answer, "headers" | "body">) {
  const kind = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const whole = new TextDecoder().decode(body);
  const text = /\bjson\b/i.test(kind) ? inOrder(whole) : whole;
  const shown = text.slice(0, MOST_SHOWN).split("\n").map(reveal).join("\n");
  return { kind, text: shown, cut: text.length > MOST_SHOWN };
}

function inOrder(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
