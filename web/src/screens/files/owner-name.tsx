// Whose something is: a seat's, the developer's, or nobody's at the table.
import type { SeatView } from "@/fold";
import { KingMark } from "@/design/seat-mark";
import { SeatName } from "@/session/seat-name";
import type { Owner } from "./provenance";

export function OwnerName({ owner, seats }: { owner: Owner; seats: readonly SeatView[] }) {
  if (owner.kind === "seat") return <SeatName name={owner.seat} seats={seats} />;
  if (owner.kind === "nobody") return <span className="text-ink-soft">nobody at the table</span>;
  return (
    <span className="inline-flex items-center gap-1.5 align-bottom font-medium text-king">
      <KingMark size={15} /> you
    </span>
  );
}
