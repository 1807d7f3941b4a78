// Looks at every node and attribute from the moment it enters the page, and keeps what must not be.
(() => {
  const bad = new Set();
  const seen = new Set();
  const blocked = new Set();
  // What was found since it was last asked for.
  window.__told = () => {
    window.__note();
    const told = { bad: [...bad], seen: [...seen], blocked: [...blocked] };
    for (const found of [bad, seen, blocked]) found.clear();
    return told;
  };

  const NEVER = new Set(
    ("IFRAME OBJECT EMBED BASE META FRAME FRAMESET APPLET PORTAL FENCEDFRAME MARQUEE TEMPLATE " +
      "IMAGE MATH AUDIO VIDEO SOURCE TRACK PLAINTEXT XMP LISTING STYLE MAP AREA SLOT").split(" "),
  );
  // What markdown may become, and the spans of coloured code.
  const SAID = new Set(
    ("P BR HR EM STRONG DEL CODE PRE A BLOCKQUOTE H3 H4 H5 H6 UL OL LI TABLE THEAD TBODY TR TH TD " +
      "SPAN DIV BUTTON FIGURE FIGCAPTION HEADER svg path rect circle line polyline polygon").split(" "),
  );
  const LEADS = ["href", "src", "action", "formaction", "xlink:href", "data", "srcset", "poster", "background", "ping", "cite"];
  const own = (url) => {
    try {
      return new URL(url, location.href).origin === location.origin;
    } catch {
      return false;
    }
  };
  const told = (node) => (node.outerHTML ?? String(node)).slice(0, 200);

  function attribute(node, name, value) {
    const key = name.toLowerCase();
    if (key.startsWith("on")) bad.add(`a handler: ${told(node)}`);
    const said = node.nodeName !== "META" || !document.head?.contains(node);
    if (key === "srcdoc" || key === "is" || (key === "http-equiv" && said)) bad.add(`${key}: ${told(node)}`);
    if (/^pwn-/.test(value) && (key === "id" || key === "name")) bad.add(`a name of theirs: ${told(node)}`);
    if (key === "style" && /url\(|expression|binding/i.test(value)) bad.add(`a style: ${told(node)}`);
    if (!LEADS.includes(key)) return;
    const followed = node.nodeName === "A" && key === "href" && /^(https?:\/\/|mailto:)/.test(value);
    if (followed && !own(value) && !/noopener/.test(node.rel)) bad.add(`an open window: ${told(node)}`);
    const saved = node.nodeName === "A" && node.hasAttribute("download") && value.startsWith("blob:");
    const drawn = node.closest?.("svg") && value.startsWith("#");
    if (!followed && !saved && !drawn && (!own(value) || /^\s*javascript:/i.test(value)))
      bad.add(`leads to ${value.slice(0, 80)}: ${told(node)}`);
  }

  function element(node) {
    const name = node.nodeName;
    const ours = document.head?.contains(node) && own(node.href || node.src || "x:");
    if (NEVER.has(name.toUpperCase()) && !document.head?.contains(node)) bad.add(`an element: ${told(node)}`);
    if ((name === "SCRIPT" || name === "LINK") && !ours) bad.add(`an element: ${told(node)}`);
    if (name === "IMG" && !own(node.getAttribute("src") ?? "x:")) bad.add(`an image: ${told(node)}`);
    if (name === "FORM" && node.hasAttribute("action")) bad.add(`a form: ${told(node)}`);
    const text = node.closest?.("[data-kind], .live-text");
    if (text && text !== node && !SAID.has(name)) bad.add(`in what was said: ${told(node)}`);
    if (text && text !== node && (node.id || node.hasAttribute("name"))) bad.add(`named in what was said: ${told(node)}`);
    for (const { name: key, value } of node.attributes) attribute(node, key, value);
    if (node.shadowRoot) look(node.shadowRoot);
  }

  function every(node) {
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    element(node);
    for (const inner of node.querySelectorAll("*")) element(inner);
  }

  function look(root) {
    new MutationObserver((records) => {
      for (const record of records) {
        record.addedNodes.forEach(every);
        if (record.type === "attributes")
          attribute(record.target, record.attributeName, record.target.getAttribute(record.attributeName) ?? "");
      }
    }).observe(root, { childList: true, subtree: true, attributes: true });
    for (const node of root.querySelectorAll?.("*") ?? []) every(node);
  }
  look(document);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    look(root);
    return root;
  };

  addEventListener("securitypolicyviolation", (event) =>
    blocked.add(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`),
  );

  // Two numbers that stand side by side are not a third one: what is coloured is joined, no more.
  const words = () => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let [text, at] = ["", null];
    while (walk.nextNode()) {
      const home = walk.currentNode.parentElement?.closest("p, li, td, th, pre, div, button, h1, h2, h3, h4, a, label");
      text += (home === at ? "" : "\n") + walk.currentNode.data;
      at = home;
    }
    return text;
  };

  // Which payloads can be read on the page now.
  window.__note = () => {
    const fields = [...document.querySelectorAll("input, textarea")].map((field) => field.value);
    const named = [...document.querySelectorAll("[title], [aria-label]")].map(
      (node) => `${node.title} ${node.ariaLabel ?? ""}`,
    );
    const text = [document.title, words(), ...fields, ...named].join("\n");
    for (const [, number] of text.matchAll(/(?:pwned\(|example\/p|example%2Fp|~|pwned%28)(\d+)/g)) seen.add(Number(number));
    if (Object.keys(Object.prototype).length || {}.polluted) bad.add("Object.prototype was written to");
    if (document.querySelectorAll("#root").length > 1) bad.add("#root is there twice");
    return seen.size;
  };

  const frame = () => new Promise((done) => setTimeout(done, 15));

  // What scrolls is drawn by frames, which are rarer than timers on a busy machine.
  window.__drawn = () =>
    new Promise((done) => {
      setTimeout(done, 2000);
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
    });

  // To another address of the client, without loading it anew.
  window.__go = async (path) => {
    const before = window.__note();
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
    await new Promise((done) => setTimeout(done, 70));
    // On a busy machine it may be drawn later.
    for (let looks = 0; looks < 20 && window.__note() === before; looks++) await frame();
  };

  // From one end of what scrolls to the other.
  window.__scroll = async (selector) => {
    let box = document.querySelector(selector);
    while (box && box.scrollHeight <= box.clientHeight) box = box.parentElement;
    for (let top = 0; box && top < box.scrollHeight; top += box.clientHeight / 2) {
      box.scrollTop = top;
      await window.__drawn();
      window.__note();
    }
  };

  // Opens and presses whatever can be opened or pressed here, each thing once.
  window.__press = async (selector, most) => {
    const pressed = new WeakSet();
    const options = { bubbles: true, cancelable: true, button: 0, pointerType: "mouse" };
    let count = 0;
    for (; count < most; count++) {
      const next = [...document.querySelectorAll(selector)].find(
        (node) => !pressed.has(node) && !node.disabled && node.checkVisibility(),
      );
      if (!next) break;
      pressed.add(next);
      next.focus?.({ preventScroll: true });
      for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
        next.dispatchEvent(new (kind.startsWith("p") ? PointerEvent : MouseEvent)(kind, options));
      await frame();
      if (count % 10 === 9) window.__note();
      if (document.querySelector("[role=menu], [role=listbox]")) {
        window.__note();
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
        await frame();
      }
    }
    window.__note();
    return count;
  };
})();
