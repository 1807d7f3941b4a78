// Three lanes of text, by our renderer or by the naive one; the figures end up on the body.
//   ?renderer=ours|naive &text=prose|fence &seconds=10 &away=1 (a reader scrolls up in one lane)
import { createRoot } from "react-dom/client";
import { buffers, Follow, StreamedText } from "..";
import { BATCH_MS, batches, type Kind } from "./corpus";
import { Gauge } from "./gauge";
import { Naive } from "./Naive";
import "@/design/theme.css";
import "./bench.css";

const LANES = [0, 1, 2];
const SETTLE_MS = 600;
const query = new URLSearchParams(location.search);
const kind: Kind = query.get("text") === "fence" ? "fence" : "prose";
const seconds = Number(query.get("seconds") ?? 10);
const naive = query.get("renderer") === "naive";

type Give = (lane: number, text: string) => void;

function Ours() {
  return LANES.map((lane) => (
    <Follow key={lane} label={`Lane ${lane}`}>
      <StreamedText bufferKey={`lane${lane}`} />
    </Follow>
  ));
}

function NaiveLanes({ texts }: { texts: readonly string[] }) {
  return LANES.map((lane) => <Naive key={lane} text={texts[lane] ?? ""} />);
}

function giveOurs(lane: number, text: string): void {
  for (const token of text.match(/.{1,4}|\n/g) ?? []) {
    buffers.append(`lane${lane}`, token);
  }
}

/** Scrolls up in the last lane, and from then on follows how far its reader is moved. */
function leave(root: HTMLElement): () => number {
  const lane = root.querySelector<HTMLElement>(".live-follow:last-child .live-scroller");
  const text = lane?.querySelector<HTMLElement>(".live-block");
  if (!lane || !text) return () => Number.NaN;
  lane.scrollTop = -400;
  let [place, drift] = [Number.NaN, 0];
  const look = () => {
    const now = text.getBoundingClientRect().top;
    if (!Number.isNaN(place)) drift = Math.max(drift, Math.abs(now - place));
    else place = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return () => drift;
}

function stream(root: HTMLElement, give: Give): void {
  const lanes = LANES.map((lane) => batches(kind, lane, seconds));
  const next = LANES.map(() => 0);
  const gauge = new Gauge(root);
  const began = performance.now();
  let drift: (() => number) | null = null;
  gauge.start();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const lane of LANES) {
      const mine = lanes[lane] ?? [];
      for (let number = next[lane] ?? 0; number < mine.length; number += 1) {
        const due = began + number * BATCH_MS + lane * 13;
        if (due > now) break;
        const { text, marked } = mine[number] ?? { text: "", marked: false };
        if (marked) gauge.arrived(lane, number, due);
        give(lane, text);
        next[lane] = number + 1;
      }
    }
    if (query.has("away") && drift === null && now - began > 4_000) drift = leave(root);
    if (now - began < seconds * 1_000 + SETTLE_MS) return;
    clearInterval(timer);
    document.body.dataset.figures = JSON.stringify(gauge.stop(drift?.() ?? null));
  }, 4);
}

const root = document.getElementById("root");
if (root !== null) {
  root.className = "bench";
  const page = createRoot(root);
  const texts = ["", "", ""];
  const giveNaive: Give = (lane, text) => {
    texts[lane] += text;
    page.render(<NaiveLanes texts={[...texts]} />);
  };
  page.render(naive ? <NaiveLanes texts={texts} /> : <Ours />);
  setTimeout(() => stream(root, naive ? giveNaive : giveOurs), 500);
}
