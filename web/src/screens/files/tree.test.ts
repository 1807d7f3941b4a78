import { describe, expect, test } from "vitest";
import type { Tree } from "@/fold";
import { bytesOf, filesOf, found, rowsOf, treeOf } from "./tree";
import { moveOf } from "./tree-keys";

function tree(files: Record<string, string>, binary: readonly string[] = []): Tree {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      { path, text, binary: binary.includes(path) },
    ]),
  );
}

const before = tree({ "README.md": "# A\n", "src/a.py": "1\n", "src/old.py": "2\n" });
const after = tree(
  { "README.md": "# A\n", "src/a.py": "one\n", "src/deep/b.py": "3\n", "logo.png": "aGVsbG8=" },
  ["logo.png"],
);
const files = filesOf(before, after, {
  edited: new Set(["README.md"]),
  pending: new Set(),
  accepted: new Map([["src/a.py", { accepted: 1, of: 2 }]]),
});

function outline(rows: ReturnType<typeof rowsOf>): string[] {
  return rows.map(({ node, level }) => `${"  ".repeat(level - 1)}${node.name}`);
}

describe("the tree", () => {
  test("has folders before files, and holds what is gone as well", () => {
    expect(outline(rowsOf(treeOf(files), new Set()))).toEqual([
      "src",
      "  deep",
      "    b.py",
      "  a.py",
      "  old.py",
      "README.md",
      "logo.png",
    ]);
  });

  test("marks what is new, changed, gone, edited and binary", () => {
    const marks = Object.fromEntries(files.map((file) => [file.path, file.mark]));
    expect(marks).toEqual({
      "src/deep/b.py": "new",
      "src/a.py": "changed",
      "src/old.py": "deleted",
      "README.md": null,
      "logo.png": "new",
    });
    expect(files.filter((file) => file.edited).map((file) => file.path)).toEqual(["README.md"]);
    expect(files.filter((file) => file.binary).map((file) => file.path)).toEqual(["logo.png"]);
    expect(files.filter((file) => file.accepted).map((file) => file.path)).toEqual(["src/a.py"]);
  });

  test("counts the changes under a folder", () => {
    const [src] = treeOf(files);
    expect(src).toMatchObject({ kind: "folder", path: "src/", changed: 3 });
  });

  test("tells sizes in bytes, of base64 those of what it stands for", () => {
    expect(bytesOf({ path: "a", text: "ä€", binary: false })).toBe(5);
    expect(bytesOf({ path: "a", text: "aGVsbG8=", binary: true })).toBe(5);
  });

  test("hides what is under a folder that is shut", () => {
    expect(outline(rowsOf(treeOf(files), new Set(["src/"])))).toEqual([
      "src",
      "README.md",
      "logo.png",
    ]);
  });

  test("says of each row where it stands among its siblings", () => {
    const row = rowsOf(treeOf(files), new Set()).find(({ node }) => node.path === "src/a.py");
    expect(row).toMatchObject({ level: 2, position: 2, siblings: 3 });
  });

  test("is searched by every word of the path, in any case", () => {
    expect(found(files, "SRC py deep").map((file) => file.path)).toEqual(["src/deep/b.py"]);
    expect(found(files, "  ")).toHaveLength(files.length);
    expect(found(files, "nowhere")).toEqual([]);
  });

  test("takes a file and a folder of one name apart", () => {
    const odd = treeOf(filesOf({}, tree({ a: "1", "a/b": "2" })));
    expect(odd.map(({ kind, path }) => `${kind} ${path}`)).toEqual(["folder a/", "file a"]);
  });
});

describe("the keyboard of the tree", () => {
  const rows = rowsOf(treeOf(files), new Set());
  const at = (name: string) => rows.findIndex(({ node }) => node.name === name);

  test.each([
    ["ArrowDown", "src", { to: 1 }],
    ["ArrowDown", "logo.png", { to: 6 }],
    ["ArrowUp", "src", { to: 0 }],
    ["Home", "a.py", { to: 0 }],
    ["End", "src", { to: 6 }],
    ["ArrowRight", "src", { to: 1 }],
    ["ArrowRight", "a.py", null],
    ["ArrowLeft", "src", { toggle: "src/" }],
    ["ArrowLeft", "b.py", { to: 1 }],
    ["ArrowLeft", "README.md", { to: 5 }],
    ["Enter", "a.py", { show: "src/a.py" }],
    [" ", "src", { toggle: "src/" }],
  ] as const)("%s at %s", (key, name, move) => {
    expect(moveOf(rows, at(name), key, "")).toEqual(move);
  });

  test("a shut folder is opened by the arrow that leads into it", () => {
    const shut = rowsOf(treeOf(files), new Set(["src/"]));
    expect(moveOf(shut, 0, "ArrowRight", "")).toEqual({ toggle: "src/" });
  });

  test("typing leads to the next name that begins so, around the end", () => {
    expect(moveOf(rows, 0, "r", "r")).toEqual({ to: at("README.md") });
    expect(moveOf(rows, at("README.md"), "d", "d")).toEqual({ to: at("deep") });
    expect(moveOf(rows, at("old.py"), "l", "ol")).toEqual({ to: at("old.py") });
    expect(moveOf(rows, 0, "z", "z")).toBeNull();
  });
});
