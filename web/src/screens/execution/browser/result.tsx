// A run: how far it is, the page it shows, what it printed, and the button that ends it at once.
import { Square } from "lucide-react";
import { useEffect, useRef } from "react";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { classes } from "@/design/classes";
import { ErrorState } from "@/design/error-state";
import { Progress } from "@/design/progress";
import { isVendors } from "@/runtime/webcontainer/adapter";
import { badgeOf, toneOf, wordsOf } from "./endings";
import { Printed } from "./printed";
import type { Runner } from "./running";
import { ServiceDesk } from "./service";

export function Result({ runner: { running, host, stop } }: { runner: Runner }) {
  const { title, shows, began, busy, ending, output, url, service } = running;
  const seen = title !== "";
  const page = busy && ((shows === "page" && began) || running.paged);
  const place = useRef<HTMLElement>(null);
  // On a narrow screen it stands far below the button that was pressed.
  const serves = service !== null;
  useEffect(() => {
    if (busy || page || serves) place.current?.scrollIntoView?.({ block: "nearest" });
  }, [busy, page, serves]);
  return (
    <section
      ref={place}
      aria-label="The run in this browser"
      className={classes(seen && "flex flex-col gap-3 border-t border-line px-5 py-4")}
    >
      {seen && (
        <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
          <h3 className="min-w-0 font-mono text-sm break-all">{title}</h3>
          {ending && <Badge tone={toneOf(ending)}>{badgeOf(ending)}</Badge>}
          <State runner={running} />
          {busy && (
            <Button
              kind="danger"
              size="sm"
              className="ms-auto"
              icon={<Square size={13} aria-hidden />}
              onClick={stop}
            >
              Stop
            </Button>
          )}
        </div>
      )}
      {/* The frame is put in here by the run; React leaves it alone. */}
      <div
        ref={host}
        className={
          page ? "h-96 resize-y overflow-hidden rounded-md border border-line-strong" : "hidden"
        }
      />
      {ending?.kind === "failed" && (
        <ErrorState
          message={<span className="whitespace-pre-wrap">{ending.reason.slice(0, 4000)}</span>}
        />
      )}
      {service && <ServiceDesk service={service} />}
      {url !== null && busy && <Served url={url} />}
      {seen && (output.size > 0 || ending?.kind === "exited" || began) && (
        <Printed output={output} label={shows === "page" ? "Console" : "Output"} />
      )}
      {ending?.kind === "timed-out" && <p className="text-sm text-ink-soft">{wordsOf(ending)}</p>}
    </section>
  );
}

/** What the vendor's runtime serves: shown only from the vendor's own origins, never from ours. */
function Served({ url }: { url: string }) {
  return (
    <>
      <p className="text-sm break-all">The project's server is at {url}</p>
      {isVendors(url) && (
        <iframe
          title="The project's page"
          src={url}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- its origin is the vendor's alone, and its pages come from a worker of that origin
          sandbox="allow-scripts allow-same-origin allow-forms"
          allow="cross-origin-isolated"
          referrerPolicy="no-referrer"
          className="h-96 w-full resize-y rounded-md border border-line-strong bg-white"
        />
      )}
    </>
  );
}

function State({ runner }: { runner: Runner["running"] }) {
  const { busy, stage, began, elapsed, shows, service } = runner;
  if (!busy) return null;
  const words = stage ?? (service ? "Serving" : shows === "page" ? "Shown" : "Running");
  const settled = service ? stage === null : began && shows === "page";
  return (
    <span className="flex min-w-0 flex-1 basis-40 items-center gap-3 text-sm text-ink-soft">
      {!settled && (
        <span className="w-24 shrink-0">
          <Progress label={words} value={null} />
        </span>
      )}
      <span className="figures">
        {words} · {elapsed} s
      </span>
    </span>
  );
}
