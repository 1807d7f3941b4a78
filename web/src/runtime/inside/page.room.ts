// In the room of a page: what it says is passed on, what an opaque origin lacks is stood in for, and
// then the page itself is written over this one.
import { asking } from "../asking";
import { resolve } from "../frontend/resolve";
import { sink } from "../sink";
import type { Replied, ShowOrder } from "../words";
import { spoken } from "./spoken";
import { standIns, watchForms } from "./stand-ins";
import { takePort } from "./port";

const port = takePort();
const out = sink(port.say);
const error = (text: string) => out.add("stderr", `${text}\n`);
const note = (text: string) => out.add("note", `${text}\n`);

const service = asking((word) => port.say({ kind: "ask", ...word }));

port.hear((said) => {
  if (isReply(said)) replied(said);
  else show(said as ShowOrder);
});
port.say({ kind: "ready" });

function isReply(said: unknown): said is Replied {
  return typeof said === "object" && said !== null && "id" in said;
}

function replied(reply: Replied): void {
  if ("refused" in reply) service.refused(reply.id, reply.refused);
  else service.answered(reply.id, reply);
}

function show(order: ShowOrder): void {
  listenToConsole();
  standIns(window, (path) => textOf(order, path), order.served ? service.ask : null);
  document.open();
  // Opening a document forgets its listeners, so they come now.
  listenToErrors();
  keepHere();
  dropFrames();
  watchForms(window);
  document.write(order.html);
  document.close();
  setInterval(out.flush, 250);
  port.say({ kind: "begun" });
}

/** A file of the project; where a service is asked for the rest, only by its whole name. */
function textOf({ files, base, served }: ShowOrder, address: string): string | null {
  const path = address.replace(/^(?![./])/, "./");
  const found = resolve(files, `${base}/x`, path, base);
  if (found.kind !== "file") return null;
  const name = path
    .replace(/[?#].*$/, "")
    .split("/")
    .at(-1);
  const whole = found.path.split("/").at(-1) === name;
  return served && !whole ? null : (files[found.path] ?? null);
}

function listenToConsole(): void {
  for (const level of ["log", "info", "debug", "warn", "error"] as const) {
    const stream = level === "warn" || level === "error" ? "stderr" : "stdout";
    // oxlint-disable-next-line no-console -- it is the project's console, and is heard here
    console[level] = (...words: unknown[]) => out.add(stream, `${words.map(spoken).join(" ")}\n`);
  }
}

function listenToErrors(): void {
  addEventListener("error", (event) => {
    if (event.error !== undefined || event.message) error(spoken(event.error ?? event.message));
  });
  addEventListener("unhandledrejection", (event) => {
    error(`Unhandled rejection: ${spoken(event.reason)}`);
  });
  addEventListener("securitypolicyviolation", (event) => {
    note(`blocked: ${event.blockedURI || "something"} (${event.effectiveDirective})`);
  });
}

/** A link to elsewhere would lead out of the frame, which is then ended. */
function keepHere(): void {
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const href = link?.getAttribute("href") ?? "#";
    if (!link || event.defaultPrevented || href.startsWith("#")) return;
    event.preventDefault();
    note(`the link to ${href} is not followed here`);
  });
}

/** A frame within would be a page of its own, without what is stood in for and taken away here. */
function dropFrames(): void {
  const frames = "iframe, frame, object, embed";
  new MutationObserver((changes) => {
    for (const added of changes.flatMap((change) => [...change.addedNodes])) {
      if (!(added instanceof Element)) continue;
      const found = added.matches(frames) ? [added] : [...added.querySelectorAll(frames)];
      for (const frame of found) {
        frame.remove();
        note("a frame within the page is left out");
      }
    }
  }).observe(document, { childList: true, subtree: true });
}
