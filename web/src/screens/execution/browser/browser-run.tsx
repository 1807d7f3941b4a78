// The ways in which this browser runs a project, what each needs from you, and the run itself.
import { FileCode2, Globe, Package } from "lucide-react";
import { useMemo, useState } from "react";
import { Panel } from "@/design/panel";
import { browserWays } from "@/runtime";
import { WayRow } from "../way-row";
import { FrontendForm } from "./frontend-form";
import { PythonForm } from "./python-form";
import { Result } from "./result";
import { useRunner } from "./running";
import { VendorForm } from "./vendor-form";

export interface BrowserRunProps {
  /** The project: each path with its text. What is not text is left out. */
  files: Readonly<Record<string, string>>;
}

const ICONS = { python: FileCode2, frontend: Globe, webcontainer: Package } as const;

export function BrowserRun({ files }: BrowserRunProps) {
  const [vendor, setVendor] = useState(false);
  const runner = useRunner();
  const isolated = globalThis.crossOriginIsolated === true;
  const ways = useMemo(() => browserWays(files, { vendor, isolated }), [files, vendor, isolated]);
  return (
    <Panel
      title="Run in this browser"
      note="What runs here is shut in a frame of its own; nothing of it is recorded."
      flush
    >
      <ul className="divide-y divide-line border-t border-line">
        {ways.map((way) => (
          <WayRow key={way.id} way={way} icon={ICONS[way.id]}>
            {way.id === "python" && way.available && <PythonForm files={files} runner={runner} />}
            {way.id === "frontend" && way.available && (
              <FrontendForm files={files} runner={runner} />
            )}
            {way.id === "webcontainer" && (
              <VendorForm
                files={files}
                runner={runner}
                on={vendor}
                onSwitch={setVendor}
                available={way.available}
              />
            )}
          </WayRow>
        ))}
      </ul>
      <Result runner={runner} />
    </Panel>
  );
}
