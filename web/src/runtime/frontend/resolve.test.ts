import { expect, it } from "vitest";
import { referred, resolve } from "./resolve";

const FILES = {
  "index.html": "",
  "src/main.tsx": "",
  "src/App.tsx": "",
  "src/parts/index.ts": "",
  "src/look.css": "",
  "public/mark.svg": "",
};

it.each([
  ["src/main.tsx", "./App", "src/App.tsx"],
  ["src/main.tsx", "./App.js", "src/App.tsx"],
  ["src/main.tsx", "./parts", "src/parts/index.ts"],
  ["src/parts/index.ts", "../look.css?inline", "src/look.css"],
  ["src/main.tsx", "@/App", "src/App.tsx"],
  ["src/main.tsx", "/mark.svg", "public/mark.svg"],
])("from %s, %s is %s", (from, wanted, path) => {
  expect(resolve(FILES, from, wanted)).toEqual({ kind: "file", path });
});

it("knows the packages that come along, and no others", () => {
  expect(resolve(FILES, "src/main.tsx", "react-dom/client").kind).toBe("package");
  expect(resolve(FILES, "src/main.tsx", "vue").kind).toBe("missing");
  expect(resolve(FILES, "src/main.tsx", "constructor").kind).toBe("missing");
  expect(resolve(FILES, "src/main.tsx", "./constructor").kind).toBe("missing");
  expect(resolve(FILES, "src/main.tsx", "https://esm.example/x").kind).toBe("elsewhere");
});

it("takes a bare name in a page for a path", () => {
  expect(referred(FILES, "index.html", "src/look.css")).toEqual({
    kind: "file",
    path: "src/look.css",
  });
  expect(referred(FILES, "index.html", "//cdn.example/x.js").kind).toBe("elsewhere");
});

it("never leaves the project", () => {
  expect(resolve({ "a.js": "" }, "src/x.js", "../../../a.js")).toEqual({
    kind: "file",
    path: "a.js",
  });
});
