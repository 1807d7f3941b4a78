import { expect, test } from "vitest";
import {
  droppedFiles,
  joined,
  MOST_BYTES,
  type Picked,
  pickedFiles,
  size,
  unsendable,
} from "@/screens/setup/picking";
import { fitted } from "@/screens/setup/log-field";
import { MOST_LOG } from "@/screens/setup/form";

function file(path: string, bytes = 1): File {
  const made = new File(["x".repeat(Math.min(bytes, 10))], path.split("/").at(-1) ?? "");
  Object.defineProperty(made, "size", { value: bytes });
  if (path.includes("/")) Object.defineProperty(made, "webkitRelativePath", { value: path });
  return made;
}

const paths = (files: readonly Picked[]) => files.map(({ path }) => path);

test("one folder alone is the project: its files stand at the root", () => {
  const { files } = pickedFiles([file("shop/src/a.py"), file("shop/README.md")]);
  expect(paths(files)).toEqual(["src/a.py", "README.md"]);
});

test("single files keep their names", () => {
  expect(paths(pickedFiles([file("a.py"), file("b.py")]).files)).toEqual(["a.py", "b.py"]);
});

test("folders that are never wanted are not sent, and are told once", () => {
  const { files, left } = pickedFiles([
    file("shop/node_modules/x/i.js"),
    file("shop/node_modules/y.js"),
    file("shop/.git/HEAD"),
    file("shop/a.py"),
    file("shop/node_modules.md"),
  ]);
  expect(paths(files)).toEqual(["a.py", "node_modules.md"]);
  expect(left).toEqual(["node_modules", ".git"]);
});

test("a dropped folder is walked to its end, batch by batch, but not into what is never wanted", async () => {
  const leaf = (fullPath: string) => ({
    isDirectory: false,
    name: fullPath.split("/").at(-1),
    fullPath,
    file: (done: (found: File) => void) => done(file(fullPath.slice(1))),
  });
  const folder = (fullPath: string, batches: unknown[][]) => ({
    isDirectory: true,
    name: fullPath.split("/").at(-1),
    fullPath,
    createReader: () => {
      const left = [...batches, []];
      return { readEntries: (done: (found: unknown) => void) => done(left.shift()) };
    },
  });
  const top = folder("/shop", [
    [leaf("/shop/a.py"), folder("/shop/.git", [[leaf("/shop/.git/HEAD")]])],
    [leaf("/shop/b.py")],
  ]);
  const items = [
    { kind: "file", webkitGetAsEntry: () => top, getAsFile: () => null },
    { kind: "string", webkitGetAsEntry: () => null, getAsFile: () => null },
  ];
  const choice = await droppedFiles(items as unknown as DataTransferItemList);
  expect(paths(choice.files)).toEqual(["a.py", "b.py"]);
  expect(choice.left).toEqual([".git"]);
});

test("a file without a place on the disk is taken by its name", async () => {
  const item = { kind: "file", webkitGetAsEntry: () => null, getAsFile: () => file("a.py") };
  const choice = await droppedFiles([item] as unknown as DataTransferItemList);
  expect(paths(choice.files)).toEqual(["a.py"]);
});

test("what is added joins what is there, and the newer of one path wins", () => {
  const before = pickedFiles([file("a.py", 1), file("b.py")]).files;
  const added = pickedFiles([file("a.py", 2)]).files;
  const both = joined(before, added);
  expect(paths(both)).toEqual(["a.py", "b.py"]);
  expect(both[0]?.file.size).toBe(2);
});

test("an archive takes the place of everything", () => {
  const before = pickedFiles([file("a.py")]).files;
  expect(paths(joined(before, pickedFiles([file("t.zip")]).files))).toEqual(["t.zip"]);
});

test("nothing, too much, or an archive among files is not even sent", () => {
  const of = (...files: File[]) => unsendable(pickedFiles(files).files);
  expect(of()).toMatch(/no file/);
  expect(of(file("a", MOST_BYTES + 1))).toMatch(/100 MB/);
  expect(of(file("a.zip"), file("b.py"))).toMatch(/One ZIP/);
  expect(of(file("a.zip"))).toBe("");
});

test.each([
  [12, "12 B"],
  [4200, "4.2 kB"],
  [42_000, "42 kB"],
  [4_200_000, "4.2 MB"],
])("%d bytes are shown as %s", (bytes, shown) => {
  expect(size(bytes)).toBe(shown);
});

test("of a log that is too long the end is kept, and that is told", () => {
  expect(fitted("short")).toEqual({ log: "short", cut: false });
  const { log, cut } = fitted(`${"x".repeat(MOST_LOG)}end`);
  expect([log.length, log.slice(-3), cut]).toEqual([MOST_LOG, "end", true]);
});
