import { expect, it } from "vitest";
import { importsOf } from "./imports";

const modules = (source: string) => importsOf(source).map(({ module }) => module);

it("reads every form of an import", () => {
  expect(modules("import a, b.c as d\nfrom e.f import g\n    import h; import i\n")).toEqual([
    "a",
    "b.c",
    "e.f",
    "h",
    "i",
  ]);
  expect(importsOf("from ..a import (\n    b,  # why\n    c as d,\n)\n")).toEqual([
    { module: "a", up: 2, names: ["b", "c"], optional: false },
  ]);
  expect(modules("from a import \\\n    b\n")).toEqual(["a"]);
});

it("does not read what stands in a string or a comment", () => {
  const source = [
    '"""',
    "import one",
    '"""',
    "# import two",
    "x = 'import three'",
    'y = """a \\""" import four',
    "import five",
    '"""',
    "import six  # '''",
    "z = '#'",
    "import seven",
  ].join("\n");
  expect(modules(source)).toEqual(["six", "seven"]);
});

it("knows what a file can do without", () => {
  const source = [
    "try:",
    "    import fast",
    "except ImportError:",
    "    import slow",
    "if TYPE_CHECKING:",
    "    from types_only import T",
    "import needed",
  ].join("\n");
  const found = importsOf(source).map(({ module, optional }) => [module, optional]);
  expect(found).toEqual([
    ["fast", true],
    ["slow", true],
    ["types_only", true],
    ["needed", false],
  ]);
});

it("reads an import behind a condition on one line", () => {
  expect(modules("if fast: import speed\n")).toEqual(["speed"]);
});
