import { describe, expect, it } from "vitest";
import { moved, ruled } from "./ledger";
import type { ClaimView, EventOf } from "./types";

type Moves = EventOf<"claims">["moves"];
type Ruling = EventOf<"verdict">["verdict"]["rulings"][number];

const seats = new Map([
  ["A", "Gawain"],
  ["B", "Lancelot"],
  ["C", "Percival"],
]);

function moves(changes: Partial<Moves>): Moves {
  return { raised: [], answered: [], conceded: [], ignored: [], ...changes };
}

/** Gawain contests something of Lancelot's, unless it is about something else. */
function raised(about = "B"): ClaimView[] {
  const point = { about, claim: "too slow", evidence: "" };
  return moved([], "Gawain", 1, moves({ raised: [point] }), seats);
}

function conceded(claims: ClaimView[], seat: string, evidence = ""): ClaimView | undefined {
  const reply = { claim: " c1 ", text: "so be it", evidence };
  return moved(claims, seat, 2, moves({ conceded: [reply] }), seats)[0];
}

function settled(judge: string, changes: Partial<Ruling>, about = "B"): ClaimView | undefined {
  const ruling: Ruling = { claim: "C1", status: "settled", by: "A", evidence: "bench", ...changes };
  return ruled(raised(about), [ruling], seats, judge)[0];
}

describe("a claim", () => {
  it("is open when it is raised, and numbered from what is there", () => {
    const two = moved(
      raised(),
      "Lancelot",
      1,
      moves({ raised: [{ about: "", claim: "x", evidence: "" }] }),
      seats,
    );
    expect(two.map(({ id, by, status }) => [id, by, status])).toEqual([
      ["C1", "Gawain", "open"],
      ["C2", "Lancelot", "open"],
    ]);
  });

  it("stays open when it is answered", () => {
    const reply = { claim: "C1", text: "not so", evidence: "trace" };
    const [claim] = moved(raised(), "Percival", 1, moves({ answered: [reply] }), seats);
    expect(claim?.status).toBe("answered");
    expect(claim?.answers).toEqual([["Percival", "not so", "trace"]]);
  });

  it("is taken back by its raiser, and then was not upheld", () => {
    expect(conceded(raised(), "Gawain")).toMatchObject({ status: "conceded", upheld: false });
  });

  it("is granted by the one it concerns, by letter or by name", () => {
    for (const about of ["B", "what lancelot wrote", ""]) {
      expect(conceded(raised(about), "Lancelot", "trace")).toMatchObject({
        status: "conceded",
        closed_by: "Lancelot",
        upheld: true,
        closing_evidence: "trace",
      });
    }
  });

  it("is only answered by a third seat that gives in", () => {
    expect(conceded(raised(), "Percival")).toMatchObject({ status: "answered", upheld: null });
  });

  it("does not change once it is closed", () => {
    const closed = [conceded(raised(), "Gawain")].filter((claim) => claim !== undefined);
    expect(conceded(closed, "Lancelot")).toBe(closed[0]);
  });
});

describe("a ruling", () => {
  it("settles a claim by evidence", () => {
    expect(settled("Percival", {})).toMatchObject({ status: "settled", upheld: true });
    expect(settled("Percival", { by: " b " })).toMatchObject({ status: "settled", upheld: false });
    expect(settled("Percival", { by: "" })).toMatchObject({ status: "settled", upheld: null });
  });

  it("settles nothing without evidence, nor when it leaves the claim open", () => {
    expect(settled("Percival", { evidence: " \n" })?.status).toBe("open");
    expect(settled("Percival", { status: "open" })?.status).toBe("open");
  });

  it("settles nothing where the judge finds for itself, and something where it finds against", () => {
    expect(settled("Gawain", { by: "A" })?.status).toBe("open");
    expect(settled("Gawain", { by: "B" })).toMatchObject({ status: "settled", upheld: false });
    expect(settled("Lancelot", { by: "B" })?.status).toBe("open");
    expect(settled("Lancelot", { by: "A" })).toMatchObject({ status: "settled", upheld: true });
  });
});
