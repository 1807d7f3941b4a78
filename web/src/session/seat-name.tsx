// A seat by its mark and its name; a scripted one never passes for a model.
import { Drama } from "lucide-react";
import type { SeatView } from "@/fold";
import { classes } from "@/design/classes";
import { SeatMark } from "@/design/seat-mark";
import { seatAt } from "@/design/seats";

export interface SeatNameProps {
  name: string;
  /** Who sits at the table; a name that is not among them is told without a mark. */
  seats: readonly SeatView[];
  size?: number | undefined;
  className?: string | undefined;
}

export function SeatName({ name, seats, size = 15, className }: SeatNameProps) {
  const index = seats.findIndex((seat) => seat.name === name);
  return (
    <span
      data-seat={index < 0 ? undefined : seatAt(index).number}
      className={classes("inline-flex items-center gap-1.5 align-bottom font-medium", className)}
    >
      {index >= 0 && <SeatMark index={index} size={size} />}
      <span className={index < 0 ? "" : "text-seat"}>{name}</span>
      {seats[index]?.scripted && (
        <Drama
          size={12}
          role="img"
          aria-label="scripted rehearsal"
          className="shrink-0 text-ink-faint"
        />
      )}
    </span>
  );
}
