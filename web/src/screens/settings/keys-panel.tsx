// Keys of vendors: written here and never shown again but for their last four characters.
import { KeyRound, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { api, ask, problemOf, type Schemas } from "@/api/client";
import type { Loaded } from "@/api/loaded";
import { announce } from "@/design/announcer";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { Dialog } from "@/design/dialog";
import { ErrorState } from "@/design/error-state";
import { Field } from "@/design/field";
import { Panel } from "@/design/panel";
import { sentence } from "@/design/sentence";
import { Skeleton } from "@/design/skeleton";
import { TextInput } from "@/design/text-input";
import { withoutField } from "@/screens/setup/placing";
import { vendorInWords } from "@/screens/setup/vendors";

type KeyTold = Schemas["KeyTold"];

export interface KeysPanelProps {
  keys: Loaded<KeyTold[]>;
  /** A key has come or gone: who can sit down may have changed. */
  onChanged: () => void;
}

export function KeysPanel({ keys, onChanged }: KeysPanelProps) {
  return (
    <Panel
      flush
      title="Keys"
      note="Kept on this machine, in the system's keyring or in a file that only you can read. They are sent to their vendor alone, and never back to this page."
    >
      {keys.value ? (
        <ul className="divide-y divide-line border-t border-line">
          {keys.value.map((told) => (
            <KeyRow
              key={told.provider}
              told={told}
              onChanged={() => {
                keys.reload();
                onChanged();
              }}
            />
          ))}
        </ul>
      ) : (
        <div className="min-h-64 border-t border-line px-5 py-4">
          {keys.problem ? (
            <ErrorState
              message={sentence(keys.problem.detail)}
              remedy={sentence(keys.problem.remedy)}
              busy={keys.loading}
              onRetry={keys.reload}
            />
          ) : (
            <Skeleton lines={8} />
          )}
        </div>
      )}
    </Panel>
  );
}

function KeyRow({ told, onChanged }: { told: KeyTold; onChanged: () => void }) {
  const [key, setKey] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const [asking, setAsking] = useState(false);
  const vendor = vendorInWords(told.provider);
  const path = { params: { path: { provider: told.provider } } };
  const act = async (doing: Promise<unknown>, words: string) => {
    setBusy(true);
    setWrong("");
    try {
      await doing;
      setKey("");
      announce(words);
      onChanged();
    } catch (thrown) {
      const { detail, remedy } = problemOf(thrown);
      setWrong(`${sentence(withoutField(detail, "key"))} ${sentence(remedy)}`.trim());
    } finally {
      setBusy(false);
    }
  };
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() === "") setWrong("Paste the key first.");
    else
      void act(
        ask(api.PUT("/api/keys/{provider}", { ...path, body: { key } })),
        `The key of ${vendor} is kept.`,
      );
  };
  const forget = () => {
    setAsking(false);
    void act(ask(api.DELETE("/api/keys/{provider}", path)), `The key of ${vendor} is forgotten.`);
  };
  const foreign = told.present && !told.removable;
  return (
    <li className="grid gap-x-6 gap-y-2 px-5 py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {vendor}
          {told.present ? (
            <Badge tone="agree" icon={<KeyRound size={12} aria-hidden />}>
              {told.hint ? `ends in ${told.hint}` : "kept"}
            </Badge>
          ) : (
            <Badge>none</Badge>
          )}
        </p>
        <p className="text-sm break-words text-ink-soft">{whereabouts(told)}</p>
      </div>
      {!foreign && (
        <form onSubmit={keep} className="flex items-start gap-2">
          <Field
            label={told.present ? `Another key of ${vendor}` : `Key of ${vendor}`}
            hideLabel
            error={wrong}
            className="min-w-0 flex-1"
          >
            <TextInput
              type="password"
              autoComplete="off"
              data-1p-ignore
              data-lpignore="true"
              spellCheck={false}
              maxLength={4096}
              placeholder={told.present ? "Another key in its place" : "Paste the key"}
              value={key}
              onChange={(event) => {
                setKey(event.target.value);
                setWrong("");
              }}
            />
          </Field>
          <Button type="submit" busy={busy} disabled={key === ""}>
            Keep
          </Button>
          {told.present && (
            <Button
              kind="danger"
              aria-label={`Forget the key of ${vendor}`}
              disabled={busy}
              onClick={() => setAsking(true)}
            >
              <Trash2 size={16} aria-hidden />
            </Button>
          )}
        </form>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Forget the key of ${vendor}?`}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button kind="danger" onClick={forget}>
              Forget it
            </Button>
          </>
        }
      >
        Seats that speak through this vendor's API cannot sit down without it. It cannot be brought
        back from here: you would have to paste it again.
      </Dialog>
    </li>
  );
}

export function whereabouts(told: KeyTold): string {
  if (!told.present && told.provider === "local") return "Only where your endpoint asks for one.";
  if (!told.present)
    return "Only needed for the vendor's API; its own command has its own sign-in.";
  if (!told.removable) return `From the environment (${told.place}): not ours to change.`;
  const where = told.source === "keyring" ? "In the system's keyring" : "In a file";
  return told.place === "" ? `${where}.` : `${where}: ${told.place}`;
}
