// A new table where one stands already: the form, how it came to be filled, and ways to pass it on.
import { Check, Eraser, Link2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { Schemas } from "@/api/client";
import { announce } from "@/design/announcer";
import { Button } from "@/design/button";
import { ErrorState } from "@/design/error-state";
import { Page } from "@/design/page";
import { sentence } from "@/design/sentence";
import { Skeleton } from "@/design/skeleton";
import { blankForm, type Form, isRehearsal, type SeatOffered } from "@/screens/setup/form";
import { type Door, SmallGuide } from "@/screens/setup/guide";
import { linkOf } from "@/screens/setup/link";
import { Notice } from "@/screens/setup/notice";
import { type Opening, type Origin, useKept, useOrigin } from "@/screens/setup/origin";
import { SetupForm } from "@/screens/setup/setup-form";
import { useUpload } from "@/screens/setup/uploading";

type Place = Schemas["Place"];

export interface FoundedProps {
  place: Place;
  /** The door through which one has just come, if any. */
  door: Door | null;
  recheck: () => void;
  rechecking: boolean;
}

export function Founded(props: FoundedProps) {
  const origin = useOrigin(props.place.seats);
  if (origin.opening === null) {
    return (
      <Page title="Convene a table" width="wide">
        {origin.problem ? (
          <ErrorState
            message={`The earlier session cannot be read: ${origin.problem.detail}`}
            remedy={sentence(origin.problem.remedy)}
            onRetry={origin.reload}
          />
        ) : (
          <Skeleton lines={12} />
        )}
      </Page>
    );
  }
  return <Editor key={origin.key} {...props} origin={origin} opening={origin.opening} />;
}

function Editor({
  place,
  door,
  recheck,
  rechecking,
  origin,
  opening,
}: FoundedProps & { origin: Origin; opening: Opening }) {
  const [first] = useState(opening);
  const [form, setForm] = useState(first.form);
  const [noticed, setNoticed] = useState(!first.restored && first.notes.length === 0);
  const [rehearse, setRehearse] = useState(door === "rehearsal");
  const sent = useUpload(first.upload);
  const { done } = useKept(form, sent.kept, place.seats, origin.write);
  const filesLost = first.upload !== null && sent.kept === null && sent.problem !== null;
  const change = (changes: Partial<Form>) => setForm((before) => ({ ...before, ...changes }));
  const afresh = () => {
    setForm(blankForm(place.seats));
    sent.remove();
    setNoticed(true);
    announce("The form is empty again.");
  };
  return (
    <Page
      title="Convene a table"
      width="wide"
      className="overflow-x-clip"
      lead={
        <span className="break-all">
          {place.name} <code className="text-sm text-ink-faint">{place.root}</code>
        </span>
      }
      actions={<Actions form={form} seats={place.seats} onAfresh={afresh} />}
    >
      {place.sessions === 0 && (
        <SmallGuide
          rehearsal={isRehearsal(form)}
          onRehearse={() => {
            change({ workflow: "build", rehearsal: true });
            setRehearse(true);
          }}
        />
      )}
      {!noticed && (
        <Notice
          onDismiss={() => setNoticed(true)}
          action={
            first.restored && (
              <Button size="sm" kind="bare" onClick={afresh}>
                Start afresh
              </Button>
            )
          }
        >
          {!first.restored
            ? first.notes.join(" ")
            : filesLost
              ? "Your unsent set-up is back, but its files must be added again."
              : "Your unsent set-up is back as you left it."}
        </Notice>
      )}
      <SetupForm
        place={place}
        form={form}
        sent={sent}
        change={change}
        recheck={recheck}
        rechecking={rechecking}
        ready={rehearse}
        onConvened={done}
      />
    </Page>
  );
}

interface ActionsProps {
  form: Form;
  seats: readonly SeatOffered[];
  onAfresh: () => void;
}

function Actions({ form, seats, onAfresh }: ActionsProps) {
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), 4000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const { query, cut } = linkOf(form, seats);
    const words = cut ? "Copied without the text, which is too long for a link" : "Copied";
    try {
      await navigator.clipboard.writeText(`${window.location.origin}/${query && `?${query}`}`);
      setCopied(words);
      announce(words);
    } catch {
      setCopied("Take it from the address bar");
    }
  };
  const touched = JSON.stringify(form) !== JSON.stringify(blankForm(seats));
  return (
    <>
      {touched && (
        <Button kind="bare" icon={<Eraser size={16} aria-hidden />} onClick={onAfresh}>
          Start afresh
        </Button>
      )}
      <Button
        icon={copied ? <Check size={16} aria-hidden /> : <Link2 size={16} aria-hidden />}
        onClick={() => void copy()}
      >
        {copied ?? (
          <span>
            Copy link<span className="max-sm:sr-only"> to this set-up</span>
          </span>
        )}
      </Button>
    </>
  );
}
