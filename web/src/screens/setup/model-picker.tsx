// Which model: one of the vendor's list, or any other by its name.
import { List } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/design/icon-button";
import { Select } from "@/design/select";
import { TextInput } from "@/design/text-input";
import { type ModelTold, modelsOf, price } from "@/screens/setup/vendors";

const BY_NAME = "\u0000by-name";

export interface ModelPickerProps {
  models: readonly ModelTold[];
  /** Whose models; all vendors' where several may be meant. */
  provider: string | null;
  /** Empty: the usual one. */
  value: string;
  onChange: (value: string) => void;
  /** What stands for the usual one, as in "gpt-6, as in the settings". */
  usual: string;
  label?: string | undefined;
  disabled?: boolean | undefined;
}

export function ModelPicker(props: ModelPickerProps) {
  const { models, provider, value, onChange, usual, label, disabled } = props;
  const listed = provider === null ? [...models] : modelsOf(models, provider);
  const known = value === "" || listed.some((model) => model.id === value);
  const [typing, setTyping] = useState(false);
  const byName = typing || !known || listed.length === 0;
  if (byName) {
    return (
      <span className="flex items-center gap-1">
        <TextInput
          aria-label={label}
          value={value}
          disabled={disabled}
          placeholder={listed.length === 0 ? usual : "The model's own name"}
          spellCheck={false}
          autoCapitalize="none"
          maxLength={200}
          // The reader asked for this field by choosing "another", so that is where to go on.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={typing}
          onChange={(event) => onChange(event.target.value)}
        />
        {listed.length > 0 && (
          <IconButton
            label="Choose from the list"
            side="bottom-end"
            icon={<List size={16} aria-hidden />}
            onClick={() => {
              setTyping(false);
              onChange("");
            }}
          />
        )}
      </span>
    );
  }
  return (
    <Select
      aria-label={label}
      value={value}
      disabled={disabled}
      choices={[
        { value: "", label: usual },
        ...grouped(listed, provider),
        { value: BY_NAME, label: "Another, by its name…" },
      ]}
      onChoose={(next) => {
        if (next === BY_NAME) setTyping(true);
        else onChange(next);
      }}
    />
  );
}

function grouped(models: readonly ModelTold[], provider: string | null) {
  const choice = (model: ModelTold) => ({
    value: model.id,
    label: `${model.id} (${price(model)})`,
  });
  if (provider !== null) return models.map(choice);
  const vendors = [...new Set(models.map((model) => model.provider))];
  return vendors.map((group) => ({ group, choices: modelsOf(models, group).map(choice) }));
}
