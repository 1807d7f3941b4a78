// What a directive can name: candidates, their files, and the units in which they differ.
import { useEffect, useMemo, useState } from "react";
import { api, ask } from "@/api/client";
import type { EventOf, Session } from "@/fold";
import { currentRound } from "../stages";
import { useTable } from "../table-context";

type Row = EventOf<"candidates_surveyed">["rows"][number];

export interface KnownUnit {
  readonly unit: string;
  readonly path: string;
  /** The seats that have it; empty: not told. */
  readonly seats: readonly string[];
}

export interface Known {
  readonly candidates: readonly string[];
  readonly files: readonly string[];
  readonly units: readonly KnownUnit[];
}

/** From the session, and from its last survey, which the folded view does not keep. */
export function useKnown(): Known {
  const { session } = useTable();
  const rows = useRows(session);
  return useMemo(() => knownOf(session, rows), [session, rows]);
}

export function knownOf(session: Session, rows: readonly Row[]): Known {
  const { view, texts } = session;
  const round = currentRound(view);
  const proposing = view.turns.filter(
    (turn) =>
      turn.round === round?.key &&
      turn.attempt === round.attempt &&
      turn.proposed.length + turn.deleted.length > 0,
  );
  const given = new Set(proposing.map((turn) => turn.seat));
  const named = view.seats.map((seat) => seat.name);
  const files = proposing.flatMap((turn) => Object.keys(texts.byTurn[turn.key]?.files ?? {}));
  const merged = (round?.synthesis?.provenance ?? []).map(({ unit, path }) => ({
    unit,
    path,
    seats: [],
  }));
  const surveyed = rows.map(({ unit, path, variants }) => ({ unit, path, seats: variants.flat() }));
  return {
    candidates: given.size > 0 ? named.filter((seat) => given.has(seat)) : named,
    files: [...new Set([...files, ...view.files.map((file) => file.path)])].toSorted(),
    units: once([...surveyed, ...merged]),
  };
}

function once(units: readonly KnownUnit[]): KnownUnit[] {
  const found = new Map<string, KnownUnit>();
  for (const each of units) {
    const key = `${each.path}\n${each.unit}`;
    if (!found.has(key)) found.set(key, each);
  }
  return [...found.values()];
}

/** The units to offer: those of the file where one is named, and of the seat where that is known. */
export function unitsIn(known: Known, file: string, seat: string): KnownUnit[] {
  return known.units.filter(
    (each) =>
      (file === "" || each.path === file) &&
      (seat === "" || each.seats.length === 0 || each.seats.includes(seat)),
  );
}

/** The rows of the last survey are read from the log, once they are wanted. */
function useRows(session: Session): readonly Row[] {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const seq = session.timeline.findLast(({ type }) => type === "candidates_surveyed")?.seq ?? 0;
  const name = session.view.session;
  useEffect(() => {
    if (seq === 0) return;
    let wanted = true;
    const params = { path: { session: name }, query: { after: seq - 1 } };
    ask(api.GET("/api/session/{session}/events", { params })).then(
      (events) => {
        const survey = events.find((event) => event.type === "candidates_surveyed");
        if (wanted && survey?.type === "candidates_surveyed") setRows(survey.rows);
      },
      // They are suggestions; without them everything can still be typed.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [name, seq]);
  return rows;
}
