// One way to run a project: its mark and name, whether it can be taken, why, and what it offers.
import { Ban, CircleCheck, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/design/badge";
import { Said } from "@/design/said";
import { sentence } from "@/design/sentence";

interface WayTold {
  readonly label: string;
  readonly available: boolean;
  readonly reason: string;
  readonly remedy?: string | undefined;
}

export function WayRow({
  way,
  icon: Icon,
  children,
}: {
  way: WayTold;
  icon: LucideIcon;
  children: ReactNode;
}) {
  return (
    <li className="flex items-start gap-x-4 px-5 py-3.5">
      <Icon size={20} aria-hidden className="mt-0.5 shrink-0 text-ink-faint" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {way.label}
          {way.available ? (
            <Badge tone="agree" icon={<CircleCheck size={12} aria-hidden />}>
              can be used
            </Badge>
          ) : (
            <Badge icon={<Ban size={12} aria-hidden />}>not here</Badge>
          )}
        </p>
        <p className="text-sm break-words text-ink-soft">
          <Said text={sentence(way.reason)} />
        </p>
        {way.remedy && (
          <p className="text-sm break-words text-ink-soft">
            What to do: <Said text={sentence(way.remedy)} />
          </p>
        )}
        {children}
      </div>
    </li>
  );
}
