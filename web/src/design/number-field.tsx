// A number within bounds: typed, stepped by arrows, or by the two buttons; null where it is empty.
import { Minus, Plus } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { classes } from "@/design/classes";
import { useField } from "@/design/field";

export interface NumberFieldProps extends Omit<
  ComponentProps<"input">,
  "value" | "onChange" | "type" | "min" | "max" | "step"
> {
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  /** What the buttons are named after, as in "one more round". */
  unit?: string | undefined;
}

/** The nearest number that the bounds allow, without the dust of binary fractions. */
export function within(value: number, min = -Infinity, max = Infinity): number {
  return Number(Math.min(max, Math.max(min, value)).toFixed(9));
}

export function NumberField({
  value,
  onChange,
  min,
  max,
  step = 1,
  unit,
  className,
  ...rest
}: NumberFieldProps) {
  // While one types, "1" on the way to "12" may be out of bounds: the draft is kept until one leaves.
  const [draft, setDraft] = useState<string | null>(null);
  const type = (text: string) => {
    setDraft(text);
    const number = Number(text);
    if (text.trim() === "") onChange(null);
    else if (number === within(number, min, max)) onChange(number);
  };
  const leave = () => {
    const number = Number(draft);
    if (draft !== null && draft.trim() !== "" && !Number.isNaN(number)) {
      onChange(within(number, min, max));
    }
    setDraft(null);
  };
  const move = (by: number) => {
    setDraft(null);
    onChange(within((value ?? min ?? 0) + (value === null ? 0 : by), min, max));
  };
  const named = unit === undefined ? "" : ` ${unit}`;
  return (
    <span className={classes("flex items-stretch gap-1", className)}>
      <input
        type="number"
        inputMode="decimal"
        className="control figures min-w-0"
        value={draft ?? value ?? ""}
        min={min}
        max={max}
        step={step}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        {...useField()}
        {...rest}
      />
      <Step
        label={`Less${named}`}
        disabled={rest.disabled || (value !== null && min !== undefined && value <= min)}
        onClick={() => move(-step)}
        icon={<Minus size={14} />}
      />
      <Step
        label={`More${named}`}
        disabled={rest.disabled || (value !== null && max !== undefined && value >= max)}
        onClick={() => move(step)}
        icon={<Plus size={14} />}
      />
    </span>
  );
}

function Step({
  label,
  icon,
  ...rest
}: ComponentProps<"button"> & { label: string; icon: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid w-8 shrink-0 place-items-center rounded-md border border-line-strong bg-raised text-ink-soft enabled:hover:bg-sunken disabled:cursor-not-allowed disabled:opacity-55"
      {...rest}
    >
      {icon}
    </button>
  );
}
