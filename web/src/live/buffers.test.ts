// Buffers of streamed text, with frames that the test calls.
import { beforeEach, describe, expect, it } from "vitest";
import { Buffers } from "./buffers";
import { onFrame } from "./frame";
import { split } from "./splitter";
import { anyText, chance, cut } from "./testing/texts";

let frames: (() => void)[];
let buffers: Buffers;

beforeEach(() => {
  frames = [];
  buffers = new Buffers(onFrame((run) => frames.push(run)));
});

function draw(): void {
  for (const run of frames.splice(0)) run();
}

function blocks(key: string) {
  return buffers.read(key).groups.flat();
}

describe("a buffer", () => {
  it("tells its watchers once a frame, not once a token", () => {
    let told = 0;
    buffers.watch("a", () => {
      told += 1;
    });
    for (let token = 0; token < 100; token += 1) buffers.append("a", "word ");
    expect([told, frames.length, blocks("a").length]).toEqual([0, 1, 0]);
    draw();
    expect(told).toBe(1);
    expect(blocks("a")).toMatchObject([{ kind: "paragraph", open: true }]);
    draw();
    expect(told).toBe(1);
  });

  it("shows the same snapshot until the next frame", () => {
    buffers.append("a", "One.");
    draw();
    const before = buffers.read("a");
    buffers.append("a", " Two.");
    expect(buffers.read("a")).toBe(before);
    draw();
    expect(buffers.read("a")).not.toBe(before);
  });

  it("keeps the identity of closed blocks and of whole groups", () => {
    buffers.append("a", "word\n\n".repeat(100));
    draw();
    const before = buffers.read("a").groups;
    buffers.append("a", "The last");
    draw();
    const after = buffers.read("a").groups;
    expect(before.length).toBeGreaterThan(3);
    for (const [index, group] of before.slice(0, 3).entries()) expect(after[index]).toBe(group);
    expect(after.flat().slice(0, 100)).toEqual(before.flat());
    for (const [index, block] of before.flat().entries()) expect(after.flat()[index]).toBe(block);
  });

  it("never moves a block from one group to another", () => {
    const places = new Map<number, number | undefined>();
    const moved: number[] = [];
    for (let part = 0; part < 300; part += 1) {
      buffers.append("a", part % 7 === 0 ? "# Heading\n" : "word\n\n# ");
      draw();
      for (const group of buffers.read("a").groups) {
        for (const { id } of group) {
          if (places.has(id) && places.get(id) !== group[0]?.id) moved.push(id);
          places.set(id, group[0]?.id);
        }
      }
    }
    expect(moved).toEqual([]);
    expect(places.size).toBeGreaterThan(200);
  });

  it("ends with the blocks of the full text, whatever came before it", () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const random = chance(seed);
      const text = anyText(random);
      const key = `t${seed}`;
      const pieces = cut(text, 9, random).filter(() => seed % 2 === 0 || random() < 0.9);
      for (const piece of pieces) {
        buffers.append(key, piece);
        if (random() < 0.4) draw();
      }
      buffers.finish(key, text);
      draw();
      expect(blocks(key)).toEqual(split(text));
      expect(buffers.read(key).finished).toBe(true);
    }
  });

  it("takes no token after its end", () => {
    buffers.append("a", "All.");
    buffers.finish("a", "All.");
    buffers.append("a", " late");
    draw();
    expect(blocks("a")).toEqual(split("All."));
  });

  it("may end twice", () => {
    buffers.finish("a", "All.");
    draw();
    const once = blocks("a")[0];
    buffers.finish("a", "All.");
    draw();
    expect(blocks("a")[0]).toBe(once);
  });
});

describe("a text that is sent anew", () => {
  it("goes on from what is there if it begins with it", () => {
    buffers.append("a", "One.\n\nTw");
    draw();
    const first = blocks("a")[0];
    buffers.replaceAll("a", "One.\n\nTwo.\n\nThree.");
    draw();
    expect(blocks("a")[0]).toBe(first);
    expect(blocks("a")).toHaveLength(3);
  });

  it("replaces what differs and keeps what does not", () => {
    buffers.append("a", "One.\n\n```py\nx = 1\n```\n\nThree.\n\nFour");
    draw();
    const before = blocks("a");
    buffers.replaceAll("a", "One.\n\n```py\nx = 1\n```\n\nOther.\n\nFour");
    draw();
    expect(blocks("a")[0]).toBe(before[0]);
    expect(blocks("a")[1]).toBe(before[1]);
    expect(blocks("a")[2]).toMatchObject({ text: "Other." });
  });

  it("opens a turn again that had ended", () => {
    buffers.finish("a", "Old.");
    draw();
    buffers.replaceAll("a", "New");
    buffers.append("a", " words");
    draw();
    expect(blocks("a")).toMatchObject([{ text: "New words", open: true }]);
    expect(buffers.read("a").finished).toBe(false);
  });
});

describe("the buffers", () => {
  it("keep keys apart", () => {
    buffers.append("t1#1", "one");
    buffers.append("t1#2", "two");
    draw();
    expect(blocks("t1#1")).toMatchObject([{ text: "one" }]);
  });

  it("forget what is dropped, and tell those who look at it", () => {
    let told = 0;
    buffers.append("a", "one");
    buffers.append("b", "two");
    draw();
    const stop = buffers.watch("a", () => {
      told += 1;
    });
    buffers.drop("a");
    draw();
    expect([blocks("a").length, blocks("b").length, told]).toEqual([0, 1, 1]);
    stop();
    buffers.clear();
    draw();
    expect([blocks("b").length, told]).toEqual([0, 1]);
  });
});
