// Wherever scripted knights speak, this says so.
import { Drama } from "lucide-react";
import { Badge } from "@/design/badge";
import { Tooltip } from "@/design/tooltip";

export function RehearsalBadge() {
  return (
    <Tooltip text="The answers come from a script; no model is asked." side="bottom-start">
      <Badge
        tone="doubt"
        icon={<Drama size={13} aria-hidden className="shrink-0" />}
        // It must be read whole: in a narrow place it takes two lines.
        className="max-sm:leading-4 max-sm:whitespace-normal"
      >
        scripted rehearsal
      </Badge>
    </Tooltip>
  );
}
