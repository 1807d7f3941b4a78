// A run in this browser as the page sees it: how far it is, what it printed, how it ended.
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { announce } from "@/design/announcer";
import { NOTHING, type Output, printed } from "@/runtime/output";
import type { Service } from "@/runtime/requests";
import { type Ending, reasonOf, type Run, type Told } from "@/runtime/run";
import { wordsOf } from "./endings";

export interface Running {
  /** What is run, in words; nothing before the first run. */
  readonly title: string;
  /** `page` is something to look at, `service` something to ask. */
  readonly shows: Shows;
  readonly stage: string | null;
  readonly began: boolean;
  /** Whole seconds since the start. */
  readonly elapsed: number;
  readonly output: Output;
  readonly ending: Ending | null;
  readonly busy: boolean;
  readonly url: string | null;
  /** What it serves, for as long as it does. */
  readonly service: Service | null;
  /** The page that comes with a service is shown. */
  readonly paged: boolean;
}

export type Shows = "page" | "output" | "service";

/** What is shown or serves can be started anew; everything else is waited for. */
export function isWaitedFor({ busy, shows, began, service }: Running): boolean {
  return busy && !(shows === "page" && began) && !service;
}

/** How a run is started, once there is a place for its frame. */
export type Starter = (host: HTMLElement, told: Told) => Promise<Run>;

export interface Runner {
  readonly running: Running;
  readonly host: RefObject<HTMLDivElement | null>;
  readonly start: (title: string, shows: Shows, starter: Starter) => void;
  readonly stop: () => void;
}

const IDLE: Running = {
  title: "",
  shows: "output",
  stage: null,
  began: false,
  elapsed: 0,
  output: NOTHING,
  ending: null,
  busy: false,
  url: null,
  service: null,
  paged: false,
};

/** How often what was printed is shown: a flood of lines is one change of the page. */
const SHOWN_EVERY = 100;

export function useRunner(): Runner {
  const [running, setRunning] = useState(IDLE);
  const host = useRef<HTMLDivElement>(null);
  const current = useRef<Current | null>(null);
  useEffect(() => () => current.current?.drop(), []);
  const start = useCallback<Runner["start"]>((title, shows, starter) => {
    const element = host.current;
    if (!element) return;
    current.current?.drop();
    setRunning({ ...IDLE, title, shows, stage: "Starting", busy: true });
    announce(`${title} is being started.`);
    current.current = begin(element, starter, (change) =>
      setRunning((now) => ({ ...now, ...change })),
    );
  }, []);
  const stop = useCallback(() => current.current?.stop(), []);
  return useMemo(() => ({ running, host, start, stop }), [running, start, stop]);
}

interface Current {
  stop: () => void;
  /** Ends it without a word: nobody looks at it any more. */
  drop: () => void;
}

function begin(
  host: HTMLElement,
  starter: Starter,
  change: (to: Partial<Running>) => void,
): Current {
  let output = NOTHING;
  let over = false;
  let run: Run | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const since = Date.now();
  const clock = setInterval(() => {
    change({ elapsed: Math.floor((Date.now() - since) / 1000) });
  }, 250);
  const keep = (next: Output) => {
    output = next;
    waiting ??= setTimeout(() => {
      waiting = undefined;
      change({ output });
    }, SHOWN_EVERY);
  };
  const finish = () => {
    over = true;
    clearInterval(clock);
    clearTimeout(waiting);
  };
  const told: Told = {
    onStage: (stage) => change({ stage }),
    onText: (stream, text) => keep(printed(output, stream, text)),
    onCut: () => keep({ ...output, cut: true }),
    onBegun: () => change({ began: true, stage: null }),
    onUrl: (url) => change({ url }),
    onServing: (service) => change({ service, stage: null }),
    onShown: () => change({ paged: true, stage: null }),
    onEnd: (ending) => {
      if (over) return;
      finish();
      change({ output, ending, busy: false, stage: null, service: null });
      announce(wordsOf(ending));
    },
  };
  starter(host, told).then(
    (started) => {
      run = started;
      if (over) started.stop();
    },
    (thrown: unknown) => told.onEnd({ kind: "failed", reason: reasonOf(thrown) }),
  );
  return {
    stop: () => {
      if (run) run.stop();
      else told.onEnd({ kind: "stopped" });
    },
    drop: () => {
      finish();
      run?.stop();
    },
  };
}
