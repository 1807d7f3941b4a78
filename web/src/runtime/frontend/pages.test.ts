import { expect, it } from "vitest";
import { shownOf } from "./pages";

it("offers pages, the nearest index first", () => {
  const files = { "docs/index.html": "", "about.html": "", "index.html": "" };
  expect(shownOf(files).map(({ entry }) => entry)).toEqual([
    "index.html",
    "about.html",
    "docs/index.html",
  ]);
});

it("names what a page needs and is not here", () => {
  const files = {
    "index.html":
      '<script src="https://cdn.example/x.js"></script><script type="module" src="/src/main.tsx"></script>' +
      '<script type="application/json">{"import": "x"}</script>',
    "src/main.tsx":
      'import React from "react";\nimport "./a.css";\nimport type { T } from "types-only";\n' +
      '// import "in-a-comment"\nimport { b } from "./b";\n',
    "src/a.css": "",
    "src/b.ts": 'export * from "lodash";\nconst x = await import("zod");\n',
  };
  expect(shownOf(files)[0]?.missing).toEqual(["https://cdn.example/x.js", "lodash", "zod"]);
});

it("takes a script for a page where there is none, and leaves a server's alone", () => {
  const page = { "src/main.tsx": 'document.getElementById("root")' };
  expect(shownOf(page).map(({ entry }) => entry)).toEqual(["src/main.tsx"]);
  expect(shownOf({ "index.js": 'require("http").createServer()' })).toEqual([]);
});
