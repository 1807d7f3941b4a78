// Measures a page while text streams into it: frames, long tasks, and how long a token takes from
// its arrival to the paint that shows it.
import { MARK, markOf } from "./corpus";

export interface Figures {
  readonly fps: number;
  /** Milliseconds by which tasks were longer than 50. */
  readonly blocking: number;
  readonly p95: number;
  readonly worst: number;
  /** Batches that never came into sight. */
  readonly missing: number;
  readonly batches: number;
  /** Words with a colour of their own at the end. */
  readonly coloured: number;
  /** Pixels by which a reader was moved who had scrolled up; null if nobody had. */
  readonly drift: number | null;
}

export class Gauge {
  readonly #root: HTMLElement;
  readonly #due = new Map<string, number>();
  readonly #latencies: number[] = [];
  readonly #paint = new MessageChannel();
  readonly #long: PerformanceObserver;
  readonly #seen: MutationObserver;
  #unpainted: string[] = [];
  #frames = 0;
  #blocking = 0;
  #sent = 0;
  #began = 0;
  #over = false;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#long = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) this.#blocking += Math.max(0, duration - 50);
    });
    this.#seen = new MutationObserver((records) => this.#look(records));
    this.#paint.port1.addEventListener("message", this.#painted);
    this.#paint.port1.start();
  }

  start(): void {
    this.#began = performance.now();
    this.#long.observe({ type: "longtask" });
    this.#seen.observe(this.#root, { subtree: true, childList: true, characterData: true });
    requestAnimationFrame(this.#frame);
  }

  /** A batch has arrived, and will be given to the page as soon as its thread is free. */
  arrived(lane: number, number: number, at: number): void {
    this.#due.set(markOf(lane, number), at);
    this.#sent += 1;
  }

  stop(drift: number | null): Figures {
    const seconds = (performance.now() - this.#began) / 1_000;
    this.#over = true;
    this.#seen.disconnect();
    for (const { duration } of this.#long.takeRecords()) {
      this.#blocking += Math.max(0, duration - 50);
    }
    this.#long.disconnect();
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    return {
      fps: this.#frames / seconds,
      blocking: this.#blocking,
      p95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY,
      worst: sorted.at(-1) ?? Number.POSITIVE_INFINITY,
      missing: this.#due.size,
      batches: this.#sent,
      coloured: this.#root.querySelectorAll("[class^=hl-]").length,
      drift,
    };
  }

  readonly #frame = (): void => {
    if (this.#over) return;
    this.#frames += 1;
    // Answered after this frame has been painted.
    this.#paint.port2.postMessage(null);
    requestAnimationFrame(this.#frame);
  };

  readonly #painted = (): void => {
    const now = performance.now();
    for (const mark of this.#unpainted) {
      const arrived = this.#due.get(mark);
      if (arrived !== undefined) this.#latencies.push(now - arrived);
      this.#due.delete(mark);
    }
    this.#unpainted = [];
  };

  #look(records: readonly MutationRecord[]): void {
    for (const record of records) {
      const nodes = record.type === "characterData" ? [record.target] : record.addedNodes;
      for (const node of nodes) {
        // Marks stand at the end, so that a page which is replaced whole is not read whole.
        const end = node.textContent?.slice(-2_000) ?? "";
        for (const [mark] of end.matchAll(MARK))
          if (this.#due.has(mark)) this.#unpainted.push(mark);
      }
    }
  }
}
