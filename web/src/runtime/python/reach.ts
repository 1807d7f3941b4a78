// What a Python file reaches: the project's own files behind its imports, the packages that come
// along, and what is missing.
import { importsOf, type Import } from "./imports";
import { isPythons } from "./stdlib";
import { packagesFor } from "./wheels";

export type Files = Readonly<Record<string, string>>;

/** Folders that stand on Python's path: the project's, and `src` where there is one. */
export function pathsOf(files: Files): string[] {
  return Object.keys(files).some((path) => path.startsWith("src/")) ? ["", "src"] : [""];
}

function at(folder: string, dotted: string): string {
  return [folder, ...dotted.split(".")].filter(Boolean).join("/");
}

/** The files that an import of this dotted name runs, or none where the project has no such module. */
function own(files: Files, roots: readonly string[], dotted: string): string[] {
  for (const root of roots) {
    const path = at(root, dotted);
    if (files[`${path}.py`] !== undefined) return [...packages(files, root, dotted), `${path}.py`];
    if (files[`${path}/__init__.py`] !== undefined) return packages(files, root, `${dotted}.x`);
    // A folder without __init__.py is a package all the same.
    if (dotted !== "" && Object.keys(files).some((file) => isUnder(file, path))) return [path];
  }
  return [];
}

function isUnder(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`) && file.endsWith(".py");
}

/** The `__init__.py` of every package on the way to a module. */
function packages(files: Files, root: string, dotted: string): string[] {
  const parts = dotted.split(".").slice(0, -1);
  return parts
    .map((_, index) => `${at(root, parts.slice(0, index + 1).join("."))}/__init__.py`)
    .filter((path) => files[path] !== undefined);
}

export interface Reached {
  /** Modules that neither Python, nor the project, nor a package here has; sorted. */
  readonly missing: readonly string[];
  /** Packages that are imported, without what they need themselves; sorted. */
  readonly packages: readonly string[];
  /** It imports a server, which is stood in for: there is no port to listen on. */
  readonly listens: boolean;
}

/** `tops` are further folders that stand on the path. */
export function reach(files: Files, starts: readonly string[], tops: readonly string[]): Reached {
  const missing = new Set<string>();
  const provided = new Set<string>();
  const seen = new Set<string>();
  const ahead = [...starts];
  let listens = false;
  for (let file = ahead.pop(); file !== undefined; file = ahead.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const folder = folderOf(file);
    const roots = [...new Set([...pathsOf(files), folder, ...topsOf(files, starts), ...tops])];
    for (const each of importsOf(files[file] ?? "")) {
      const first = each.module.split(".")[0] ?? "";
      const found = each.up > 0 ? relative(files, folder, each) : absolute(files, roots, each);
      const by = found ? [] : packagesFor(each.module, each.names);
      for (const name of by) provided.add(name);
      if (found) ahead.push(...found);
      else if (first === SERVER) listens = true;
      else if (by.length === 0 && !each.optional) missing.add(first);
    }
  }
  return {
    missing: [...missing].filter(Boolean).toSorted(),
    packages: [...provided].toSorted(),
    listens,
  };
}

/** The server that most applications name; `harness.py` stands in for it. */
const SERVER = "uvicorn";

export function folderOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}

/** A folder and all that hold it, the outermost first and without the project's own. */
export function foldersTo(folder: string): string[] {
  const parts = folder.split("/").filter(Boolean);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** Where the file that is started lies stands on the path, whoever imports then. */
function topsOf(files: Files, starts: readonly string[]): string[] {
  return starts.map((start) => topOf(files, start));
}

/** The folder that holds a module's outermost package. */
export function topOf(files: Files, path: string): string {
  let folder = folderOf(path);
  while (folder && files[`${folder}/__init__.py`] !== undefined) folder = folderOf(folder);
  return folder;
}

function absolute(files: Files, roots: readonly string[], { module, names }: Import) {
  const found = own(files, roots, module);
  if (found.length > 0) {
    return [...found, ...names.flatMap((name) => own(files, roots, `${module}.${name}`))];
  }
  return isPythons(module.split(".")[0] ?? "") ? [] : null;
}

function relative(files: Files, folder: string, { module, up, names }: Import): string[] {
  const parts = folder.split("/");
  const base = parts.slice(0, parts.length - (up - 1)).join("/");
  const whole = module === "" ? [] : own(files, [base], module);
  const inner = names.flatMap((name) => own(files, [base], module ? `${module}.${name}` : name));
  // What is not there is the project's own mistake, and a run tells it best.
  return [...whole, ...inner];
}
