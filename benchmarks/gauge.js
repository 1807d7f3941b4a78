// Measures a page of the product from its first moment: frames, long tasks, what was painted last of
// the largest, and when marked words have come and were seen. Times are of the wall clock, in
// milliseconds, so that another process can lay its own beside them.
(() => {
  const MARK = /mark\d+n\d+x/g;
  const clock = (at = performance.now()) => performance.timeOrigin + at;
  const told = { frames: [], long: [], arrived: {}, painted: {}, largest: null };
  window.gauge = told;

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) told.long.push([clock(startTime), duration]);
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    const last = list.getEntries().at(-1);
    told.largest = { ms: last.startTime, what: last.element?.textContent?.slice(0, 40) ?? "" };
  }).observe({ type: "largest-contentful-paint", buffered: true });

  // A message that was posted in a frame is answered after this frame has been painted.
  const paint = new MessageChannel();
  let unpainted = [];
  paint.port1.onmessage = () => {
    const now = clock();
    for (const mark of unpainted) told.painted[mark] ??= now;
    unpainted = [];
  };
  const frame = () => {
    told.frames.push(clock());
    paint.port2.postMessage(null);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);

  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      for (const node of type === "characterData" ? [target] : addedNodes) {
        // New words stand at the end, so that a long text is not read whole.
        const end = node.textContent?.slice(-2_000) ?? "";
        for (const [mark] of end.matchAll(MARK)) if (!(mark in told.painted)) unpainted.push(mark);
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });

  window.EventSource = class extends EventSource {
    constructor(...words) {
      super(...words);
      this.addEventListener("token", ({ data }) => {
        for (const [mark] of data.matchAll(MARK)) told.arrived[mark] ??= clock();
      });
    }
  };

  // How long it takes from the next click until something holds, and is painted.
  window.untilShown = (holds) => {
    let pressed = null;
    addEventListener("click", ({ timeStamp }) => (pressed ??= timeStamp), { capture: true, once: true });
    return new Promise((done) => {
      const look = () => {
        if (pressed === null || !holds()) return requestAnimationFrame(look);
        const after = new MessageChannel();
        after.port1.onmessage = () => done(performance.now() - pressed);
        after.port2.postMessage(null);
      };
      requestAnimationFrame(look);
    });
  };
})();
