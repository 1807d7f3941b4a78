// The packages that come along for Python projects, as their own wheels tell of themselves.
import told from "../../../node_modules/.wheels/manifest.json";

export interface Wheel {
  readonly file: string;
  /** What `import` finds once it is unpacked. */
  readonly modules: readonly string[];
  readonly requires: readonly string[];
}

export const WHEELS: Readonly<Record<string, Wheel>> = told;

const PROVIDERS: ReadonlyMap<string, string> = new Map(
  Object.entries(WHEELS).flatMap(([name, { modules }]) =>
    modules.map((module) => [module, name] as const),
  ),
);

/** What a part of a package cannot do without, though the package itself can. */
const PARTS: readonly [module: RegExp, names: RegExp, needs: string][] = [
  [/^(fastapi|starlette)\.testclient$/, /^/, "httpx2"],
  [/^(fastapi|starlette)$/, /^testclient$/, "httpx2"],
  [/^fastapi(\.params|\.param_functions)?$/, /^(Form|File|UploadFile)$/, "python-multipart"],
];

/** The packages that this import calls for, or none where no package here answers it. */
export function packagesFor(module: string, names: readonly string[]): string[] {
  const provider = PROVIDERS.get(module.split(".")[0] ?? "");
  if (provider === undefined) return [];
  const parts = PARTS.filter(
    ([part, named]) =>
      part.test(module) && (names.length === 0 ? [""] : names).some((name) => named.test(name)),
  );
  return [provider, ...parts.map(([, , needs]) => needs)];
}

/** These and all that they need; those that were asked for come first. */
export function withNeeds(names: readonly string[]): string[] {
  const found = new Set(names.filter((name) => WHEELS[name] !== undefined));
  for (const name of found) {
    for (const needed of WHEELS[name]?.requires ?? []) {
      if (WHEELS[needed] !== undefined) found.add(needed);
    }
  }
  return [...found];
}

const TITLES: Readonly<Record<string, string>> = { fastapi: "FastAPI", pydantic: "Pydantic" };

/** In a few words: the first by name, the others by number. */
export function inWords(names: readonly string[]): string {
  const [first = "", ...others] = names;
  const title = TITLES[first] ?? first;
  return others.length === 0 ? title : `${title} and ${others.length} more`;
}
