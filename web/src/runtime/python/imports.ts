// Which modules a Python file needs: its import lines, without what stands in strings and comments,
// and without what the file itself can do without.

export interface Import {
  /** Dotted, without the leading dots. */
  readonly module: string;
  /** Dots before it: 0 is absolute, 1 is the same package. */
  readonly up: number;
  /** The names of `from … import`, which may be modules themselves. */
  readonly names: readonly string[];
  /** In a `try` or under TYPE_CHECKING: the file goes on without it. */
  readonly optional: boolean;
}

const LITERALS =
  /#[^\n]*|(?:\b[rbfuRBFUtT]{1,2})?("""|''')(?:\\[\s\S]|(?!\1)[\s\S])*(?:\1|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

/** The code with its strings emptied and its comments gone; every line stays on its line. */
export function bare(source: string): string {
  return source.replace(LITERALS, (found) =>
    found.startsWith("#") ? "" : `""${found.replace(/[^\n]/g, "")}`,
  );
}

export function importsOf(source: string): Import[] {
  const found: Import[] = [];
  const guards: number[] = [];
  for (const line of logical(bare(source))) {
    const indent = line.length - line.trimStart().length;
    const words = line.trim();
    if (words === "") continue;
    while (guards.length > 0 && indent <= (guards.at(-1) ?? 0)) guards.pop();
    if (/^(try\s*:|except\b.*:|if\s+(typing\.)?TYPE_CHECKING\s*:)/.test(words)) guards.push(indent);
    // One line may hold several statements, also after `try:` or `if …:`.
    for (const part of words.split(";")) {
      const statement = part.trim().replace(/^[a-z][\w\s.]*:\s+(?=(from|import)\s)/, "");
      found.push(...read(statement, guards.length > 0));
    }
  }
  return found;
}

/** Lines joined where brackets or a backslash go on. */
function logical(source: string): string[] {
  const lines: string[] = [];
  let held = "";
  let depth = 0;
  for (const line of source.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
    held = depth > 0 ? `${held} ${line.trim()}` : line;
    for (const sign of line) {
      if ("([{".includes(sign)) depth += 1;
      else if (")]}".includes(sign)) depth = Math.max(0, depth - 1);
    }
    if (depth === 0) lines.push(held);
  }
  return depth > 0 ? [...lines, held] : lines;
}

function read(statement: string, optional: boolean): Import[] {
  const from = /^from\s+(\.*)\s*([\w.]*)\s+import\s+(.+)$/.exec(statement);
  if (from) {
    const names = listed(from[3] ?? "");
    return [{ module: from[2] ?? "", up: (from[1] ?? "").length, names, optional }];
  }
  const plain = /^import\s+(.+)$/.exec(statement);
  if (!plain) return [];
  return listed(plain[1] ?? "").map((module) => ({ module, up: 0, names: [], optional }));
}

function listed(names: string): string[] {
  return names
    .replace(/[()]/g, " ")
    .split(",")
    .map((name) => name.trim().split(/\s+/)[0] ?? "")
    .filter((name) => /^[\w.]+$/.test(name));
}
