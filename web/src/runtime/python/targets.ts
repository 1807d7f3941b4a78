// What of a Python project can be started: its services, its entry points and its tests, the
// likeliest first.
import type { PythonJob } from "../words";
import { bare } from "./imports";
import { type Files, folderOf, foldersTo, pathsOf, reach, type Reached } from "./reach";
import { servicesOf } from "./services";
import { needsPytest, pluginsOf } from "./testing";
import { withNeeds } from "./wheels";

export interface Target {
  readonly id: string;
  readonly how: "file" | "module" | "tests" | "serve";
  /** The path of a file, the dotted name of a module or of an application, or who runs the tests. */
  readonly what: string;
  readonly label: string;
  /** For tests: the files they are in. */
  readonly tests: readonly string[];
  /** Packages that come along and are unpacked for it, those it imports itself first. */
  readonly packages: readonly string[];
  /** Folders that stand on Python's path besides the usual ones. */
  readonly tops: readonly string[];
  /** Modules it needs that are not to be had here. */
  readonly missing: readonly string[];
  /** Another reason why it cannot be run, or nothing. */
  readonly why: string;
}

const NAMES = ["main.py", "app.py", "cli.py", "run.py", "manage.py", "server.py"];
const IS_TEST = /(^|\/)(test_[^/]*|[^/]*_test)\.py$/;
const STARTS = /^if\s+__name__\s*==\s*""\s*:/m;

export function targetsOf(files: Files): Target[] {
  const paths = Object.keys(files)
    .filter((path) => path.endsWith(".py"))
    .toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  const tests = paths.filter((path) => IS_TEST.test(path));
  const modules = paths.filter((path) => /(^|\/)__main__\.py$/.test(path) && !IS_TEST.test(path));
  const plain = paths.filter((path) => !modules.includes(path) && !tests.includes(path));
  const named = plain
    .filter((path) => NAMES.includes(nameOf(path)) && depth(path) <= 2)
    .toSorted((a, b) => NAMES.indexOf(nameOf(a)) - NAMES.indexOf(nameOf(b)));
  const others = plain.filter(
    (path) => !named.includes(path) && STARTS.test(bare(files[path] ?? "")),
  );
  const found = [
    ...servicesOf(files, plain).map((service) => serving(files, service)),
    ...modules.map((path) => module(files, path)),
    ...[...named, ...others].map((path) => file(files, path)),
    ...(tests.length > 0 ? [testing(files, tests)] : []),
  ];
  // A file that starts something by itself is likelier meant than one that only has the name.
  return found.toSorted((a, b) => rank(files, a) - rank(files, b));
}

function rank(files: Files, target: Target): number {
  if (isBarred(target)) return 3;
  if (target.how === "tests") return 2;
  if (target.how === "serve") return 0;
  return target.how === "module" || STARTS.test(bare(files[target.what] ?? "")) ? 0 : 1;
}

/** Whether it cannot be run here. */
export function isBarred(target: Target): boolean {
  return target.missing.length > 0 || target.why !== "";
}

function serving(files: Files, { path, what }: { path: string; what: string }): Target {
  const tops = foldersTo(folderOf(path));
  const { missing, packages } = reach(files, [path, ...initsOf(files, path)], tops);
  const base = start("serve", what, `serve ${what}`, { missing, packages, listens: false });
  return { ...base, tops };
}

function module(files: Files, path: string): Target {
  const folder = folderOf(path);
  if (folder === "") return file(files, path);
  const what = folder.replace(/^src\//, "").replaceAll("/", ".");
  const starts = [path, ...initsOf(files, path)];
  return start("module", what, `python -m ${what}`, reach(files, starts, []));
}

/** The `__init__.py` of every folder on the way to a file. */
function initsOf(files: Files, path: string): string[] {
  const inits = foldersTo(folderOf(path)).map((folder) => `${folder}/__init__.py`);
  return inits.filter((init) => files[init] !== undefined);
}

function file(files: Files, path: string): Target {
  const target = start("file", path, `python ${path}`, reach(files, [path], []));
  // Run as a file, a module of a package has no package: its relative imports cannot be answered.
  return /^from\s+\./m.test(bare(files[path] ?? ""))
    ? { ...target, why: "it imports from its own package, so it runs only as a module" }
    : target;
}

function start(how: Target["how"], what: string, label: string, reached: Reached): Target {
  return {
    id: `${how} ${what}`,
    how,
    what,
    label,
    tests: [],
    packages: withNeeds(reached.packages),
    tops: [],
    missing: reached.missing,
    why: reached.listens ? "it listens on a port by uvicorn, which a browser has not" : "",
  };
}

function testing(files: Files, tests: readonly string[]): Target {
  const tops = [...new Set(tests.flatMap((path) => foldersTo(folderOf(path))))];
  const folders = new Set(["", ...tops].map((folder) => (folder ? `${folder}/` : "")));
  const fixtures = Object.keys(files).filter(
    (path) => path.endsWith("conftest.py") && folders.has(path.slice(0, -"conftest.py".length)),
  );
  const starts = [...tests, ...fixtures];
  const { missing, packages } = reach(files, starts, tops);
  const by = needsPytest(files, tests, fixtures) ? "pytest" : "unittest";
  const wanted = by === "pytest" ? [...packages, "pytest", ...pluginsOf(files, starts)] : packages;
  return {
    ...start("tests", by, `its tests, by ${by}`, { missing, packages: wanted, listens: false }),
    id: "tests",
    tests,
    tops,
  };
}

/** The command that the run is, as one would type it. */
export function jobOf(
  files: Files,
  target: Target,
  argv: readonly string[],
  stdin: string,
): PythonJob {
  return {
    files,
    how: target.how,
    what: target.what,
    paths: [...new Set([...pathsOf(files), ...target.tops])],
    argv: target.how === "tests" ? target.tests : argv,
    stdin,
    packages: target.packages,
  };
}

function depth(path: string): number {
  return path.split("/").length;
}

function nameOf(path: string): string {
  return path.split("/").at(-1) ?? "";
}
