// One file: its name and marks, the ways to take it along, and its views.
import { ClipboardCopy, Download, Ellipsis, Link2, Menu as MenuIcon } from "lucide-react";
import { useMemo } from "react";
import type { ProjectFile, SeatView } from "@/fold";
import { Badge, type Tone } from "@/design/badge";
import { IconButton } from "@/design/icon-button";
import { Menu } from "@/design/menu";
import type { Trigger } from "@/design/popover";
import { TabPanel, Tabs } from "@/design/tabs";
import type { View } from "./address";
import { CodeFile } from "./code-file";
import { DiffPane, type DiffPaneProps } from "./diff-pane";
import { compare } from "./diffing";
import { EditFile } from "./edit-file";
import { splitLines } from "./lines";
import { drawnOn, type Provenance, rowsByLine } from "./provenance";
import { download, size, useCopy } from "./taking";
import { bytesOf, type FileNode, type Mark } from "./tree";

const TABS = [
  { id: "file", label: "File" },
  { id: "diff", label: "Diff" },
  { id: "edit", label: "Edit" },
] as const;

export interface FilePaneProps extends DiffPaneProps {
  node: FileNode | undefined;
  /** As it stands with your changes in it; undefined: it is not in the project (any more). */
  file: ProjectFile | undefined;
  /** As the project has it. */
  kept: ProjectFile | undefined;
  view: View;
  onView: (view: View) => void;
  seats: readonly SeatView[];
  /** Null: it is on its way. */
  provenance: readonly Provenance[] | null;
  provenanceProblem: string;
  onType: (text: string) => void;
  /** Opens the tree, where it does not stand beside the file. */
  onTree: (() => void) | undefined;
}

export function FilePane(props: FilePaneProps) {
  const { view } = props;
  return (
    <section
      aria-label={props.path}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface max-md:min-h-[75dvh]"
    >
      <Head {...props} />
      <Tabs
        name="file"
        label="Views of the file"
        tabs={TABS}
        selected={view}
        onSelect={(id) => props.onView(TABS.find((tab) => tab.id === id)?.id ?? "file")}
        className="px-3"
      />
      <TabPanel name="file" id={view} className="flex min-h-0 flex-1 flex-col">
        {view === "file" && <Shown {...props} />}
        {view === "diff" && <DiffPane {...props} />}
        {view === "edit" && <Edited {...props} />}
      </TabPanel>
    </section>
  );
}

const TONES: Record<Mark, { tone: Tone; word: string }> = {
  new: { tone: "agree", word: "new" },
  changed: { tone: "doubt", word: "changed" },
  deleted: { tone: "danger", word: "gone" },
};

function Head({ path, node, file, onTree }: FilePaneProps) {
  const mark = node?.mark && TONES[node.mark];
  return (
    <div className="flex min-h-11 items-center gap-2 px-2 pt-1 sm:px-4">
      {onTree && (
        <IconButton
          label="All files"
          side="bottom-start"
          icon={<MenuIcon size={18} />}
          onClick={onTree}
        />
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
        <h2 className="min-w-0 font-mono text-sm font-semibold break-all">{path}</h2>
        {mark && <Badge tone={mark.tone}>{mark.word}</Badge>}
        {node?.edited && <Badge tone="king">edited by you</Badge>}
        {node?.pending && <Badge tone="king">not kept yet</Badge>}
        {file && <span className="text-xs text-ink-faint figures">{size(bytesOf(file))}</span>}
      </div>
      <Taking path={path} file={file} />
    </div>
  );
}

function Taking({ path, file }: { path: string; file: ProjectFile | undefined }) {
  const { told, copy } = useCopy();
  const items = [
    {
      label: "Copy the path",
      icon: <Link2 size={15} aria-hidden />,
      run: () => copy("Path", path),
    },
    {
      label: "Copy the content",
      icon: <ClipboardCopy size={15} aria-hidden />,
      disabled: !file || file.binary,
      run: () => file && copy("Content", file.text),
    },
    {
      label: "Download this file",
      icon: <Download size={15} aria-hidden />,
      disabled: !file,
      run: () => file && download(file),
    },
  ];
  return (
    <span className="ml-auto flex shrink-0 items-center gap-2">
      <span className="text-xs text-agree max-sm:sr-only">{told}</span>
      <Menu label={`Take ${path} along`} align="end" items={items} trigger={takingButton} />
    </span>
  );
}

function takingButton(props: Trigger) {
  return (
    <IconButton
      {...props}
      label="Copy or download"
      side="bottom-end"
      icon={<Ellipsis size={18} />}
    />
  );
}

function Shown(props: FilePaneProps) {
  const { path, file, kept, provenance, seats } = props;
  const text = file?.text ?? "";
  const stretches = useMemo(() => {
    const before = kept && !kept.binary ? kept.text : "";
    const rows = rowsByLine(
      (provenance ?? []).filter((row) => row.path === path),
      splitLines(before).length,
    );
    const changes = before === text ? [] : compare(before, text).changes;
    return drawnOn(rows, changes, splitLines(text).length);
  }, [path, text, kept, provenance]);
  if (!file) return <Absent {...props} />;
  if (file.binary) return <BinaryFile file={file} />;
  return (
    <CodeFile path={path} text={text} stretches={stretches} seats={seats} note={noteOf(props)} />
  );
}

function noteOf({ provenance, provenanceProblem }: FilePaneProps): string {
  if (provenanceProblem !== "") return `Whose lines these are cannot be told: ${provenanceProblem}`;
  return provenance === null ? "Looking up whose lines these are …" : "";
}

function Absent({ trees, path, kept }: FilePaneProps) {
  if (kept) return <p className="p-4 text-ink-soft">You have removed it; that is not kept yet.</p>;
  const where = trees.after[path] ? trees.afterName : trees.beforeName;
  return (
    <p className="p-4 text-ink-soft">
      This file is not in the project. It is in what is called “{where}” here: see the diff.
    </p>
  );
}

function BinaryFile({ file }: { file: ProjectFile }) {
  return (
    <p className="p-4 text-ink-soft">
      A binary file of {size(bytesOf(file))}. It is carried along and shown to nobody; you can
      download it.
    </p>
  );
}

function Edited(props: FilePaneProps) {
  const { path, file, whyNot, onType } = props;
  if (file?.binary) return <BinaryFile file={file} />;
  if (!file) return <Absent {...props} />;
  return <EditFile path={path} text={file.text} whyNot={whyNot} onType={onType} />;
}
