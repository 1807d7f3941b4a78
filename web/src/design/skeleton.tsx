// The shape of what is on its way, so that nothing jumps when it comes.
import { classes } from "@/design/classes";

const WIDTHS = ["w-full", "w-11/12", "w-4/5", "w-2/3"] as const;

export function Skeleton({
  lines = 3,
  className,
}: {
  lines?: number;
  className?: string | undefined;
}) {
  return (
    <div aria-hidden className={classes("flex animate-breathe flex-col gap-2.5", className)}>
      {Array.from({ length: lines }, (_, line) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div
          key={line}
          className={classes("h-4 rounded-sm bg-line/70", WIDTHS[line % WIDTHS.length])}
        />
      ))}
    </div>
  );
}
