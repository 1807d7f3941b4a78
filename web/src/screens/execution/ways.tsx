// The ways to run what was built on this machine, each with what is the matter with it; only what
// works has a button.
import { Box, Container, Play } from "lucide-react";
import type { ReactNode } from "react";
import type { Schemas } from "@/api/client";
import { Button } from "@/design/button";
import { classes } from "@/design/classes";
import { ErrorState } from "@/design/error-state";
import { Panel } from "@/design/panel";
import { Progress } from "@/design/progress";
import { sentence } from "@/design/sentence";
import { inShort, standingOf } from "./outcomes";
import { TONES } from "./report";
import type { Running } from "./running";
import { WayRow } from "./way-row";

type Way = Schemas["Way"];

const ICONS = { sandbox: Box, container: Container } as const;

export interface WaysProps {
  ways: readonly Way[];
  running: Running;
  /** Brings what the tests say before the reader. */
  onReport: () => void;
  /** What a run in a container is asked to be, and its button. */
  controls: ReactNode;
}

export function Ways({ ways, running, onReport, controls }: WaysProps) {
  return (
    <Panel
      title="Run what was built"
      note="A run in a container is part of the record; the tests in the sandbox are not."
      flush
    >
      <ul className="divide-y divide-line border-t border-line">
        {ways.map((way) => (
          <WayRow key={way.id} way={way} icon={ICONS[way.id]}>
            {way.available && way.id === "sandbox" && <Sandbox {...{ running, onReport }} />}
            {way.available && way.id === "container" && controls}
          </WayRow>
        ))}
      </ul>
    </Panel>
  );
}

/** Its room is kept, so that a run moves nothing; what came of it stands where it was asked for. */
function Sandbox({ running, onReport }: Pick<WaysProps, "running" | "onReport">) {
  const { report } = running;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 pt-2">
      <Button busy={running.busy} icon={<Play size={15} aria-hidden />} onClick={running.run}>
        Run the tests now
      </Button>
      {running.busy && (
        <div className="flex max-w-96 flex-1 items-center gap-3">
          <Progress label="The tests are being run" value={null} />
          <span className="shrink-0 text-sm text-ink-soft figures">{running.elapsed} s</span>
        </div>
      )}
      {report && !running.busy && !running.problem && (
        <>
          <span className={classes("font-medium", TONES[standingOf(report)])}>
            Just now: {inShort(report)}.
          </span>
          <Button kind="bare" size="sm" onClick={onReport}>
            What the tests say
          </Button>
        </>
      )}
      {running.problem && !running.busy && (
        <ErrorState
          message={sentence(running.problem.detail)}
          remedy={sentence(running.problem.remedy)}
          onRetry={running.run}
          className="flex-1"
        />
      )}
    </div>
  );
}
