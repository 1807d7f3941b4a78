// The system's own list of choices, in our clothes.
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "@/design/classes";
import { useField } from "@/design/field";

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean | undefined;
}

export interface SelectProps extends Omit<ComponentProps<"select">, "onChange" | "value"> {
  value: string;
  /** Choices, or groups of them under a name. */
  choices: readonly (Choice | { group: string; choices: readonly Choice[] })[];
  onChoose: (value: string) => void;
}

export function Select({ value, choices, onChoose, className, ...rest }: SelectProps) {
  return (
    <span className={classes("relative block", className)}>
      <select
        className="control"
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        {...useField()}
        {...rest}
      >
        {choices.map((entry) =>
          "group" in entry ? (
            <optgroup key={entry.group} label={entry.group}>
              {entry.choices.map(option)}
            </optgroup>
          ) : (
            option(entry)
          ),
        )}
      </select>
      <ChevronDown
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-soft"
      />
    </span>
  );
}

function option(choice: Choice) {
  return (
    <option key={choice.value} value={choice.value} disabled={choice.disabled}>
      {choice.label}
    </option>
  );
}
