// The mark of a seat: a small shield in its colour, so that colour alone never has to tell.
import { Crown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classes } from "@/design/classes";
import { type Division, seatAt } from "@/design/seats";

const SHIELD = "M2 2H22V13C22 20 17.5 24.5 12 27C6.5 24.5 2 20 2 13Z";

const CHARGES: Record<Division, ReactNode> = {
  pale: <path d="M8.5 0h7v29h-7z" />,
  fess: <path d="M0 9.5h24v7H0z" />,
  bend: <path d="M-1 1l5-5L27 21l-5 5z" />,
  chevron: <path d="M12 8L25 21v7L12 15.5L-1 28v-7z" />,
  cross: <path d="M9.5 0h5v10H24v5h-9.5v14h-5V15H0v-5h9.5z" />,
  saltire: <path d="M1-1l11 11L23-1l4 4-11 11 11 12-4 4-11-12L1 30l-4-4L8 14-3 3z" />,
  pile: <path d="M4 0h16l-8 22z" />,
  lozenge: <path d="M12 4.5l6 9-6 9-6-9z" />,
};

export interface SeatMarkProps {
  index: number;
  /** Height in pixels. */
  size?: number | undefined;
  /** Say the seat's name here where the name does not stand beside the mark. */
  label?: string | undefined;
  className?: string | undefined;
}

export function SeatMark({ index, size = 20, label, className }: SeatMarkProps) {
  const clip = useId();
  const seat = seatAt(index);
  const told = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg
      {...told}
      data-seat={seat.number}
      data-division={seat.division}
      className={classes("shrink-0", className)}
      width={(size * 24) / 29}
      height={size}
      viewBox="0 0 24 29"
    >
      <clipPath id={clip}>
        <path d={SHIELD} />
      </clipPath>
      <path d={SHIELD} className="fill-seat" />
      <g clipPath={`url(#${clip})`} className="fill-seat-soft">
        {CHARGES[seat.division]}
      </g>
      <path d={SHIELD} className="fill-none stroke-seat" strokeWidth="2" />
    </svg>
  );
}

/** The developer's own mark: at this table the King is the one who decides. */
export function KingMark({ size = 20, label }: { size?: number; label?: string | undefined }) {
  return label === undefined ? (
    <Crown size={size} className="shrink-0 text-king" aria-hidden />
  ) : (
    <Crown size={size} className="shrink-0 text-king" role="img" aria-label={label} />
  );
}
