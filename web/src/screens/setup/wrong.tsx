// What is wrong with a part of the form that is more than one control.
import { CircleAlert } from "lucide-react";

export function Wrong({ told }: { told: string | undefined }) {
  if (told === undefined) return null;
  return (
    <p className="mt-1 flex items-start gap-1.5 text-sm text-danger">
      <CircleAlert size={14} className="mt-0.75 shrink-0" aria-hidden />
      <span>{told}</span>
    </p>
  );
}
