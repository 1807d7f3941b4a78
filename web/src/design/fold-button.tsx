// Folds a part away and shows it again.
import { ChevronDown, ChevronUp } from "lucide-react";
import { IconButton } from "@/design/icon-button";

export interface FoldButtonProps {
  folded: boolean;
  /** What pressing it does while the part is folded, and while it is shown. */
  show: string;
  hide: string;
  onFold: (folded: boolean) => void;
}

export function FoldButton({ folded, show, hide, onFold }: FoldButtonProps) {
  return (
    <IconButton
      label={folded ? show : hide}
      icon={folded ? <ChevronUp size={18} /> : <ChevronDown size={18} />}
      aria-expanded={!folded}
      side="bottom-end"
      onClick={() => onFold(!folded)}
    />
  );
}
