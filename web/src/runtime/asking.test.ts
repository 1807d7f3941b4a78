import { expect, it } from "vitest";
import { asking } from "./asking";
import type { Answer, Request } from "./requests";

const REQUEST: Request = { method: "GET", path: "/", headers: [], body: new Uint8Array() };
const ANSWER: Answer = { status: 200, headers: [], body: new Uint8Array(), took: 1 };

it("gives each request its own answer, in whatever order they come", async () => {
  const ids: number[] = [];
  const { ask, answered } = asking(({ id }) => ids.push(id));
  const both = Promise.all([ask(REQUEST), ask(REQUEST)]);
  answered(ids[1] ?? 0, { ...ANSWER, status: 404 });
  answered(ids[0] ?? 0, ANSWER);
  expect((await both).map(({ status }) => status)).toEqual([200, 404]);
});

it("passes on no number of its own, which would be taken for another's", async () => {
  const { ask, answered } = asking(({ id }) => answered(id, { ...ANSWER, id: 99 } as Answer));
  expect(await ask(REQUEST)).toEqual(ANSWER);
});

it("says why there is no answer: refused, too many, or the end", async () => {
  const { ask, refused, end } = asking(() => {});
  const first = ask(REQUEST);
  refused(1, "nobody is there");
  await expect(first).rejects.toThrow("nobody is there");
  const waiting = Array.from({ length: 64 }, () => ask(REQUEST).catch((error: Error) => error));
  await expect(ask(REQUEST)).rejects.toThrow("64 requests are waiting");
  end();
  expect((await Promise.all(waiting)).every((each) => each instanceof Error)).toBe(true);
  await expect(ask(REQUEST)).rejects.toThrow("the service has ended");
});
