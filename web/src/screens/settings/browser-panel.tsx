// What holds for this browser alone: light or dark, and the keys.
import { Monitor, Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { KeyList } from "@/design/key-list";
import { Panel } from "@/design/panel";
import { PlainKeysToggle } from "@/design/plain-keys-toggle";
import { knownShortcuts } from "@/design/shortcuts";
import { type Theme, useTheme } from "@/design/theme";
import { KEYS as RUN_KEYS } from "@/screens/execution/keys";
import { KEYS as DIFF_KEYS } from "@/screens/files/keys";
import { KEYS as PROJECT_KEYS } from "@/screens/projects/keys";
import { KEYS as REPLAY_KEYS } from "@/screens/replay/keys";
import { KEYS as SETTING_KEYS } from "@/screens/settings/keys";
import { KEYS as SETUP_KEYS } from "@/screens/setup/keys";
import { DIGITS, KEYS as TABLE_KEYS } from "@/screens/table/keys";

const THEMES: readonly { id: Theme; label: string; icon: ReactNode }[] = [
  { id: "system", label: "As the system", icon: <Monitor size={18} aria-hidden /> },
  { id: "light", label: "Light", icon: <Sun size={18} aria-hidden /> },
  { id: "dark", label: "Dark", icon: <Moon size={18} aria-hidden /> },
];

export function BrowserPanel() {
  const { theme, choose } = useTheme();
  const everywhere = knownShortcuts().filter(({ name }) => name === "Everywhere");
  return (
    <div className="flex flex-col gap-6">
      <Panel title="Theme">
        <fieldset>
          <legend className="sr-only">Theme</legend>
          <div className="flex flex-wrap gap-3">
            {THEMES.map(({ id, label, icon }) => (
              <label
                key={id}
                className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md border border-line-strong px-4 has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
              >
                <input
                  type="radio"
                  name="theme"
                  value={id}
                  checked={theme === id}
                  onChange={() => choose(id)}
                  className="sr-only"
                />
                {icon}
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      </Panel>
      <Panel title="Keyboard" note="On any screen ? shows those that are offered there.">
        <div className="grid gap-x-10 gap-y-5 md:grid-cols-2">
          <div className="flex flex-col gap-5">
            <KeyList name="Everywhere" keys={everywhere.flatMap(({ shortcuts }) => shortcuts)} />
            <KeyList name="New table" keys={SETUP_KEYS} />
            <KeyList name="Projects" keys={PROJECT_KEYS} />
            <KeyList name="Settings" keys={SETTING_KEYS} />
          </div>
          <div className="flex flex-col gap-5">
            <KeyList name="Table" keys={[...Object.values(TABLE_KEYS), DIGITS]} />
            <KeyList name="Replay" keys={Object.values(REPLAY_KEYS)} />
            <KeyList name="Diff" keys={Object.values(DIFF_KEYS)} />
            <KeyList name="Run" keys={Object.values(RUN_KEYS)} />
          </div>
        </div>
        <div className="mt-5 border-t border-line pt-4">
          <PlainKeysToggle />
        </div>
      </Panel>
    </div>
  );
}
