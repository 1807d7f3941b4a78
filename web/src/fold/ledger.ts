// The ledger of claims of a round, moved by turns and by the judge's rulings as in the core.
import { caseless, stripped, words } from "./order";
import type { ClaimView, EventOf, RoundView } from "./types";

type Claims = RoundView["claims"];
type Moves = EventOf<"claims">["moves"];
type Reply = Moves["answered"][number];
type Ruling = EventOf<"verdict">["verdict"]["rulings"][number];
type SeatOf = ReadonlyMap<string, string>;

/** Who is behind each label of a round. */
export function seatsByLabel(round: RoundView): SeatOf {
  return new Map(round.labels.map((item) => [item.label, item.seat]));
}

/** The claims after a seat's turn. */
export function moved(
  claims: Claims,
  seat: string,
  iteration: number,
  moves: Moves,
  seatOf: SeatOf,
): Claims {
  let now = claims;
  for (const reply of moves.answered) {
    now = changed(now, reply.claim, (claim) => answered(claim, seat, reply));
  }
  for (const reply of moves.conceded) {
    now = changed(now, reply.claim, (claim) => conceded(claim, seat, reply, seatOf));
  }
  const raised = moves.raised.map((item, place): ClaimView => ({
    id: `C${now.length + place + 1}`,
    by: seat,
    iteration,
    about: item.about,
    text: item.claim,
    evidence: item.evidence,
    status: "open",
    answers: [],
    closed_by: "",
    upheld: null,
    closing_evidence: "",
  }));
  return raised.length ? [...now, ...raised] : now;
}

/** The claims after the judge: a ruling without evidence settles nothing. */
export function ruled(
  claims: Claims,
  rulings: readonly Ruling[],
  seatOf: SeatOf,
  judge: string,
): Claims {
  let now = claims;
  for (const ruling of rulings) {
    if (ruling.status !== "settled" || !stripped(ruling.evidence)) continue;
    now = changed(now, ruling.claim, (claim) => settled(claim, ruling, seatOf, judge));
  }
  return now;
}

function changed(claims: Claims, id: string, change: (claim: ClaimView) => ClaimView): Claims {
  const wanted = stripped(id).toUpperCase();
  const place = claims.findIndex((claim) => claim.id === wanted);
  const claim = claims[place];
  if (!claim || (claim.status !== "open" && claim.status !== "answered")) return claims;
  const after = change(claim);
  return after === claim ? claims : claims.with(place, after);
}

function answered(claim: ClaimView, seat: string, reply: Reply): ClaimView {
  return {
    ...claim,
    status: "answered",
    answers: [...claim.answers, [seat, reply.text, reply.evidence]],
  };
}

/** The raiser takes it back, or the one whom it concerns grants it. A third seat only speaks. */
function conceded(claim: ClaimView, seat: string, reply: Reply, seatOf: SeatOf): ClaimView {
  const concerned = named(claim, seatOf);
  if (seat !== claim.by && concerned.size > 0 && !concerned.has(seat)) {
    return answered(claim, seat, reply);
  }
  return {
    ...claim,
    status: "conceded",
    closed_by: seat,
    upheld: seat !== claim.by,
    closing_evidence: reply.evidence,
  };
}

/** Nor does a ruling settle anything in which the seat that judges finds for itself. */
function settled(claim: ClaimView, ruling: Ruling, seatOf: SeatOf, judge: string): ClaimView {
  const side = stripped(ruling.by);
  const prevails = seatOf.get(side.toUpperCase()) ?? side;
  const raisedIt = judge === claim.by;
  const against = raisedIt && prevails !== judge && prevails !== "";
  const granted = !raisedIt && prevails === claim.by;
  if ((raisedIt || named(claim, seatOf).has(judge)) && !against && !granted) return claim;
  return {
    ...claim,
    status: "settled",
    closed_by: "judge",
    upheld: prevails ? prevails === claim.by : null,
    closing_evidence: ruling.evidence,
  };
}

/** The seats whose work the claim is about, by name or by letter. */
function named(claim: ClaimView, seatOf: SeatOf): ReadonlySet<string> {
  const letters = words(claim.about).flatMap((word) => seatOf.get(word) ?? []);
  const about = caseless(claim.about);
  const names = [...seatOf.values()].filter((seat) => about.includes(caseless(seat)));
  return new Set([...letters, ...names]);
}
