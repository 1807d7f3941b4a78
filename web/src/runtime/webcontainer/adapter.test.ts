// The contract with the vendor's API, held against a stand-in that has the surface it documents.
import { ReadableStream } from "node:stream/web";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Ending, Told } from "../run";
import {
  type Api,
  BOOTING,
  commandsOf,
  type Container,
  isVendors,
  type Process,
  startWebContainer,
  type Tree,
  treeOf,
} from "./adapter";

/** One program of the stand-in: what it prints, and the code it ends with, if it ends. */
interface Program {
  readonly prints: readonly string[];
  readonly code: number | null;
}

class StandIn implements Container {
  readonly spawned: string[] = [];
  readonly killed: string[] = [];
  mounted: Tree | null = null;
  tornDown = 0;
  private ready: ((port: number, url: string) => void) | null = null;

  private readonly programs: Readonly<Record<string, Program>>;

  constructor(programs: Readonly<Record<string, Program>>) {
    this.programs = programs;
  }

  mount(tree: Tree): Promise<void> {
    this.mounted = tree;
    return Promise.resolve();
  }

  spawn(command: string, words: string[]): Promise<Process> {
    const line = [command, ...words].join(" ");
    this.spawned.push(line);
    const program = this.programs[line];
    if (!program) return Promise.reject(new Error(`jsh: command not found: ${command}`));
    const { prints, code } = program;
    return Promise.resolve({
      exit: code === null ? new Promise<number>(() => undefined) : Promise.resolve(code),
      output: new ReadableStream<string>({
        start(stream) {
          for (const text of prints) stream.enqueue(text);
          if (code !== null) stream.close();
        },
      }) as Process["output"],
      kill: () => void this.killed.push(line),
    });
  }

  on(_: "server-ready", listener: (port: number, url: string) => void): () => void {
    this.ready = listener;
    return () => (this.ready = null);
  }

  serve(url: string): void {
    this.ready?.(3000, url);
  }

  teardown(): void {
    this.tornDown += 1;
  }
}

function started(load: () => Promise<Api>, seconds = 60) {
  const said: string[] = [];
  const urls: string[] = [];
  const endings: Ending[] = [];
  const told: Told = {
    onStage: () => undefined,
    onText: (stream, text) => said.push(`${stream}: ${text}`),
    onCut: () => undefined,
    onBegun: () => said.push("begun"),
    onUrl: (url) => urls.push(url),
    onEnd: (ending) => endings.push(ending),
  };
  const files = { "package.json": "{}", "src/a.js": "1" };
  const commands = [
    ["npm", "install"],
    ["npm", "run", "dev"],
  ];
  const run = startWebContainer({ files, commands, load, seconds, told });
  return { run, said, urls, endings };
}

const booting = (container: Container) => () =>
  Promise.resolve({ boot: () => Promise.resolve(container) });
const GOOD = {
  "npm install": { prints: ["added 1 package\n"], code: 0 },
  "npm run dev": { prints: ["ready\n"], code: 0 },
};

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());
const settled = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
};

