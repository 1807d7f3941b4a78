// Whether keys without Ctrl do anything.
import { usePlainKeys } from "@/design/shortcuts";
import { Toggle } from "@/design/toggle";

export function PlainKeysToggle() {
  const plain = usePlainKeys();
  return (
    <Toggle
      label="Keys without Ctrl"
      hint="Switch them off if you speak to your computer, or if they get in your way."
      on={plain.on}
      onChange={plain.set}
    />
  );
}
