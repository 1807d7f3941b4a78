// What was picked or dropped becomes a list of files with their paths, before anything is sent.

export interface Picked {
  path: string;
  file: File;
}

export interface Choice {
  files: readonly Picked[];
  /** Folders that are never wanted and would only be carried, with what was in them where known. */
  left: readonly string[];
}

/** The server's own bound on a request. */
export const MOST_BYTES = 100 * 1024 * 1024;
const NEVER = new Set([".git", "node_modules", ".venv", "__pycache__", ".roundtable"]);

/** From a picker: a folder's files know their place in it. */
export function pickedFiles(list: Iterable<File>): Choice {
  return rooted(
    sifted([...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }))),
  );
}

/** One folder alone is the project itself, as it is in an archive: its files stand at the root. */
function rooted(choice: Choice): Choice {
  const tops = new Set(choice.files.map(({ path }) => path.split("/")[0]));
  const inside = choice.files.every(({ path }) => path.includes("/"));
  if (tops.size !== 1 || !inside) return choice;
  const below = (path: string) => path.slice(path.indexOf("/") + 1);
  return {
    files: choice.files.map(({ path, file }) => ({ path: below(path), file })),
    left: choice.left.map(below),
  };
}

function sifted(all: readonly Picked[]): Choice {
  const left = new Set<string>();
  const files = all.filter(({ path }) => {
    const parts = path.split("/");
    const at = parts.slice(0, -1).findIndex((part) => NEVER.has(part));
    if (at >= 0) left.add(parts.slice(0, at + 1).join("/"));
    return at < 0;
  });
  return { files, left: [...left] };
}

/** From a drop: folders are walked, but not those that are never wanted. */
export async function droppedFiles(items: DataTransferItemList): Promise<Choice> {
  // The list is emptied as soon as the event is over, so all entries are taken out of it first.
  const held = [...items]
    .filter((item) => item.kind === "file")
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files: Picked[] = [];
  const left: string[] = [];
  for (const { entry, file } of held) {
    if (entry) await walk(entry, files, left);
    else if (file) files.push({ path: file.name, file });
  }
  return rooted({ files, left });
}

async function walk(entry: FileSystemEntry, files: Picked[], left: string[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, "");
  if (isFolder(entry)) {
    if (NEVER.has(entry.name)) left.push(path);
    else for (const child of await children(entry)) await walk(child, files, left);
  } else {
    const file = await new Promise<File>((done, fail) =>
      (entry as FileSystemFileEntry).file(done, fail),
    );
    files.push({ path, file });
  }
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** A reader hands out a hundred at a time, and an empty list at the end. */
async function children(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) =>
      reader.readEntries(done, fail),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const isZip = ({ path }: Picked) => /\.zip$/i.test(path);

/** What is added joins what is there; an archive is a whole tree, and takes its place. */
export function joined(before: readonly Picked[], added: readonly Picked[]): Picked[] {
  if (before.some(isZip) || added.some(isZip)) return [...added];
  const byPath = new Map([...before, ...added].map((picked) => [picked.path, picked]));
  return [...byPath.values()];
}

export function bytesOf(files: readonly Picked[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0);
}

/** Why these cannot be sent at all; empty when they can. */
export function unsendable(files: readonly Picked[]): string {
  if (files.length === 0) return "There is no file in it.";
  if (bytesOf(files) > MOST_BYTES) return "It is more than 100 MB. Send a part of it.";
  if (files.length > 1 && files.some(isZip)) return "One ZIP, or files; not both at once.";
  return "";
}

/** Sizes of files, as file managers show them. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
