// Merge directives as chips and as the form that the server reads:
// `BASE=NAME. INCORPORATE: unit (file) from NAME; … MUST_FIX: unit (file): problem; …`.

export interface Take {
  readonly file: string;
  /** A qualified name; `*` is the whole file; empty where only words say what is meant. */
  readonly unit: string;
  readonly from: string;
  readonly why: string;
}

export interface Fix {
  readonly file: string;
  readonly unit: string;
  readonly problem: string;
}

export interface Directives {
  readonly base: string;
  readonly take: readonly Take[];
  readonly fix: readonly Fix[];
}

export const NOTHING: Directives = { base: "", take: [], fix: [] };

/** The form; it says "none" where a list is empty, so that nothing is left to guess. */
export function composed({ base, take, fix }: Directives): string {
  const taken = take.map(takeText).filter(Boolean);
  const fixes = fix.map(fixText).filter(Boolean);
  const head = base ? `BASE=${base}. ` : "";
  return `${head}INCORPORATE: ${list(taken)}. MUST_FIX: ${list(fixes)}.`;
}

function list(items: readonly string[]): string {
  return items.join("; ") || "none";
}

export function takeText({ file, unit, from, why }: Take): string {
  const reason = item(why);
  const place = placeText(file.trim(), unit.trim());
  if (from === "" || (place === "" && reason === "")) return "";
  const origin = `${place} from ${from}`.trim();
  return reason ? `${origin} — ${reason}` : origin;
}

function placeText(file: string, unit: string): string {
  if (unit === "*") return file ? `all of ${file}` : "";
  if (unit) return file ? `${unit} (${file})` : `\`${unit}\``;
  return file ? `(${file})` : "";
}

export function fixText({ file, unit, problem }: Fix): string {
  const [path, name, words] = [file.trim(), unit.trim(), item(problem)];
  if (words === "") return "";
  const place = path && name ? `${name} (${path})` : path || (name && `\`${name}\``);
  return place ? `${place}: ${words}` : words;
}

/** A word of the form within somebody's sentence would read as a part of the form. */
const FORM_WORD = /\b([A-Z][A-Z_]{3,})[ \t]?[:=]/g;

/** A sentence that can stand in a list with semicolons. */
function item(text: string): string {
  const line = text.split(/\s+/).join(" ").trim();
  return line
    .replace(FORM_WORD, "$1 ")
    .replaceAll(";", ",")
    .replace(/[. ]+$/, "");
}

/** The chips of a text in the form; null where it says something that no chip can hold. */
export function read(text: string, names: readonly string[]): Directives | null {
  const line = text
    .split(/\s+/)
    .join(" ")
    .trim()
    .replace(/^CONSENSUS:\s*/i, "");
  const parts = cut(line);
  if (parts === null) return null;
  const base = names.find((name) => name === parts.base) ?? caselessly(names, parts.base);
  const take = entries(parts.take).map((each) => readTake(each, names));
  const fix = entries(parts.fix).map(readFix);
  if (base === undefined || take.includes(null)) return null;
  return { base, take: take.filter((each) => each !== null), fix };
}

function cut(line: string): { base: string; take: string; fix: string } | null {
  const at = line.indexOf("INCORPORATE:");
  const to = line.indexOf("MUST_FIX:");
  const head = line.slice(0, firstOf(line, at, to)).trim();
  const base = /^BASE\s?[=:]\s?(.*?)\.?$/.exec(head);
  if (!base && head !== "") return null;
  if (to >= 0 && to < at) return null;
  return {
    base: base?.[1]?.trim() ?? "",
    take: at < 0 ? "" : line.slice(at + "INCORPORATE:".length, to < 0 ? undefined : to),
    fix: to < 0 ? "" : line.slice(to + "MUST_FIX:".length),
  };
}

function firstOf(line: string, ...places: number[]): number {
  return Math.min(line.length, ...places.filter((place) => place >= 0));
}

function caselessly(names: readonly string[], wanted: string): string | undefined {
  if (wanted === "") return "";
  return names.find((name) => name.toLowerCase() === wanted.toLowerCase());
}

function entries(text: string): string[] {
  const whole = text.trim().replace(/[. ]+$/, "");
  if (whole === "" || /^none$/i.test(whole)) return [];
  return whole
    .split(";")
    .map((each) => each.trim())
    .filter(Boolean);
}

function readTake(text: string, names: readonly string[]): Take | null {
  const found = sourceIn(text, names);
  if (found === null) return null;
  const [what, from, why] = found;
  const whole = /^all of (.+)$/.exec(what);
  const placed = /^(\S+) \((.+)\)$/.exec(what);
  const bare = /^`([^`]+)`$/.exec(what);
  const file = /^\((.+)\)$/.exec(what);
  if (whole) return { unit: "*", file: whole[1] ?? "", from, why };
  if (placed) return { unit: placed[1] ?? "", file: placed[2] ?? "", from, why };
  if (bare) return { unit: bare[1] ?? "", file: "", from, why };
  if (file) return { unit: "", file: file[1] ?? "", from, why };
  return what === "" ? { unit: "", file: "", from, why } : null;
}

/** What, from whom, why. Names may hold blanks, dots and the word "from": the longest one wins. */
function sourceIn(text: string, names: readonly string[]): [string, string, string] | null {
  const longest = names.toSorted((one, other) => other.length - one.length);
  for (const name of longest) {
    for (let at = ` ${text}`.indexOf(` from ${name}`); at >= 0;) {
      const rest = ` ${text}`.slice(at + ` from ${name}`.length);
      if (rest === "" || rest.startsWith(" — ")) {
        return [` ${text}`.slice(0, at).trim(), name, rest.slice(3).trim()];
      }
      at = ` ${text}`.indexOf(` from ${name}`, at + 1);
    }
  }
  return null;
}

function readFix(text: string): Fix {
  const placed = /^(\S+) \(([^()]+)\): (.+)$/.exec(text);
  if (placed) return { unit: placed[1] ?? "", file: placed[2] ?? "", problem: placed[3] ?? "" };
  const unit = /^`([^`]+)`: (.+)$/.exec(text);
  if (unit) return { unit: unit[1] ?? "", file: "", problem: unit[2] ?? "" };
  const file = /^(\S+): (.+)$/.exec(text);
  if (file && looksLikeFile(file[1] ?? "")) {
    return { unit: "", file: file[1] ?? "", problem: file[2] ?? "" };
  }
  return { unit: "", file: "", problem: text };
}

function looksLikeFile(word: string): boolean {
  return /^[^`"']+$/.test(word) && (word.includes("/") || /\.[a-z][a-z0-9]{0,9}$/i.test(word));
}

/** A judge's directives with the seats' names in place of the letters. */
export function ofVerdict(
  verdict: {
    base: string;
    incorporate: readonly { file: string; unit: string; source: string; why: string }[];
    must_fix: readonly { file: string; unit: string; problem: string }[];
  },
  seatOf: (label: string) => string,
): Directives {
  return {
    base: verdict.base && seatOf(verdict.base),
    take: verdict.incorporate.map(({ file, unit, source, why }) => {
      return { file, unit, from: seatOf(source), why };
    }),
    fix: verdict.must_fix.map(({ file, unit, problem }) => ({ file, unit, problem })),
  };
}
