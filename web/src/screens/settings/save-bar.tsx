// Told as long as something is changed and not saved: what it is, and the two ways out.
import { Button } from "@/design/button";
import { ErrorState } from "@/design/error-state";
import { Kbd } from "@/design/kbd";
import type { Saving } from "@/screens/settings/saving";

export function SaveBar({ changes, saving }: { changes: readonly string[]; saving: Saving }) {
  if (changes.length === 0 && saving.told === null) return null;
  return (
    <div
      role="region"
      aria-label="Unsaved changes"
      className="sticky bottom-0 z-20 -mx-4 mt-6 flex flex-col gap-3 border-t border-line bg-surface px-4 py-3 shadow-lg sm:-mx-6 sm:px-6"
    >
      {saving.told && <ErrorState message={saving.told.message} remedy={saving.told.remedy} />}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p className="flex-1 text-sm break-words max-sm:w-full max-sm:flex-none">
          <span className="font-medium">Not saved: </span>
          <span className="text-ink-soft">{changes.join("; ")}</span>
        </p>
        {saving.conflict ? (
          <>
            <Button onClick={saving.reload}>Take theirs</Button>
            <Button kind="danger" busy={saving.busy} onClick={() => saving.save(true)}>
              Write mine over it
            </Button>
          </>
        ) : (
          <>
            <Button kind="bare" disabled={saving.busy} onClick={saving.discard}>
              Discard
            </Button>
            <Button kind="primary" busy={saving.busy} onClick={() => saving.save(false)}>
              Save
              <span className="max-sm:hidden">
                <Kbd keys="mod+s" />
              </span>
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
