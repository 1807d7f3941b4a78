// Which language a fence means. What is not known, or half a name, is plain text.

export const LANGUAGES = [
  "python",
  "typescript",
  "tsx",
  "javascript",
  "jsx",
  "json",
  "yaml",
  "toml",
  "bash",
  "dockerfile",
  "go",
  "java",
  "rust",
  "html",
  "css",
  "sql",
  "markdown",
  "diff",
] as const;

export type Language = (typeof LANGUAGES)[number];

const NAMES: ReadonlyMap<string, Language> = new Map<string, Language>([
  ...LANGUAGES.map((name): [string, Language] => [name, name]),
  ...also("python", "py", "python3", "py3", "pyi", "pycon"),
  ...also("typescript", "ts", "mts", "cts"),
  ...also("javascript", "js", "mjs", "cjs", "node"),
  ...also("json", "jsonc", "json5", "jsonl", "ndjson", "webmanifest"),
  ...also("yaml", "yml"),
  ...also("bash", "sh", "shell", "zsh", "console", "shellscript"),
  ...also("dockerfile", "docker", "containerfile"),
  ...also("go", "golang"),
  ...also("rust", "rs"),
  ...also("html", "htm", "xhtml"),
  ...also("markdown", "md", "mdx"),
  ...also("diff", "patch"),
]);

function also(language: Language, ...names: string[]): [string, Language][] {
  return names.map((name) => [name, language]);
}

/** The language of a fence: as its first word says, else as the file's name ends. */
export function languageOf(info: string, title = ""): Language | null {
  const first = info.trim().split(/\s/, 1)[0] ?? "";
  const word = /^\{?\.?([\w+#-]*)/.exec(first)?.[1]?.toLowerCase() ?? "";
  return NAMES.get(word) ?? byName(first) ?? (word === "" ? byName(title) : null);
}

function byName(path: string): Language | null {
  const name = path.toLowerCase().split("/").at(-1) ?? "";
  if (/^(?:docker|container)file\b/.test(name)) return "dockerfile";
  const dot = name.lastIndexOf(".");
  return dot < 0 ? null : (NAMES.get(name.slice(dot + 1)) ?? null);
}
