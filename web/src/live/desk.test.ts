// The worker's desk, spoken to as the page does.
import { expect, it } from "vitest";
import { type Answer, Desk } from "./desk";

/** The answers, and a promise of the time when so many have come. */
function listen() {
  const answers: Answer[] = [];
  const desk = new Desk((answer) => answers.push(answer));
  const until = async (done: () => boolean) => {
    for (let wait = 0; wait < 6_000 && !done(); wait += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(done()).toBe(true);
  };
  const lines = (id: number) =>
    answers.flatMap((answer) =>
      answer.kind === "coloured" && answer.id === id ? answer.lines : [],
    );
  return { answers, desk, until, lines };
}

it("colours lines that came before their grammar was loaded", async () => {
  const { desk, until, lines } = listen();
  desk.take({ kind: "open", id: 1, language: "python" });
  desk.take({ kind: "lines", id: 1, lines: ["def f():", "    pass"] });
  await until(() => lines(1).length === 2);
  expect(lines(1)[0]?.[0]).toEqual(["def ", "keyword"]);
});

it("says of a language that it does not know that it stays plain", async () => {
  const { answers, desk, until } = listen();
  desk.take({ kind: "open", id: 1, language: "pyth" });
  desk.take({ kind: "lines", id: 1, lines: ["x"] });
  await until(() => answers.length > 0);
  expect(answers).toEqual([{ kind: "plain", id: 1 }]);
});

it("lets a short fence pass while a long file is at work", async () => {
  const { answers, desk, until, lines } = listen();
  desk.take({ kind: "open", id: 1, language: "json" });
  desk.take({ kind: "lines", id: 1, lines: Array.from({ length: 2_000 }, () => '{"a": 1}') });
  desk.take({ kind: "open", id: 2, language: "json" });
  desk.take({ kind: "lines", id: 2, lines: ["[]"] });
  await until(() => lines(1).length === 2_000 && lines(2).length === 1);
  const short = answers.findIndex((answer) => answer.id === 2);
  expect(short).toBeLessThan(5);
  expect(answers.length).toBeGreaterThan(20);
});

it("stops with a fence that nobody looks at any more", async () => {
  const { answers, desk, until, lines } = listen();
  desk.take({ kind: "open", id: 1, language: "json" });
  desk.take({ kind: "lines", id: 1, lines: Array.from({ length: 3_000 }, () => "[]") });
  await until(() => answers.length > 0);
  desk.take({ kind: "close", id: 1 });
  const known = lines(1).length;
  desk.take({ kind: "open", id: 2, language: "json" });
  desk.take({ kind: "lines", id: 2, lines: ["[]"] });
  await until(() => lines(2).length === 1);
  expect(lines(1).length).toBe(known);
  desk.take({ kind: "lines", id: 1, lines: ["[]"] });
});
