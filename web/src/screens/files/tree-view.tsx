// The tree of files: walked with the arrow keys, searched by path, and only drawn where one looks.
import {
  Check,
  ChevronDown,
  ChevronRight,
  FileCode2,
  FileDigit,
  Folder,
  Search,
} from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import { classes } from "@/design/classes";
import { plural } from "@/design/figures";
import { KingMark } from "@/design/seat-mark";
import { TextInput } from "@/design/text-input";
import { Toggle } from "@/design/toggle";
import type { Share } from "./accepting";
import { size } from "./taking";
import { type FileNode, found, type Mark, type Row, rowsOf, treeOf } from "./tree";
import { moveOf } from "./tree-keys";

const TYPED_WITHIN = 700;

export interface TreeViewProps {
  files: readonly FileNode[];
  selected: string | null;
  onSelect: (path: string) => void;
  /** What the marks are against, in words. */
  against: string;
}

export function TreeView({ files, selected, onSelect, against }: TreeViewProps) {
  const [search, setSearch] = useState("");
  const [onlyChanged, setOnlyChanged] = useState(false);
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set());
  const changed = useMemo(
    () => files.filter((file) => file.mark !== null || file.pending),
    [files],
  );
  const matching = useMemo(
    () => found(onlyChanged ? changed : files, search),
    [onlyChanged, changed, files, search],
  );
  const rows = useMemo(
    () => rowsOf(treeOf(matching), search === "" ? shut : new Set()),
    [matching, shut, search],
  );
  const toggle = (path: string) => {
    const next = new Set(shut);
    if (!next.delete(path)) next.add(path);
    setShut(next);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-2 border-b border-line p-3">
        <span className="relative block">
          <TextInput
            type="search"
            aria-label="Search files by path"
            placeholder="Search by path"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="pl-8 text-sm"
          />
          <Search
            size={15}
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-faint"
          />
        </span>
        <Toggle
          label={<span className="text-sm">Only what changed ({changed.length})</span>}
          on={onlyChanged}
          onChange={setOnlyChanged}
        />
      </div>
      {rows.length === 0 ? (
        <p className="p-4 text-sm text-ink-soft">
          {search === "" ? "Nothing has changed." : "No path holds these words."}
        </p>
      ) : (
        <Rows rows={rows} selected={selected} onSelect={onSelect} onToggle={toggle} />
      )}
      <p className="border-t border-line px-3 py-1.5 text-xs text-ink-faint">
        {plural(files.length, "file")} · marks against {against}
      </p>
    </div>
  );
}

interface RowsProps {
  rows: readonly Row[];
  selected: string | null;
  onSelect: (path: string) => void;
  onToggle: (path: string) => void;
}

