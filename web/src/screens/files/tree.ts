// The files as a tree of folders: what is new, changed or gone, and which rows are in sight.
import type { ProjectFile, Tree } from "@/fold";
import type { Share } from "./accepting";

export type Mark = "new" | "changed" | "deleted";

export interface FileNode {
  readonly kind: "file";
  readonly path: string;
  readonly name: string;
  readonly mark: Mark | null;
  readonly bytes: number;
  readonly binary: boolean;
  /** The developer has edited it since a round made it. */
  readonly edited: boolean;
  /** There is a change of it that is not kept yet. */
  readonly pending: boolean;
  /** How many of its hunks are accepted; null: none is. */
  readonly accepted: Share | null;
}

export interface FolderNode {
  readonly kind: "folder";
  readonly path: string;
  readonly name: string;
  readonly children: readonly TreeNode[];
  /** How many files under it are new, changed or gone. */
  readonly changed: number;
}

export type TreeNode = FileNode | FolderNode;

export interface Row {
  readonly node: TreeNode;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly open: boolean;
}

export function markOf(
  before: ProjectFile | undefined,
  after: ProjectFile | undefined,
): Mark | null {
  if (!before) return after ? "new" : null;
  if (!after) return "deleted";
  return before.text === after.text && before.binary === after.binary ? null : "changed";
}

const sizes = new WeakMap<ProjectFile, number>();

/** How many bytes a file has; four signs of base64 stand for three of them. */
export function bytesOf(file: ProjectFile): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = file.binary
    ? Math.floor((file.text.replace(/=+$/, "").length * 3) / 4)
    : new TextEncoder().encode(file.text).length;
  sizes.set(file, size);
  return size;
}

export interface Touched {
  readonly edited: ReadonlySet<string>;
  readonly pending: ReadonlySet<string>;
  readonly accepted: ReadonlyMap<string, Share>;
}

const UNTOUCHED: Touched = { edited: new Set(), pending: new Set(), accepted: new Map() };

/** All files of the two trees, by path. */
export function filesOf(before: Tree, after: Tree, touched: Touched = UNTOUCHED): FileNode[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return paths.toSorted(byPath).flatMap((path) => {
    const file = after[path] ?? before[path];
    if (!file) return [];
    return [
      {
        kind: "file",
        path,
        name: path.slice(path.lastIndexOf("/") + 1),
        mark: markOf(before[path], after[path]),
        bytes: bytesOf(file),
        binary: file.binary,
        edited: touched.edited.has(path),
        pending: touched.pending.has(path),
        accepted: touched.accepted.get(path) ?? null,
      } satisfies FileNode,
    ];
  });
}

/** Folders before files at every level, then by name. */
function byPath(one: string, other: string): number {
  const ours = one.split("/");
  const theirs = other.split("/");
  for (let level = 0; ; level += 1) {
    const [a = "", b = ""] = [ours[level], theirs[level]];
    const isFolder = Number(level < ours.length - 1);
    const isOther = Number(level < theirs.length - 1);
    if (isFolder !== isOther) return isOther - isFolder;
    if (a !== b || !isFolder) return a < b ? -1 : Number(a > b);
  }
}

export function treeOf(files: readonly FileNode[]): TreeNode[] {
  return under("", files);
}

function under(folder: string, files: readonly FileNode[]): TreeNode[] {
  const groups = new Map<string, FileNode[]>();
  for (const file of files) {
    const slash = file.path.indexOf("/", folder.length);
    const key = slash < 0 ? file.path : file.path.slice(0, slash + 1);
    const group = groups.get(key);
    if (group) group.push(file);
    else groups.set(key, [file]);
  }
  return [...groups].flatMap(([path, inside]): TreeNode[] => {
    if (!path.endsWith("/") || path === folder) return inside;
    const changed = inside.filter((file) => file.mark !== null).length;
    const name = path.slice(folder.length, -1);
    return [{ kind: "folder", path, name, children: under(path, inside), changed }];
  });
}

/** The files whose path holds every word of the search. */
export function found(files: readonly FileNode[], search: string): readonly FileNode[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return files;
  return files.filter((file) => {
    const path = file.path.toLowerCase();
    return words.every((word) => path.includes(word));
  });
}

/** The rows that are in sight while these folders are shut. */
export function rowsOf(nodes: readonly TreeNode[], shut: ReadonlySet<string>, level = 1): Row[] {
  return nodes.flatMap((node, index) => {
    const open = node.kind === "folder" && !shut.has(node.path);
    const row = { node, level, position: index + 1, siblings: nodes.length, open };
    return open ? [row, ...rowsOf(node.children, shut, level + 1)] : [row];
  });
}
