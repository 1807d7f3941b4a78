// Which modules of a project hold an application that answers requests, by the name it has there.
import { bare, importsOf } from "./imports";
import { type Files, folderOf, pathsOf, topOf } from "./reach";

export interface Service {
  readonly path: string;
  /** `package.module:name`, as servers are told it. */
  readonly what: string;
}

const MADE = /^([A-Za-z_]\w*)\s*(?::[^=\n]+)?=\s*(?:[\w.]+\.)?(?:FastAPI|Starlette)\s*\(/gm;
const NAMED =
  /^(?:(app|application)\s*(?::[^=\n]+)?=(?!=)|(?:async\s+)?def\s+(app|application)\s*\()/gm;
const FRAMEWORKS = ["fastapi", "starlette"];

/** Of these modules; one name each, those nearest to the top first. */
export function servicesOf(files: Files, paths: readonly string[]): Service[] {
  return paths.flatMap((path) => {
    const source = files[path] ?? "";
    if (/(^|\/)conftest\.py$/.test(path) || !isWebs(source)) return [];
    const code = bare(source);
    const names = [...code.matchAll(MADE), ...code.matchAll(NAMED)].map(
      ([, made, defined]) => made ?? defined ?? "",
    );
    const [name] = names;
    return name ? [{ path, what: `${moduleOf(files, path)}:${name}` }] : [];
  });
}

function isWebs(source: string): boolean {
  return importsOf(source).some(
    ({ module, up }) => up === 0 && FRAMEWORKS.includes(module.split(".")[0] ?? ""),
  );
}

/** Its dotted name from the top of its package, or of the project where it is in none. */
function moduleOf(files: Files, path: string): string {
  const top = topOf(files, path);
  const roots = top === folderOf(path) ? pathsOf(files).toReversed() : [top];
  const root = roots.find((each) => each === "" || path.startsWith(`${each}/`)) ?? "";
  const parts = path
    .slice(root === "" ? 0 : root.length + 1)
    .replace(/(\/__init__)?\.py$/, "")
    .split("/");
  // A folder whose name is none of Python's cannot be imported from: the file is, from within it.
  return (parts.every((part) => /^[A-Za-z_]\w*$/.test(part)) ? parts : parts.slice(-1)).join(".");
}
