// The page's side of the colours, joined to the worker's real desk by a real channel.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Desk, type Order } from "./desk";
import { onFrame } from "./frame";
import { type Connect, Highlights, MOST_LINES, type Port } from "./highlight";

const channels: MessageChannel[] = [];
let frames: (() => void)[] = [];
let orders: Order[] = [];

const connect: Connect = (hear) => {
  const { port1, port2 } = new MessageChannel();
  channels.push({ port1, port2 });
  const desk = new Desk((answer) => port2.postMessage(answer));
  port2.addEventListener("message", ({ data }: MessageEvent<Order>) => desk.take(data));
  port1.addEventListener("message", ({ data }) => hear(data));
  port1.start();
  port2.start();
  const send = (order: Order) => {
    orders.push(order);
    port1.postMessage(order);
  };
  return { send, stop: () => port1.close() };
};

const frame = onFrame((run) => frames.push(run));

beforeEach(() => {
  frames = [];
  orders = [];
});

afterEach(() => {
  for (const { port1 } of channels.splice(0)) port1.close();
  vi.useRealTimers();
});

async function until(done: () => boolean): Promise<void> {
  for (let wait = 0; wait < 6_000 && !done(); wait += 1) {
    for (const run of frames.splice(0)) run();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(done()).toBe(true);
}

const CODE = ["def f(a):", "    return a  # why", "", "x = 1"];

describe("the colours of a block", () => {
  it("come line by line while it grows, and each line is sent once", async () => {
    const colours = new Highlights(connect, frame).of("python", CODE);
    colours.show(2, true);
    colours.show(2, true);
    await until(() => colours.count() === 2);
    colours.show(4, false);
    await until(() => colours.count() === 4);
    expect(colours.lines[0]?.[0]).toEqual(["def ", "keyword"]);
    expect(colours.lines[3]?.at(-1)).toEqual(["1", "number"]);
    const sent = orders.flatMap((order) => (order.kind === "lines" ? order.lines : []));
    expect(sent).toEqual(CODE);
  });

  it("are told to watchers once a frame", async () => {
    const highlights = new Highlights(connect, frame);
    const lines = Array.from({ length: 300 }, () => "[]");
    const colours = highlights.of("json", lines);
    let told = 0;
    const stop = colours.watch(() => {
      told += 1;
    });
    colours.show(300, false);
    await until(() => colours.lines.length === 300);
    await until(() => colours.count() === 300);
    expect(told).toBeLessThanOrEqual(6);
    expect(told).toBeGreaterThan(0);
    stop();
  });

  it("are remembered for an equal block, and the worker forgets the first", async () => {
    const highlights = new Highlights(connect, frame);
    const first = highlights.of("python", CODE);
    first.show(4, false);
    await until(() => first.count() === 4);
    expect(orders.at(-1)).toMatchObject({ kind: "close" });
    const again = highlights.of("python", CODE);
    expect(again.count()).toBe(4);
    expect(again.lines).toEqual(first.lines);
    const before = orders.length;
    again.show(4, false);
    expect(orders.length).toBe(before);
    const other = highlights.of("typescript", CODE);
    expect(other.count()).toBe(0);
  });

  it("are remembered also when the last line came before the end did", async () => {
    const highlights = new Highlights(connect, frame);
    const colours = highlights.of("python", CODE);
    colours.show(4, true);
    await until(() => colours.count() === 4);
    expect(highlights.recall("python", CODE.join("\n"))).toBeUndefined();
    colours.show(4, false);
    expect(highlights.recall("python", CODE.join("\n"))).toEqual(colours.lines);
  });

  it("are asked for again after nobody looked for a while", async () => {
    const colours = new Highlights(connect, frame).of("python", CODE);
    colours.show(2, true);
    colours.close();
    colours.show(4, true);
    await until(() => colours.count() === 4);
    expect(colours.lines[1]?.at(-1)).toEqual(["# why", "comment"]);
  });
});

describe("a file without measure", () => {
  it("stays plain", () => {
    const lines = Array.from({ length: MOST_LINES + 1 }, () => "[]");
    new Highlights(connect, frame).of("json", lines).show(lines.length, false);
    expect(orders).toEqual([]);
  });

  it("is coloured up to the measure if it grew there", () => {
    const lines = Array.from({ length: MOST_LINES + 9 }, () => "[]");
    const colours = new Highlights(connect, frame).of("json", lines);
    colours.show(10, true);
    colours.show(lines.length, true);
    const sent = orders.flatMap((order) => (order.kind === "lines" ? order.lines : []));
    expect(sent.length).toBe(MOST_LINES);
    colours.close();
  });
});

describe("without a worker", () => {
  it("code is plain, and nothing throws", () => {
    const highlights = new Highlights(() => {
      throw new Error("no workers here");
    }, frame);
    const colours = highlights.of("python", CODE);
    colours.show(4, false);
    expect(colours.count()).toBe(0);
    colours.close();
  });

  it("that answers, code is plain, and the next block gets another one", () => {
    vi.useFakeTimers();
    let [begun, stopped] = [0, 0];
    const mute: Connect = (): Port => {
      begun += 1;
      return {
        send: () => undefined,
        stop: () => {
          stopped += 1;
        },
      };
    };
    const highlights = new Highlights(mute, frame);
    for (let block = 0; block < 6; block += 1) {
      const colours = highlights.of("python", CODE);
      colours.show(4, true);
      vi.advanceTimersByTime(60_000);
      colours.show(4, false);
      expect(colours.count()).toBe(0);
    }
    expect([begun, stopped]).toEqual([3, 3]);
  });
});
