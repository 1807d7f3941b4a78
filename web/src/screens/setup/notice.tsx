// A word on how the form came to be as it is, with what can be done about it.
import { Info, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/design/icon-button";

export interface NoticeProps {
  action?: ReactNode;
  onDismiss: () => void;
  children: ReactNode;
}

export function Notice({ action, onDismiss, children }: NoticeProps) {
  return (
    <div
      role="status"
      className="mb-6 flex items-center gap-3 rounded-md border border-line bg-accent-soft py-1 pr-1 pl-4"
    >
      <Info size={16} aria-hidden className="shrink-0 text-accent" />
      <div className="min-w-0 flex-1 py-1 text-sm break-words">{children}</div>
      {action}
      <IconButton
        label="Dismiss"
        side="bottom-end"
        icon={<X size={16} aria-hidden />}
        onClick={onDismiss}
      />
    </div>
  );
}
