// Where an import of a front end leads: to a file of the project, to a package of ours, or nowhere.

export type Files = Readonly<Record<string, string>>;

const ENDINGS = ["", ".tsx", ".ts", ".jsx", ".js", ".mjs", ".mts", ".json", ".css"];

/** What can be imported by name without being in the project. */
export const PACKAGES: readonly string[] = [
  "react",
  "react/jsx-runtime",
  "react/jsx-dev-runtime",
  "react-dom",
  "react-dom/client",
];

export type Found =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "package"; readonly name: string }
  | { readonly kind: "elsewhere"; readonly url: string }
  | { readonly kind: "missing"; readonly name: string };

/** `from` is the file that imports; `root` the folder of the page, for paths that begin with `/`. */
export function resolve(files: Files, from: string, wanted: string, root = ""): Found {
  const name = wanted.replace(/[?#].*$/, "");
  if (/^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(wanted)) return { kind: "elsewhere", url: wanted };
  const path = /^\.\.?(\/|$)/.test(name)
    ? file(files, join(folderOf(from), name))
    : name.startsWith("/")
      ? rooted(files, name.slice(1), root)
      : /^[@~]\//.test(name)
        ? file(files, join(root, `src/${name.slice(2)}`))
        : null;
  if (path !== null) return { kind: "file", path };
  return PACKAGES.includes(name) ? { kind: "package", name } : { kind: "missing", name: wanted };
}

/** As a page refers to a file: a bare name is a path there. */
export function referred(files: Files, page: string, wanted: string): Found {
  const isPath = /^[./]/.test(wanted) || /^[a-z][a-z0-9+.-]*:/i.test(wanted);
  return resolve(files, page, isPath ? wanted : `./${wanted}`, folderOf(page));
}

function rooted(files: Files, name: string, root: string): string | null {
  for (const folder of [root, join(root, "public"), "", "public"]) {
    const found = file(files, join(folder, name));
    if (found !== null) return found;
  }
  return null;
}

function file(files: Files, path: string): string | null {
  for (const ending of ENDINGS) if (has(files, path + ending)) return path + ending;
  // TypeScript names what it becomes: `./a.js` is `./a.ts` or `./a.tsx`.
  const typed = /^(.*)\.(m?)jsx?$/.exec(path);
  for (const ending of typed ? [`.${typed[2]}ts`, ".tsx"] : []) {
    if (has(files, typed?.[1] + ending)) return typed?.[1] + ending;
  }
  for (const ending of ENDINGS.slice(1, 6)) {
    if (has(files, join(path, `index${ending}`))) return join(path, `index${ending}`);
  }
  return null;
}

function has(files: Files, path: string): boolean {
  return Object.hasOwn(files, path);
}

export function folderOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}

export function join(folder: string, name: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${name}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
