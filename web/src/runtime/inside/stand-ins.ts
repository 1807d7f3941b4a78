// What a page of opaque origin lacks and most pages use: storage (kept for this run only), `fetch` of
// the project's own files and of its service, and forms, whose `submit` is told to the page and goes
// nowhere.
import type { Ask } from "../requests";
import { fetchedFrom, servicePath } from "./fetched";

type Read = (path: string) => string | null;

export function standIns(room: Window & typeof globalThis, read: Read, ask: Ask | null): void {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(room, name, { value: memory(), configurable: true });
  }
  // Packets would pass by the content policy; pages that are shown here need none.
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"]) {
    Reflect.deleteProperty(room, name);
  }
  const real = room.fetch.bind(room);
  room.fetch = (asked, options) => {
    const address = asked instanceof Request ? asked.url : String(asked);
    const text = isOwn(address) ? read(address) : null;
    const path = ask && servicePath(address, room.location.host);
    if (text === null && ask && path) return fetchedFrom(ask, path, asked, options);
    if (text === null) return real(asked, options);
    return Promise.resolve(new Response(text, { headers: { "content-type": kindOf(address) } }));
  };
  HTMLFormElement.prototype.requestSubmit = function (submitter) {
    submit(this, submitter ?? null);
  };
}

/** A sandbox without forms does not even tell the page that one was sent; pages rely on that. */
export function watchForms(room: Window): void {
  room.addEventListener("click", clicked);
  room.addEventListener("keydown", entered);
}

function clicked(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest("button, input") : null;
  if (event.defaultPrevented || !isSubmitter(button) || !button.form || button.disabled) return;
  event.preventDefault();
  submit(button.form, button);
}

/** Enter in a form without a button sends it too. */
function entered(event: KeyboardEvent): void {
  const field = event.target;
  if (event.key !== "Enter" || event.defaultPrevented || !(field instanceof HTMLInputElement))
    return;
  const { form } = field;
  if (form && ![...form.elements].some(isSubmitter)) submit(form, null);
}

function isSubmitter(element: Element | null): element is HTMLButtonElement | HTMLInputElement {
  return (
    (element instanceof HTMLButtonElement && element.type === "submit") ||
    (element instanceof HTMLInputElement && ["submit", "image"].includes(element.type))
  );
}

function submit(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (!form.noValidate && !form.reportValidity()) return;
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter }));
}

function isOwn(address: string): boolean {
  return !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address);
}

function kindOf(path: string): string {
  return /\.json($|\?)/.test(path) ? "application/json" : "text/plain;charset=utf-8";
}

export function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(String(key)) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(String(key)),
    setItem: (key, value) => void kept.set(String(key), String(value)),
  };
}
