// A service in one room and, where it is wanted, the project's page in another: what the page asks for
// goes through here to the service and back, and nowhere else.
import { type Showing, startFrontend } from "./frontend/start";
import { startPython } from "./python/start";
import type { Service } from "./requests";
import type { Run, Told } from "./run";
import type { PythonJob } from "./words";

export interface Serving {
  readonly host: HTMLElement;
  readonly seconds: number;
  readonly told: Told;
  /** The page that is shown with it. */
  readonly entry: string;
}

export function startServed(job: PythonJob, { host, seconds, told, entry }: Serving): Run {
  let page: Run | null = null;
  let over = false;
  const show = (service: Service) => {
    told.onServing?.(service);
    const pages: Showing["told"] = {
      ...told,
      onBegun: () => told.onShown?.(),
      // The page has no end of its own but a bad one, and the service ends with it.
      onEnd: (ending) => {
        page = null;
        if (!over) finish(ending);
      },
    };
    page = startFrontend({ files: job.files, entry, host, told: pages, ask: service.ask });
  };
  const finish: Told["onEnd"] = (ending) => {
    if (over) return;
    over = true;
    service.stop();
    page?.stop();
    told.onEnd(ending);
  };
  const service = startPython(job, {
    host,
    seconds,
    told: { ...told, onServing: show, onEnd: finish },
  });
  return { stop: () => finish({ kind: "stopped" }) };
}
