// A page as one text: its modules bundled, its styles and pictures put into it, and nothing left in
// it that would be fetched.
import { parsed, scriptsOf } from "./pages";
import { type Files, folderOf, referred } from "./resolve";

export interface Entry {
  /** A file of the project, or the page in which the text stands. */
  readonly path: string;
  /** The text itself, where it is no file. */
  readonly text: string | null;
  readonly root: string;
}

export interface Bundle {
  readonly js: string;
  readonly css: string;
  readonly notes: readonly string[];
}

export type Bundler = (entry: Entry) => Promise<Bundle>;

export interface Assembled {
  readonly html: string;
  readonly notes: readonly string[];
}

const BLANK =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title></head>' +
  '<body><div id="root"></div><div id="app"></div></body></html>';

export async function assemble(files: Files, entry: string, bundle: Bundler): Promise<Assembled> {
  const isPage = /\.html?$/i.test(entry);
  const doc = parsed(isPage ? (files[entry] ?? "") : BLANK);
  const notes: string[] = [];
  if (isPage) {
    for (const element of doc.querySelectorAll("base, meta[http-equiv]")) element.remove();
    await placeStyles(doc, files, entry, bundle, notes);
    await placeScripts(doc, files, entry, bundle, notes);
    placePictures(doc, files, entry, notes);
  } else {
    const made = await bundle({ path: entry, text: null, root: rootOf(entry) });
    notes.push(...made.notes);
    place(doc, doc.body.appendChild(doc.createElement("script")), made);
  }
  return { html: `<!doctype html>\n${doc.documentElement.outerHTML}`, notes };
}

function rootOf(script: string): string {
  return folderOf(script).replace(/(^|\/)src$/, "");
}

async function placeStyles(
  doc: Document,
  files: Files,
  page: string,
  bundle: Bundler,
  notes: string[],
): Promise<void> {
  for (const link of doc.querySelectorAll("link")) {
    const href = link.getAttribute("href") ?? "";
    const found = referred(files, page, href);
    if (!link.relList.contains("stylesheet")) link.remove();
    else if (found.kind !== "file") {
      notes.push(`the style sheet ${href} is not in the project, and is left out`);
      link.remove();
    } else {
      const made = await bundle({ path: found.path, text: null, root: folderOf(page) });
      notes.push(...made.notes);
      link.replaceWith(style(doc, made.css));
    }
  }
}

async function placeScripts(
  doc: Document,
  files: Files,
  page: string,
  bundle: Bundler,
  notes: string[],
): Promise<void> {
  for (const [element, script] of scriptsOf(doc)) {
    const found = script.src === null ? null : referred(files, page, script.src);
    if (found && found.kind !== "file") {
      notes.push(`the script ${script.src} is not in the project, and is left out`);
      element.remove();
    } else if (script.module) {
      const entry = { path: found?.path ?? page, text: found ? null : script.text };
      const made = await bundle({ ...entry, root: folderOf(page) });
      notes.push(...made.notes);
      place(doc, element, made);
    } else if (found) {
      // A plain script shares its names with the page: it is taken as it is, at the same moment.
      const late = element.hasAttribute("defer");
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
      element.textContent = inScript(files[found.path] ?? "");
      if (late) doc.body.append(element);
    }
  }
}

function place(doc: Document, element: HTMLScriptElement, { js, css }: Bundle): void {
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
  element.type = "module";
  element.textContent = inScript(js);
  if (css !== "") doc.head.append(style(doc, css));
}

function placePictures(doc: Document, files: Files, page: string, notes: string[]): void {
  for (const element of doc.querySelectorAll("img, source, video, audio, input[type=image]")) {
    element.removeAttribute("srcset");
    for (const name of ["src", "poster"]) {
      const src = element.getAttribute(name);
      if (src === null || /^(data|blob):/i.test(src)) continue;
      const found = referred(files, page, src);
      if (found.kind === "file") element.setAttribute(name, asData(found.path, files));
      else {
        notes.push(`the picture ${src} is not in the project, and is left out`);
        element.removeAttribute(name);
      }
    }
  }
}

function style(doc: Document, css: string): HTMLStyleElement {
  const element = doc.createElement("style");
  element.textContent = css.replace(/<\/style/gi, "<\\/style");
  return element;
}

/** A script's text ends where `</script` stands, wherever that is. */
function inScript(js: string): string {
  return js.replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
}

const KINDS: Record<string, string> = { svg: "image/svg+xml", json: "application/json" };

function asData(path: string, files: Files): string {
  const kind = KINDS[path.split(".").at(-1) ?? ""] ?? "text/plain";
  return `data:${kind};charset=utf-8,${encodeURIComponent(files[path] ?? "")}`;
}
