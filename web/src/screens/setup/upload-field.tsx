// Files that a build starts from: dropped or picked, sent at once, and told what became of each.
import { FileArchive, FolderOpen, Paperclip, Trash2 } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "@/design/button";
import { classes } from "@/design/classes";
import { ErrorState } from "@/design/error-state";
import { plural } from "@/design/figures";
import { IconButton } from "@/design/icon-button";
import { Progress } from "@/design/progress";
import { droppedFiles, pickedFiles, size } from "@/screens/setup/picking";
import type { Uploaded } from "@/screens/setup/sending";
import type { Sent } from "@/screens/setup/uploading";

export function UploadField({ sent, trouble }: { sent: Sent; trouble: string | undefined }) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void droppedFiles(event.dataTransfer.items).then(sent.add, sent.unreadable);
  };
  return (
    // Files are dropped here by hand; whoever uses keys has the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      data-field="upload"
      role="group"
      aria-label="Files to start from"
      className={classes(
        "rounded-md border border-dashed px-4 py-3 transition-colors duration-100",
        over ? "border-accent bg-accent-soft" : "border-line-strong",
      )}
      onDragEnter={() => setOver(true)}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={(event) => {
        // Leaving for a child of this box is no leaving.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      <Pickers sent={sent} />
      {sent.share !== null && (
        <div className="mt-3 flex items-center gap-3">
          <Progress label="Sending the files" value={sent.share} />
          <Button size="sm" kind="bare" onClick={sent.stop}>
            Stop
          </Button>
        </div>
      )}
      {sent.uploaded && <Taken sent={sent} />}
      {(sent.problem ?? trouble) && (
        <ErrorState
          className="mt-3"
          message={sent.problem?.message ?? trouble}
          remedy={sent.problem?.remedy}
          onRetry={sent.problem?.lasting ? undefined : sent.again}
        />
      )}
    </div>
  );
}

function Pickers({ sent }: { sent: Sent }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const pick = (input: HTMLInputElement) => {
    if (input.files && input.files.length > 0) sent.add(pickedFiles(input.files));
    // The same file may be picked again after it was changed.
    input.value = "";
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Paperclip size={16} aria-hidden className="text-ink-faint max-sm:hidden" />
      <p className="min-w-48 flex-1 text-sm text-ink-soft">
        Start from files of yours: drop them, a folder or a ZIP here.
      </p>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files or a ZIP"
        onChange={(event) => pick(event.target)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="A folder"
        {...{ webkitdirectory: "" }}
        onChange={(event) => pick(event.target)}
      />
      <span className="flex gap-2">
        <Button
          size="sm"
          icon={<FileArchive size={14} aria-hidden />}
          onClick={() => files.current?.click()}
        >
          Files or ZIP
        </Button>
        <Button
          size="sm"
          icon={<FolderOpen size={14} aria-hidden />}
          onClick={() => folder.current?.click()}
        >
          Folder
        </Button>
      </span>
    </div>
  );
}

function Taken({ sent }: { sent: Sent }) {
  const { uploaded, left, recalled } = sent;
  if (uploaded === null) return null;
  const more = uploaded.files - uploaded.paths.length;
  const out = uploaded.left_out.length + left.length;
  return (
    <div className="mt-3 rounded-md bg-sunken px-3 py-2 text-sm">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1">
          <span className="font-medium">{plural(uploaded.files, "file")}</span>
          <span className="text-ink-soft">
            {" "}
            ({size(uploaded.bytes)}){fromWhere(uploaded)}
          </span>
        </p>
        <IconButton
          label="Remove the files"
          side="bottom-end"
          icon={<Trash2 size={15} aria-hidden />}
          onClick={sent.remove}
        />
      </div>
      {recalled && (
        <p className="text-ink-soft">
          Added on an earlier visit. What you add now takes their place.
        </p>
      )}
      <Unfolding title="Which files">
        <ul className="max-h-48 overflow-y-auto font-mono text-xs break-all">
          {uploaded.paths.map((path) => (
            <li key={path}>{path}</li>
          ))}
          {more > 0 && <li className="text-ink-faint">and {more} more</li>}
        </ul>
      </Unfolding>
      {out > 0 && (
        <Unfolding title={`Left out: ${out}`}>
          <ul className="max-h-48 overflow-y-auto break-words">
            {uploaded.left_out.map(({ title, reason }) => (
              <li key={`${title} ${reason}`}>
                <span className="font-mono text-xs break-all">{title}</span>
                <span className="text-ink-faint">: {reason}</span>
              </li>
            ))}
            {left.map((path) => (
              <li key={path}>
                <span className="font-mono text-xs break-all">{path}</span>
                <span className="text-ink-faint">: not sent, such folders are never wanted</span>
              </li>
            ))}
          </ul>
        </Unfolding>
      )}
    </div>
  );
}

/** Of files that came one by one the server can only say how many; that stands there already. */
function fromWhere({ files, origin }: Uploaded): string {
  return origin === plural(files, "file") ? "" : ` from ${origin}`;
}

function Unfolding({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="w-fit rounded-sm py-0.5 text-ink-soft hover:text-ink">{title}</summary>
      <div className="pt-1 pb-2 pl-4">{children}</div>
    </details>
  );
}
