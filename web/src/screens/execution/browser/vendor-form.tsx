// The vendor's runtime for npm projects: a switch that says what it means, and a button where it can.
import { Play } from "lucide-react";
import { Button } from "@/design/button";
import { Toggle } from "@/design/toggle";
import { commandsOf } from "@/runtime/webcontainer/adapter";
import { isWaitedFor, type Runner } from "./running";

const SECONDS = 600;

export interface VendorFormProps {
  files: Readonly<Record<string, string>>;
  runner: Runner;
  on: boolean;
  onSwitch: (on: boolean) => void;
  available: boolean;
}

export function VendorForm({ files, runner, on, onSwitch, available }: VendorFormProps) {
  const commands = commandsOf(files);
  const run = () => {
    const title = commands.map((words) => words.join(" ")).join(", then ");
    runner.start(title, "output", async (_, told) => {
      const { loadApi, startWebContainer } = await import("@/runtime/webcontainer/adapter");
      return startWebContainer({ files, commands, load: loadApi, seconds: SECONDS, told });
    });
  };
  if (commands.length === 0) return null;
  return (
    <div className="flex flex-col items-start gap-3 pt-2">
      <Toggle
        label="Let the vendor's runtime be loaded"
        hint="It comes from the vendor's host, under the vendor's terms, and fetches packages from the internet. It needs a page that is cross-origin isolated. We have not verified it."
        on={on}
        onChange={onSwitch}
      />
      {available && (
        <Button
          busy={isWaitedFor(runner.running)}
          icon={<Play size={15} aria-hidden />}
          onClick={run}
        >
          Run the npm project
        </Button>
      )}
    </div>
  );
}
