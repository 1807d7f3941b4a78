// npm projects by the WebContainer API. It is its vendor's runtime, loaded from the vendor's host:
// nothing of it is asked for until somebody has switched it on, and it has not been seen to run here.
import { reasonOf, type Run, type Told, untilEnd } from "../run";

/** What is used of the API; its own types hold all of it. */
export interface Process {
  readonly exit: Promise<number>;
  readonly output: ReadableStream<string>;
  kill: () => void;
}

export interface Container {
  mount: (tree: Tree) => Promise<void>;
  spawn: (command: string, words: string[]) => Promise<Process>;
  on: (event: "server-ready", listener: (port: number, url: string) => void) => () => void;
  teardown: () => void;
}

export interface Api {
  boot: () => Promise<Container>;
}

export type Tree = { [name: string]: { directory: Tree } | { file: { contents: string } } };

/** Offline, `boot()` never settles. */
export const BOOTING = 15;

export interface Ordered {
  readonly files: Readonly<Record<string, string>>;
  /** One after another; the first that fails ends the run. */
  readonly commands: readonly (readonly string[])[];
  readonly load: () => Promise<Api>;
  readonly seconds: number;
  readonly told: Told;
}

export function startWebContainer({ files, commands, load, seconds, told: teller }: Ordered): Run {
  let container: Container | null = null;
  let process: Process | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const told = untilEnd(teller, () => {
    clearTimeout(timer);
    process?.kill();
    container?.teardown();
  });
  const go = async () => {
    told.onStage("Loading the vendor's runtime");
    timer = setTimeout(() => told.onEnd({ kind: "failed", reason: LATE }), BOOTING * 1000);
    const api = await load();
    if (told.ended()) return; // whoever stopped it meanwhile asks the vendor for nothing
    const booted = await api.boot();
    // It came up after all was over: only one may exist, so it must not stay.
    if (told.ended()) return booted.teardown();
    clearTimeout(timer);
    container = booted;
    container.on("server-ready", (_, url) => told.onUrl?.(url));
    await container.mount(treeOf(files));
    if (told.ended()) return;
    timer = setTimeout(() => told.onEnd({ kind: "timed-out", seconds }), seconds * 1000);
    told.onBegun();
    for (const [command = "", ...words] of commands) {
      told.onText("note", `$ ${[command, ...words].join(" ")}\n`);
      const spawned = await container.spawn(command, words);
      if (told.ended()) return spawned.kill();
      process = spawned;
      const code = await finished(spawned, (text) => told.onText("stdout", text));
      process = null;
      if (code !== 0) return told.onEnd({ kind: "exited", code });
      if (told.ended()) return;
    }
    told.onEnd({ kind: "exited", code: 0 });
  };
  go().catch((thrown: unknown) => told.onEnd({ kind: "failed", reason: reasonOf(thrown) }));
  return { stop: () => told.onEnd({ kind: "stopped" }) };
}

const LATE = `the vendor's runtime did not start within ${BOOTING} seconds; without the internet it never does`;

/** Its code once it has ended and all that it printed was told. */
async function finished(process: Process, say: (text: string) => void): Promise<number> {
  const reading = drain(process.output, say).catch(() => undefined);
  const code = await process.exit;
  await reading;
  return code;
}

async function drain(output: ReadableStream<string>, say: (text: string) => void): Promise<void> {
  const reader = output.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) say(part.value);
}

export function treeOf(files: Readonly<Record<string, string>>): Tree {
  const root: Tree = {};
  for (const [path, contents] of Object.entries(files)) {
    const parts = path.split("/");
    const name = parts.pop() ?? "";
    let folder = root;
    for (const part of parts) {
      const here = folder[part];
      const next = here && "directory" in here ? here : { directory: {} };
      folder[part] = next;
      folder = next.directory;
    }
    folder[name] = { file: { contents } };
  }
  return root;
}

/** The real one. Importing it loads nothing from elsewhere yet; `boot()` does. */
export async function loadApi(): Promise<Api> {
  const { WebContainer } = await import("@webcontainer/api");
  return { boot: () => WebContainer.boot({ coep: "require-corp" }) };
}

/** Whether an address is one of those under which the vendor's runtime shows what it serves. */
export function isVendors(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: "", hostname: "" };
  return protocol === "https:" && hostname.endsWith(".webcontainer-api.io");
}

/** What an npm project is started by: its packages, then the likeliest of its scripts. */
export function commandsOf(files: Readonly<Record<string, string>>): string[][] {
  const scripts = scriptsOf(files["package.json"] ?? "");
  const script = ["dev", "start", "test"].find((name) => scripts.includes(name));
  return script === undefined
    ? []
    : [
        ["npm", "install"],
        ["npm", "run", script],
      ];
}

function scriptsOf(text: string): string[] {
  try {
    const read: unknown = JSON.parse(text);
    const scripts = (read as { scripts?: unknown } | null)?.scripts;
    return typeof scripts === "object" && scripts !== null ? Object.keys(scripts) : [];
  } catch {
    return [];
  }
}
