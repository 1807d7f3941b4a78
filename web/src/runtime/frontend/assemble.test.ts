import { expect, it } from "vitest";
import { assemble, type Bundler } from "./assemble";

/** Tells what it was asked for, in the place of what it would make of it. */
const echo: Bundler = ({ path, text }) =>
  Promise.resolve({
    js: `/* ${path} */ ${text ?? ""} "</script>"`,
    css: `/* ${path} */`,
    notes: [],
  });

async function made(html: string, files: Record<string, string> = {}) {
  const all = { "index.html": html, ...files };
  const { html: text, notes } = await assemble(all, "index.html", echo);
  return { text, notes, doc: new DOMParser().parseFromString(text, "text/html") };
}

it("puts modules, plain scripts, styles and pictures into the page", async () => {
  const { doc, notes } = await made(
    '<link rel=stylesheet href=a.css><img src="m.svg"><script src=plain.js></script>' +
      "<script type=module src=m.ts></script><script type=module>let a</script>",
    { "a.css": "", "m.svg": "<svg/>", "plain.js": "var x", "m.ts": "" },
  );
  const scripts = [...doc.querySelectorAll("script")];
  expect(scripts.map(({ type }) => type)).toEqual(["", "module", "module"]);
  expect(scripts[0]?.textContent).toBe("var x");
  expect(scripts[1]?.textContent).toContain("/* m.ts */");
  expect(scripts[2]?.textContent).toContain("let a");
  expect(doc.querySelector("img")?.getAttribute("src")).toMatch(/^data:image\/svg\+xml/);
  expect(doc.querySelectorAll("link, script[src]")).toHaveLength(0);
  expect(doc.querySelectorAll("style").length).toBeGreaterThan(0);
  expect(notes).toEqual([]);
});

it("leaves nothing in it that would be fetched or would lead elsewhere", async () => {
  const { doc, notes } = await made(
    '<base href="http://evil.example/"><meta http-equiv=refresh content="0;url=http://evil.example">' +
      '<link rel=preconnect href="http://evil.example"><link rel=stylesheet href="//evil.example/a">' +
      '<img src="http://evil.example/p" srcset="http://evil.example/q 2x">' +
      '<script src="http://evil.example/s"></script>',
  );
  expect(doc.documentElement.outerHTML).not.toContain("evil.example");
  expect(notes).toHaveLength(3);
});

it("ends no script early, whatever stands in it", async () => {
  const { doc } = await made("<script src=a.js></script>", {
    "a.js": 'x = "</script><img src=x>"; y = "<!--<script>"',
  });
  expect(doc.querySelectorAll("script")).toHaveLength(1);
  expect(doc.querySelector("img")).toBeNull();
});

it("gives a script without a page the usual places to show itself in", async () => {
  const { html } = await assemble({ "src/main.tsx": "" }, "src/main.tsx", echo);
  expect(html).toContain('<div id="root"></div><div id="app"></div>');
  expect(html).toContain("/* src/main.tsx */");
});
