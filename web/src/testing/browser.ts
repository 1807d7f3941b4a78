// What browsers have and jsdom lacks, as far as the client leans on it: dialogs, popovers, queries.

function toggled(element: HTMLElement, type: "beforetoggle" | "toggle", newState: string): void {
  element.dispatchEvent(Object.assign(new Event(type), { newState }));
}

/** jsdom hides what may pop over and knows no way to show it. */
function popover(element: HTMLElement, open: boolean): void {
  toggled(element, "beforetoggle", open ? "open" : "closed");
  element.style.display = open ? "block" : "";
  toggled(element, "toggle", open ? "open" : "closed");
}

export function completeBrowser(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
  HTMLElement.prototype.showPopover = function showPopover() {
    popover(this, true);
  };
  HTMLElement.prototype.hidePopover = function hidePopover() {
    popover(this, false);
  };
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[popovertarget]") : null;
    const target = button && document.getElementById(button.getAttribute("popovertarget") ?? "");
    target?.showPopover();
  });
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}
