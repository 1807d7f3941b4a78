// The imports of a script, read without running it: enough to say before a run what is missing.

const COMMENTS = /\/\*[\s\S]*?\*\/|(^|[^:"'`\\])\/\/[^\n]*/g;
const STATIC =
  /(?:^|[;\n}])\s*(?:import|export)\s+(?!type\s)(?:[\w$*{}\s,]+?\s+from\s*)?["']([^"'\n]+)["']/g;
const CALLED = /\b(?:import|require)\s*\(\s*["']([^"'\n]+)["']\s*\)/g;

export function specifiersOf(source: string): string[] {
  const code = source.replace(COMMENTS, "$1");
  return [STATIC, CALLED].flatMap((pattern) =>
    [...code.matchAll(pattern)].map((found) => found[1] ?? ""),
  );
}
