// The start: the first-run guide where there is no table yet, else the form of a new one.
import { useState } from "react";
import { api, ask, type Schemas } from "@/api/client";
import { useLoaded } from "@/api/loaded";
import { ErrorState } from "@/design/error-state";
import { Page } from "@/design/page";
import { sentence } from "@/design/sentence";
import { Skeleton } from "@/design/skeleton";
import { Founded } from "@/screens/setup/founded";
import { type Door, FirstRun } from "@/screens/setup/guide";

type Place = Schemas["Place"];

const TITLE = "Convene a table";

export default function Setup() {
  const loaded = useLoaded("place", () => ask(api.GET("/api/project")));
  const [entered, setEntered] = useState<{ place: Place; door: Door } | null>(null);
  const place = loaded.value?.founded ? loaded.value : (entered?.place ?? loaded.value);
  const retry = { busy: loaded.loading, onRetry: loaded.reload };
  if (place === null) {
    return (
      <Page title={TITLE} width="wide">
        {loaded.problem ? (
          <ErrorState
            message={sentence(loaded.problem.detail)}
            remedy={sentence(loaded.problem.remedy)}
            {...retry}
          />
        ) : (
          <Waiting />
        )}
      </Page>
    );
  }
  if (!place.founded) {
    return <FirstRun place={place} onFounded={(made, door) => setEntered({ place: made, door })} />;
  }
  if (place.problem !== "") {
    return (
      <Page title={TITLE} lead={<code className="break-all">{place.root}</code>}>
        <ErrorState
          message={sentence(place.problem)}
          remedy="Correct .roundtable/config.json, then try again."
          {...retry}
        />
      </Page>
    );
  }
  return (
    <Founded
      place={place}
      door={entered?.door ?? null}
      recheck={loaded.reload}
      rechecking={loaded.loading}
    />
  );
}

/** The outline of the form. */
function Waiting() {
  return (
    <div className="gap-6 max-lg:flex max-lg:flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex flex-col gap-6">
        {[7, 14, 6].map((lines) => (
          <div key={lines} className="rounded-lg border border-line bg-surface px-5 py-4">
            <Skeleton lines={lines} />
          </div>
        ))}
      </div>
      <div className="rounded-lg border border-line bg-surface px-5 py-4 lg:self-start">
        <Skeleton lines={5} />
      </div>
    </div>
  );
}