function Rows({ rows, selected, onSelect, onToggle }: RowsProps) {
  const id = useId();
  const list = useRef<VListHandle>(null);
  const here = rows.findIndex(({ node }) => node.path === selected);
  const [path, setPath] = useState<string | null>(null);
  const known = rows.findIndex(({ node }) => node.path === path);
  const active = known >= 0 ? known : Math.max(here, 0);
  const typed = useTyped();
  useEffect(() => {
    if (here >= 0) list.current?.scrollToIndex(here, { align: "nearest" });
    // Only when another file is shown; a folder that is opened moves nothing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [selected]);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveOf(rows, active, event.key, typed(event.key));
    if (move === null) return;
    event.preventDefault();
    if ("show" in move) onSelect(move.show);
    else if ("toggle" in move) {
      setPath(move.toggle);
      onToggle(move.toggle);
    } else {
      setPath(rows[move.to]?.node.path ?? null);
      list.current?.scrollToIndex(move.to, { align: "nearest" });
    }
  };
  return (
    <VList
      ref={list}
      data={rows}
      itemSize={28}
      keepMounted={[active]}
      role="tree"
      tabIndex={0}
      aria-label="Files"
      aria-activedescendant={`${id}-${active}`}
      onKeyDown={press}
      className="tree-rows min-h-0 flex-1 py-1 outline-offset-[-2px]"
    >
      {(row, index) => (
        <RowView
          key={row.node.path}
          id={`${id}-${index}`}
          row={row}
          active={index === active}
          selected={row.node.path === selected}
          onPress={() => {
            setPath(row.node.path);
            if (row.node.kind === "file") onSelect(row.node.path);
            else onToggle(row.node.path);
          }}
        />
      )}
    </VList>
  );
}

/** What was typed in one go, for going to a name by its first letters. */
function useTyped(): (key: string) => string {
  const typed = useRef({ text: "", at: 0 });
  return (key) => {
    if (key.length !== 1 || key === " ") return "";
    const now = performance.now();
    const text = now - typed.current.at < TYPED_WITHIN ? typed.current.text + key : key;
    typed.current = { text, at: now };
    return text;
  };
}

interface RowViewProps {
  id: string;
  row: Row;
  active: boolean;
  selected: boolean;
  onPress: () => void;
}

function RowView({ id, row, active, selected, onPress }: RowViewProps) {
  const { node, level, position, siblings, open } = row;
  const isFolder = node.kind === "folder";
  return (
    // The tree has the focus and the keys; a row is only pressed.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isFolder ? open : undefined}
      aria-selected={selected}
      data-active={active || undefined}
      title={node.kind === "file" && node.edited ? `${node.path} (edited by you)` : node.path}
      onClick={onPress}
      style={{ paddingInlineStart: `${0.25 + (level - 1) * 0.875}rem` }}
      className="tree-row flex h-7 cursor-pointer items-center gap-1.5 pr-3 text-sm text-ink-soft hover:bg-sunken hover:text-ink aria-selected:bg-accent-soft aria-selected:text-ink"
    >
      <span aria-hidden className="grid w-4 shrink-0 place-items-center">
        {isFolder && (open ? <ChevronDown size={14} /> : <ChevronRight size={14} />)}
      </span>
      {node.kind === "folder" ? (
        <FolderCells name={node.name} changed={open ? 0 : node.changed} />
      ) : (
        <FileCells file={node} />
      )}
    </div>
  );
}

function FolderCells({ name, changed }: { name: string; changed: number }) {
  return (
    <>
      <Folder size={15} aria-hidden className="shrink-0 text-ink-faint" />
      <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
      {changed > 0 && (
        <span className="text-xs text-ink-faint figures">
          {changed}
          <span className="sr-only"> changed</span>
        </span>
      )}
    </>
  );
}

export const MARKS: Record<Mark, { word: string; tone: string }> = {
  new: { word: "new", tone: "text-agree" },
  changed: { word: "changed", tone: "text-doubt" },
  deleted: { word: "gone", tone: "text-danger" },
};

function FileCells({ file }: { file: FileNode }) {
  const Icon = file.binary ? FileDigit : FileCode2;
  const mark = file.mark && MARKS[file.mark];
  return (
    <>
      <Icon size={15} aria-hidden className="shrink-0 text-ink-faint" />
      <span
        className={classes("min-w-0 flex-1 truncate", file.mark === "deleted" && "line-through")}
      >
        {file.name}
      </span>
      {file.binary && <span className="sr-only">binary</span>}
      {file.accepted && <Accepted share={file.accepted} />}
      {file.pending ? (
        <span className="shrink-0 text-xs font-medium text-king">not kept</span>
      ) : (
        <>
          {file.edited && <KingMark size={13} label="edited by you" />}
          {mark && <span className={classes("shrink-0 text-xs", mark.tone)}>{mark.word}</span>}
        </>
      )}
      <span className="w-12 shrink-0 text-right text-xs text-ink-faint figures">
        {file.mark === "deleted" ? "" : size(file.bytes)}
      </span>
    </>
  );
}

function Accepted({ share }: { share: Share }) {
  const words = `${share.accepted} of ${share.of} accepted`;
  return (
    <span
      title={words}
      className={classes(
        "inline-flex shrink-0 items-center gap-0.5 text-xs figures",
        share.accepted === share.of ? "text-agree" : "text-ink-faint",
      )}
    >
      <Check size={12} aria-hidden />
      <span aria-hidden>
        {share.accepted}/{share.of}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
