// The ways in which this browser itself can run a project, each with the reason why or why not.
import { shownOf } from "./frontend/pages";
import { isBarred, targetsOf } from "./python/targets";
import { commandsOf } from "./webcontainer/adapter";

export type Files = Readonly<Record<string, string>>;

export interface BrowserWay {
  readonly id: "python" | "frontend" | "webcontainer";
  readonly label: string;
  readonly available: boolean;
  readonly reason: string;
  readonly remedy?: string;
}

export interface Surroundings {
  /** Somebody has switched the vendor's runtime on. */
  readonly vendor: boolean;
  /** The page may share memory, as that runtime needs: `crossOriginIsolated`. */
  readonly isolated: boolean;
}

const ALONE: Surroundings = { vendor: false, isolated: false };

/** Pure: the same files give the same answer. */
export function browserWays(files: Files, around: Surroundings = ALONE): BrowserWay[] {
  return [python(files), frontend(files), webcontainer(files, around)];
}

function python(files: Files): BrowserWay {
  const way = { id: "python", label: "Python in this browser" } as const;
  const targets = targetsOf(files);
  const [first] = targets;
  if (!Object.keys(files).some((path) => path.endsWith(".py"))) {
    return { ...way, available: false, reason: "there is no Python in this project" };
  }
  if (!first) {
    return {
      ...way,
      available: false,
      reason: "no file says where it begins, and there are no tests",
      remedy: "a main.py, an app.py or a package with a __main__.py would be found",
    };
  }
  if (!isBarred(first)) return { ...way, available: true, reason: WHOLE };
  return {
    ...way,
    available: false,
    reason: first.missing.length > 0 ? `it needs ${named(first.missing)}` : first.why,
    remedy:
      "here are Python's own library and fastapi, pydantic, httpx and pytest; a container can have more",
  };
}

const WHOLE =
  "it can load nothing from a network, has no files but its own, and no way to this page";

function frontend(files: Files): BrowserWay {
  const way = { id: "frontend", label: "Front end in this browser" } as const;
  const pages = shownOf(files);
  const first = pages.find((page) => page.missing.length === 0) ?? pages[0];
  if (!first) {
    const reason = "there is no page and no script for one in this project";
    return { ...way, available: false, reason };
  }
  if (first.missing.length === 0) return { ...way, available: true, reason: WHOLE };
  return {
    ...way,
    available: false,
    reason: `the page ${first.label} needs ${named(first.missing)}`,
    remedy:
      "only react and react-dom come with Roundtable; the rest would have to be in the project",
  };
}

function webcontainer(files: Files, { vendor, isolated }: Surroundings): BrowserWay {
  const way = { id: "webcontainer", label: "npm project by WebContainer" } as const;
  const off = (reason: string): BrowserWay => ({ ...way, available: false, reason });
  if (files["package.json"] === undefined) return off("there is no package.json in this project");
  if (commandsOf(files).length === 0) {
    return off("there is no dev, start or test script in its package.json");
  }
  if (!vendor) return off("it is off: it would load its vendor's runtime from the vendor's host");
  if (!isolated) {
    return {
      ...off(CLOSED),
      remedy: "start the server with `roundtable serve --webcontainer`, or use a container",
    };
  }
  return {
    ...way,
    available: true,
    reason: "it is on, and has not been tried by us: the vendor's runtime runs the project",
  };
}

const CLOSED =
  "it is on, but this server was started without it: its pages may load nothing from elsewhere, and " +
  "are not cross-origin isolated, which that runtime needs";

function named(names: readonly string[]): string {
  const some = names.slice(0, 4).join(", ");
  return names.length > 4 ? `${some} and ${names.length - 4} more` : some;
}
