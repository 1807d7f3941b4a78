// The keyboard map, shown with `?`, with the switch for bare keys.
import { useState } from "react";
import { Dialog } from "@/design/dialog";
import { KeyList } from "@/design/key-list";
import { PlainKeysToggle } from "@/design/plain-keys-toggle";
import { knownShortcuts, useShortcuts } from "@/design/shortcuts";

export function ShortcutHelp() {
  const [open, setOpen] = useState(false);
  useShortcuts("Everywhere", [{ keys: "?", label: "Show the keys", run: () => setOpen(true) }]);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Keyboard">
      <div className="flex flex-col gap-5">
        {open && together().map(([name, keys]) => <KeyList key={name} name={name} keys={keys} />)}
        <PlainKeysToggle />
      </div>
    </Dialog>
  );
}

/** Parts of one screen may offer keys under the same name; the reader sees one list. */
function together() {
  const lists = new Map<string, { keys: string; label: string }[]>();
  for (const { name, shortcuts } of knownShortcuts()) {
    lists.set(name, [...(lists.get(name) ?? []), ...shortcuts]);
  }
  return [...lists];
}
