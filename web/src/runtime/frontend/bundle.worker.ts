// Inside the bundler's room: esbuild, which reads the project's files from a map and nowhere else.
import {
  type BuildFailure,
  build,
  initialize,
  type Loader,
  type Message,
  type Plugin,
} from "esbuild-wasm";
import type { BundleOrder } from "../words";
import type { Bundle, Entry } from "./assemble";
import { folderOf, join, resolve } from "./resolve";

type Parts = Pick<BundleOrder, "wasm" | "files" | "packages">;
export type Asked = { readonly id: number; readonly entry: Entry };
export type Answered =
  | { readonly id: number; readonly bundle: Bundle }
  | { readonly id: number; readonly wrong: string };

let parts: Parts | null = null;
let ready: Promise<void> = Promise.resolve();

self.addEventListener("message", (event: MessageEvent<Parts | Asked>) => {
  if ("wasm" in event.data) {
    parts = event.data;
    ready = start(event.data.wasm);
  } else void answer(event.data);
});

async function start(wasm: ArrayBuffer): Promise<void> {
  await initialize({ wasmModule: await WebAssembly.compile(wasm), worker: false });
}

async function answer({ id, entry }: Asked): Promise<void> {
  try {
    await ready;
    if (!parts) throw new Error("the bundler was asked before it was given anything");
    const said: Answered = { id, bundle: await bundled(parts, entry) };
    self.postMessage(said);
  } catch (thrown) {
    const said: Answered = { id, wrong: wordsOf(thrown) };
    self.postMessage(said);
  }
}

async function bundled({ files, packages }: Parts, entry: Entry): Promise<Bundle> {
  const made = await build({
    entryPoints: [entry.text === null ? `project:${entry.path}` : "inline:"],
    bundle: true,
    write: false,
    outdir: "/out",
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    charset: "utf8",
    logLevel: "silent",
    define: {
      "process.env.NODE_ENV": '"production"',
      "import.meta.env": '{"MODE":"production","DEV":false,"PROD":true,"BASE_URL":"/","SSR":false}',
      "import.meta.hot": "undefined",
    },
    plugins: [reader(files, packages, entry)],
  });
  const of = (ending: string) =>
    made.outputFiles.find((file) => file.path.endsWith(ending))?.text ?? "";
  return { js: of(".js"), css: of(".css"), notes: made.warnings.map(line) };
}

/** Every path is answered here, so that esbuild never looks for a disk. */
function reader(
  files: BundleOrder["files"],
  packages: BundleOrder["packages"],
  entry: Entry,
): Plugin {
  return {
    name: "project",
    setup(context) {
      context.onResolve({ filter: /^inline:$/ }, () => ({ path: entry.path, namespace: "inline" }));
      context.onResolve({ filter: /.*/ }, (asked) => {
        if (asked.path.startsWith("project:")) {
          return { path: asked.path.slice("project:".length), namespace: "project" };
        }
        if (asked.namespace === "package") return inPackages(packages, asked.importer, asked.path);
        if (asked.kind === "url-token" && /^(data:|#)/.test(asked.path)) return { external: true };
        const found = resolve(files, asked.importer, local(asked.path, asked.kind), entry.root);
        switch (found.kind) {
          case "file":
            return { path: found.path, namespace: "project" };
          case "package":
            return inPackages(packages, "", found.name);
          default:
            // A picture that is not there leaves a gap; a module that is not there ends the build.
            if (asked.kind === "url-token" || asked.kind === "import-rule") {
              return { path: asked.path, external: true };
            }
            return { errors: [{ text: `"${asked.path}" is not in the project` }] };
        }
      });
      context.onLoad({ filter: /.*/, namespace: "inline" }, () => ({
        contents: entry.text ?? "",
        loader: "tsx",
      }));
      context.onLoad({ filter: /.*/, namespace: "project" }, ({ path }) => ({
        contents: files[path] ?? "",
        loader: loaderOf(path),
      }));
      context.onLoad({ filter: /.*/, namespace: "package" }, ({ path }) => ({
        contents: packages[path] ?? "",
        loader: "js",
      }));
    },
  };
}

/** In a style sheet a bare name is a path. */
function local(path: string, kind: string): string {
  const styled = kind === "url-token" || kind === "import-rule";
  return styled && !/^(\.|\/|[a-z]+:)/i.test(path) ? `./${path}` : path;
}

function inPackages(packages: BundleOrder["packages"], from: string, wanted: string) {
  const asked = wanted.startsWith(".") ? join(folderOf(from), wanted) : wanted;
  const path = [asked, `${asked}.js`, `${asked}/index.js`].find((name) => name in packages);
  if (path === undefined) return { errors: [{ text: `"${wanted}" does not come with us` }] };
  return { path, namespace: "package" };
}

const LOADERS: Record<string, Loader> = {
  ts: "ts",
  mts: "ts",
  tsx: "tsx",
  jsx: "jsx",
  json: "json",
  css: "css",
  svg: "dataurl",
  txt: "text",
  md: "text",
  html: "text",
};

function loaderOf(path: string): Loader {
  if (path.endsWith(".module.css")) return "local-css";
  // JSX in a .js file is common; plain JavaScript reads the same under this loader.
  return LOADERS[path.split(".").at(-1) ?? ""] ?? (/\.[cm]?js$/.test(path) ? "jsx" : "text");
}

function wordsOf(thrown: unknown): string {
  const failure = thrown as Partial<BuildFailure>;
  if (Array.isArray(failure.errors) && failure.errors.length > 0) {
    return failure.errors.slice(0, 20).map(line).join("\n");
  }
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function line({ text, location }: Message): string {
  if (!location) return text;
  const at = `${location.file.replace(/^(project|inline):/, "")}:${location.line}:${location.column}`;
  return `${at}: ${text}\n    ${location.lineText.trim().slice(0, 200)}`;
}
