// The seats of the table that is shown, by name or by letter.
import type { RoundView } from "@/fold";
import { SeatName as Named, type SeatNameProps } from "@/session/seat-name";
import { behind, useTable } from "./table-context";

export function SeatName(props: Omit<SeatNameProps, "seats">) {
  const { view } = useTable();
  return <Named {...props} seats={view.seats} />;
}

export function SeatNames({ names }: { names: readonly string[] }) {
  return (
    <span className="inline-flex flex-wrap gap-x-3 gap-y-1">
      {names.map((name) => (
        <SeatName key={name} name={name} />
      ))}
    </span>
  );
}

/** A candidate by its letter, or by its seat once the round is over. */
export function Candidate({ round, label }: { round: RoundView; label: string }) {
  const who = behind(round, label);
  if ("seat" in who) return <SeatName name={who.seat} />;
  return <span className="font-medium">candidate {who.letter}</span>;
}
