// Who runs a project's tests: unittest where it can, pytest where they are written for it.
import { bare, importsOf } from "./imports";
import type { Files } from "./reach";

/** What only pytest runs: fixtures as arguments, coroutines, classes without a base, its set-ups. */
const ONLY_PYTEST = [
  /^def\s+test\w*\s*\(\s*[\w*]/m,
  /^async\s+def\s+test\w*\s*\(/m,
  /^class\s+Test\w*\s*(\(\s*(object)?\s*\))?\s*:/m,
  /^def\s+(setup|teardown)_(module|function)\s*\(/m,
];

export function needsPytest(
  files: Files,
  tests: readonly string[],
  fixtures: readonly string[],
): boolean {
  if (fixtures.length > 0) return true;
  return tests.some((path) => {
    const source = files[path] ?? "";
    const code = bare(source);
    return imports(source, "pytest") || ONLY_PYTEST.some((sign) => sign.test(code));
  });
}

/** Plugins that tests call for without importing them. */
export function pluginsOf(files: Files, tests: readonly string[]): string[] {
  const settings = ["pyproject.toml", "pytest.ini", "setup.cfg", "tox.ini"];
  const asked =
    tests.some((path) => /\bmark\s*\.\s*asyncio\b/.test(bare(files[path] ?? ""))) ||
    settings.some((path) => /^\s*asyncio_mode\s*=/m.test(files[path] ?? ""));
  return asked ? ["pytest-asyncio"] : [];
}

function imports(source: string, name: string): boolean {
  return importsOf(source).some(({ module, up }) => up === 0 && module.split(".")[0] === name);
}
