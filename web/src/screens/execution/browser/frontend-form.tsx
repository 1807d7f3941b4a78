// What a front end is asked for: which page is shown.
import { Eye } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { Select } from "@/design/select";
import { shownOf } from "@/runtime/frontend/pages";
import { isWaitedFor, type Runner } from "./running";

export function FrontendForm({
  files,
  runner,
}: {
  files: Readonly<Record<string, string>>;
  runner: Runner;
}) {
  const pages = useMemo(() => shownOf(files), [files]);
  const [chosen, setChosen] = useState("");
  const usable = pages.filter((page) => page.missing.length === 0);
  const page = usable.find(({ id }) => id === chosen) ?? usable[0];
  if (!page) return null;
  const show = () => {
    runner.start(page.label, "page", async (host, told) => {
      const { startFrontend } = await import("@/runtime/frontend/start");
      return startFrontend({ files, entry: page.entry, host, told });
    });
  };
  return (
    <form
      className="flex flex-wrap items-end gap-3 pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWaitedFor(runner.running)) show();
      }}
    >
      <Field label="Page" className="min-w-0 flex-1 basis-56">
        <Select
          value={page.id}
          choices={pages.map(({ id, label, missing }) => ({
            value: id,
            label: missing.length > 0 ? `${label} (needs ${missing.join(", ")})` : label,
            disabled: missing.length > 0,
          }))}
          onChoose={setChosen}
        />
      </Field>
      <Button
        type="submit"
        kind="primary"
        busy={isWaitedFor(runner.running)}
        icon={<Eye size={15} aria-hidden />}
      >
        Show the page
      </Button>
    </form>
  );
}