describe("a project by the vendor's runtime", () => {
  it("is mounted, runs its commands in order, and is torn down at its end", async () => {
    const container = new StandIn(GOOD);
    const { said, endings } = started(booting(container));
    await settled();
    expect(container.mounted).toEqual(treeOf({ "package.json": "{}", "src/a.js": "1" }));
    expect(container.spawned).toEqual(["npm install", "npm run dev"]);
    expect(said).toEqual([
      "begun",
      "note: $ npm install\n",
      "stdout: added 1 package\n",
      "note: $ npm run dev\n",
      "stdout: ready\n",
    ]);
    expect(endings).toEqual([{ kind: "exited", code: 0 }]);
    expect(container.tornDown).toBe(1);
  });

  it("ends with the code of the first command that fails", async () => {
    const failing = { ...GOOD, "npm install": { prints: ["404\n"], code: 7 } };
    const container = new StandIn(failing);
    const { endings } = started(booting(container));
    await settled();
    expect(endings).toEqual([{ kind: "exited", code: 7 }]);
    expect(container.spawned).toEqual(["npm install"]);
  });

  it("tells where its server is", async () => {
    const container = new StandIn({ ...GOOD, "npm run dev": { prints: [], code: null } });
    const { urls, run } = started(booting(container));
    await settled();
    container.serve("https://3000.example/");
    expect(urls).toEqual(["https://3000.example/"]);
    run.stop();
  });

  it("is killed and torn down at once when it is stopped, and says nothing after that", async () => {
    const container = new StandIn({ ...GOOD, "npm run dev": { prints: ["up\n"], code: null } });
    const { run, endings, urls } = started(booting(container));
    await settled();
    run.stop();
    run.stop();
    expect(endings).toEqual([{ kind: "stopped" }]);
    expect(container.killed).toEqual(["npm run dev"]);
    expect(container.tornDown).toBe(1);
    container.serve("https://late.example/");
    expect(urls).toEqual([]);
  });

  it("is ended when its time is over", async () => {
    const container = new StandIn({ ...GOOD, "npm run dev": { prints: [], code: null } });
    const { endings } = started(booting(container), 5);
    await settled();
    await vi.advanceTimersByTimeAsync(5000);
    expect(endings).toEqual([{ kind: "timed-out", seconds: 5 }]);
    expect(container.tornDown).toBe(1);
  });
});

describe("a runtime that does not come up", () => {
  it("is given up after fifteen seconds, for offline it never settles", async () => {
    const { endings } = started(() =>
      Promise.resolve({ boot: () => new Promise(() => undefined) }),
    );
    await settled();
    await vi.advanceTimersByTimeAsync(BOOTING * 1000 - 1);
    expect(endings).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(endings).toHaveLength(1);
    expect(endings[0]).toMatchObject({ kind: "failed" });
  });

  it("is torn down where it comes up after all was over", async () => {
    const container = new StandIn(GOOD);
    let come: (container: Container) => void = () => undefined;
    const late = new Promise<Container>((done) => (come = done));
    const { run, endings } = started(() => Promise.resolve({ boot: () => late }));
    await settled();
    run.stop();
    come(container);
    await settled();
    expect(container.tornDown).toBe(1);
    expect(container.spawned).toEqual([]);
    expect(endings).toEqual([{ kind: "stopped" }]);
  });

  it("tells why, where it says so", async () => {
    const boot = () => Promise.reject(new Error("SharedArrayBuffer is not available"));
    const { endings } = started(() => Promise.resolve({ boot }));
    await settled();
    expect(endings).toEqual([{ kind: "failed", reason: "SharedArrayBuffer is not available" }]);
    const { endings: unloaded } = started(() => Promise.reject(new Error("blocked")));
    await settled();
    expect(unloaded).toEqual([{ kind: "failed", reason: "blocked" }]);
  });

  it("tells of a command that is not there, and is torn down", async () => {
    const container = new StandIn({});
    const { endings } = started(booting(container));
    await settled();
    expect(endings[0]).toMatchObject({ kind: "failed" });
    expect(container.tornDown).toBe(1);
  });
});

it("finds the commands of a project in its package.json", () => {
  const of = (scripts: unknown) => commandsOf({ "package.json": JSON.stringify({ scripts }) });
  expect(of({ test: "x", dev: "y" })).toEqual([
    ["npm", "install"],
    ["npm", "run", "dev"],
  ]);
  expect(of({})).toEqual([]);
  expect(commandsOf({ "package.json": "{" })).toEqual([]);
  expect(commandsOf({})).toEqual([]);
});

it("shows a served page only from the vendor's own origins", () => {
  expect(isVendors("https://a--3000.webcontainer-api.io/x")).toBe(true);
  for (const other of [
    "http://a.webcontainer-api.io/",
    "https://webcontainer-api.io.evil.example/",
    "https://evilwebcontainer-api.io/",
    "http://127.0.0.1:7117/",
    "/projects",
    "javascript:1",
  ]) {
    expect(isVendors(other)).toBe(false);
  }
});
