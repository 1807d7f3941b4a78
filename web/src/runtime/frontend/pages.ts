// What of a front end can be shown: its pages and its scripts, and what each cannot do without.
import { type Files, folderOf, referred, resolve } from "./resolve";
import { specifiersOf } from "./specifiers";

export interface Shown {
  readonly id: string;
  /** The page or the script that is shown. */
  readonly entry: string;
  readonly label: string;
  /** Packages and addresses it needs that are not to be had here. */
  readonly missing: readonly string[];
}

const SCRIPTS = ["main", "index", "app", "App"].flatMap((name) =>
  ["tsx", "jsx", "ts", "js"].flatMap((ending) => [`src/${name}.${ending}`, `${name}.${ending}`]),
);
const IS_SCRIPT = /\.[mc]?[jt]sx?$/;
/** What tells a script for a page from one for a server. */
const TOUCHES_PAGE = /\bdocument\s*\.|\bcreateRoot\s*\(|\bReactDOM\b|\bwindow\s*\./;

export function shownOf(files: Files): Shown[] {
  const pages = Object.keys(files)
    .filter((path) => /\.html?$/i.test(path) && !/(^|\/)(node_modules|templates|dist)\//.test(path))
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  if (pages.length > 0)
    return pages.map((path) => ({ ...page(path), missing: lacks(files, path) }));
  return SCRIPTS.filter((path) => TOUCHES_PAGE.test(files[path] ?? "")).map((path) => ({
    ...page(path),
    missing: missingFor(files, [path], folderOf(path) === "src" ? "" : folderOf(path)),
  }));
}

function rank(path: string): number {
  return path.split("/").length * 2 + (/(^|\/)index\.html?$/i.test(path) ? 0 : 1);
}

function page(path: string) {
  return { id: path, entry: path, label: path };
}

export interface Script {
  readonly src: string | null;
  readonly text: string;
  readonly module: boolean;
}

/** The scripts of a page in their order; what is no JavaScript, such as data, is left out. */
export function scriptsOf(doc: Document): [HTMLScriptElement, Script][] {
  return [...doc.querySelectorAll("script")].flatMap((element) => {
    const module = isModule(element.getAttribute("type") ?? "");
    if (module === null) return [];
    return [[element, { src: element.getAttribute("src"), text: element.textContent, module }]];
  });
}

/** Null: no JavaScript at all. */
function isModule(type: string): boolean | null {
  const said = type.trim().toLowerCase();
  if (said === "module") return true;
  return said === "" || /^(text|application)\/(java|ecma)script$/.test(said) ? false : null;
}

const COMMENT = /<!--[^]*?-->/g;
const SCRIPT = /<script\b((?:"[^"]*"|'[^']*'|[^'">])*)>([^]*?)(?:<\/script\s*>|$)/gi;

/**
 * The same from the text alone. A page that is only looked at is not parsed: this page's policy would
 * be held against every style in it, and told of.
 */
function scriptsIn(html: string): Script[] {
  return [...html.replace(COMMENT, "").matchAll(SCRIPT)].flatMap(([, said = "", text = ""]) => {
    const module = isModule(attribute(said, "type") ?? "");
    return module === null ? [] : [{ src: attribute(said, "src"), text, module }];
  });
}

function attribute(said: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i");
  const [, ...values] = found.exec(said) ?? [];
  return values.find((value) => value !== undefined) ?? null;
}

/** An inert document: nothing in it runs, and nothing is loaded for it. */
export function parsed(html: string): Document {
  return new DOMParser().parseFromString(html, "text/html");
}

function lacks(files: Files, path: string): string[] {
  const missing: string[] = [];
  const starts: string[] = [];
  for (const script of scriptsIn(files[path] ?? "")) {
    if (script.src !== null) {
      const found = referred(files, path, script.src);
      if (found.kind === "file" && script.module) starts.push(found.path);
      if (found.kind === "elsewhere") missing.push(found.url);
      if (found.kind === "missing") missing.push(script.src);
    } else if (script.module) {
      missing.push(...missingIn(files, path, script.text, folderOf(path)).missing);
    }
  }
  return [...new Set([...missing, ...missingFor(files, starts, folderOf(path))])].toSorted();
}

/** What these scripts import, near and far, that is nowhere. */
export function missingFor(files: Files, starts: readonly string[], root: string): string[] {
  const missing = new Set<string>();
  const seen = new Set<string>();
  const ahead = [...starts];
  for (let path = ahead.pop(); path !== undefined; path = ahead.pop()) {
    if (seen.has(path) || !IS_SCRIPT.test(path)) continue;
    seen.add(path);
    const found = missingIn(files, path, files[path] ?? "", root);
    ahead.push(...found.files);
    for (const name of found.missing) missing.add(name);
  }
  return [...missing].toSorted();
}

function missingIn(files: Files, path: string, source: string, root: string) {
  const missing: string[] = [];
  const next: string[] = [];
  for (const wanted of specifiersOf(source)) {
    const found = resolve(files, path, wanted, root);
    if (found.kind === "file") next.push(found.path);
    else if (found.kind === "missing") missing.push(found.name);
    else if (found.kind === "elsewhere") missing.push(found.url);
  }
  return { missing, files: next };
}
