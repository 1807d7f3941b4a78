// Markdown that a model wrote, as HTML in the page.
import { describe, expect, it } from "vitest";
import { toHtml, toLastingHtml } from "./prose";
import { ATTACKS } from "./testing/attacks";

const TAGS = "P BR HR EM STRONG DEL CODE PRE A BLOCKQUOTE H3 H4 H5 H6 UL OL LI".split(" ");
const TABLE = "TABLE THEAD TBODY TR TH TD".split(" ");
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  A: ["href", "rel", "target"],
  OL: ["start"],
  TH: ["align"],
  TD: ["align"],
};

function page(text: string): HTMLElement {
  const body = document.createElement("div");
  body.innerHTML = toHtml(text);
  return body;
}

/** Whatever in the page could act: there must be nothing. */
function dangers(body: HTMLElement): string[] {
  return [...body.querySelectorAll("*")].flatMap((node) => {
    const found = [...TAGS, ...TABLE].includes(node.nodeName) ? [] : [node.nodeName];
    for (const { name, value } of node.attributes) {
      if (!ATTRIBUTES[node.nodeName]?.includes(name)) found.push(`${node.nodeName} ${name}`);
      if (name === "href" && !/^(?:https?:\/\/|mailto:)/.test(value)) found.push(value);
    }
    if (node instanceof HTMLAnchorElement && node.hasAttribute("href")) {
      if (node.rel !== "noopener noreferrer nofollow" || node.target !== "_blank")
        found.push("rel");
    }
    return found;
  });
}

describe("a hostile text", () => {
  it.each(ATTACKS)("can do nothing: %j", (text) => {
    expect(dangers(page(text))).toEqual([]);
  });

  it.each(ATTACKS)("can do nothing within a list, a quote and a table: %j", (text) => {
    const flat = text.replaceAll("\n", " ");
    expect(dangers(page(`- ${text}`))).toEqual([]);
    expect(dangers(page(`> ${flat}`))).toEqual([]);
    expect(dangers(page(`| a |\n|---|\n| ${flat} |`))).toEqual([]);
    expect(dangers(page(`**${text}** _${text}_ [${text}](https://ok.example)`))).toEqual([]);
  });

  it.each(ATTACKS)("can do nothing while only its beginning is there: %j", (text) => {
    const starts = Array.from({ length: text.length / 4 }, (_, n) => text.slice(0, 4 * n + 1));
    expect(starts.flatMap((start) => dangers(page(start)))).toEqual([]);
  });

  it("would be seen by this test", () => {
    const body = document.createElement("div");
    body.innerHTML = "<img src=x onerror=f()><a href='javascript:f()' id=x>x</a>";
    expect(dangers(body)).toEqual([
      "IMG",
      "IMG src",
      "IMG onerror",
      "javascript:f()",
      "A id",
      "rel",
    ]);
  });
});

describe("raw HTML", () => {
  it("is shown as the text that it is", () => {
    const text = 'Use <b class="x">bold</b> &amp; <script>alert(1)</script>.';
    expect(page(text).textContent.trim()).toBe(text.replace("&amp;", "&"));
    expect(page("<div>\n# Title\n</div>").textContent).toContain("<div>");
  });
});

describe("an address", () => {
  it("can be followed if it is of the web or of mail", () => {
    const body = page(
      "[a](https://ok.example/x?y=1&z=2) <http://b.example> [m](mailto:a@b.example)",
    );
    expect([...body.querySelectorAll("a")].map((a) => a.getAttribute("href"))).toEqual([
      "https://ok.example/x?y=1&z=2",
      "http://b.example",
      "mailto:a@b.example",
    ]);
  });

  it("is shown as it was written if not", () => {
    const body = page("[click](javascript:alert(1)) and [here](/api/stop)");
    expect(body.querySelector("a")).toBeNull();
    expect(body.textContent.trim()).toBe("[click](javascript:alert(1)) and [here](/api/stop)");
    expect(page("[x](https://ok.example@evil.example/)").querySelector("a")).toBeNull();
  });

  it("of an image is text, and nothing is fetched", () => {
    const body = page('See ![a chart](https://evil.example/p.png "title")');
    expect(body.textContent.trim()).toBe("See [image: a chart] (https://evil.example/p.png)");
    expect(body.querySelector("img, a")).toBeNull();
  });

  it("that is only defined stays in sight", () => {
    expect(page("[ref]: https://ok.example").textContent).toContain("[ref]: https://ok.example");
  });
});

describe("hidden characters", () => {
  it("are marked, written out or as entities", () => {
    expect(page("a\u202Eb").textContent).toContain("a⟨U+202E⟩b");
    expect(page("a&#x202E;b &ZeroWidthSpace; &rlm;").textContent).toContain(
      "a⟨U+202E⟩b ⟨U+200B⟩ ⟨U+200F⟩",
    );
    expect(page("`a\u200Bb`").querySelector("code")?.textContent).toBe("a⟨U+200B⟩b");
  });
});

describe("markdown", () => {
  it("is what one expects of it", () => {
    expect(toHtml("**a** *b* ~~c~~ `d`")).toBe(
      "<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>\n",
    );
    expect(toHtml("7. seven\n8. eight")).toContain('<ol start="7">');
    expect(page("| a |\n|:-:|\n| 1 |").querySelector("td")?.align).toBe("center");
    expect(page("- [x] done\n- [ ] open").textContent).toMatch(/☑ done\s+☐ open/);
    expect(page("> a\n> ```py\n> x < 1\n> ```").querySelector("pre code")?.textContent).toBe(
      "x < 1\n",
    );
  });

  it.each([
    "bill/__init__.py",
    "see bill/__init__.py and shop/__main__.py",
    "__init__.py is empty",
    "the __init__ of a class, and __post_init__ too",
    "web/__tests__/Table.test.tsx",
    "__Fixtures__/one.json",
    "pkg/_impl_/core_x.py",
    "C:\\work\\__init__.py",
  ])("leaves the underscores of a name alone: %s", (text) => {
    const body = page(text.replaceAll("\\", "\\\\"));
    expect(body.textContent.trim()).toBe(text);
    expect(body.querySelector("strong, em")).toBeNull();
  });

  it("still reads underscores around words as stress", () => {
    expect(toHtml("__Two words__ and _one_, __Note__: (_so_)")).toBe(
      "<p><strong>Two words</strong> and <em>one</em>, <strong>Note</strong>: (<em>so</em>)</p>\n",
    );
  });

  it("leaves the page's own headings above it", () => {
    expect(toHtml("# One").trim()).toBe("<h3>One</h3>");
    expect(toHtml("###### Six").trim()).toBe("<h6>Six</h6>");
  });
});

describe("the HTML of a closed block", () => {
  it("is kept, and is the same as made anew", () => {
    const text = "A *closed* block.";
    expect(toLastingHtml(text)).toBe(toHtml(text));
    expect(toLastingHtml(text)).toBe(toLastingHtml(text));
  });

  it("is not kept without end", () => {
    for (let each = 0; each < 600; each += 1) toLastingHtml(`block ${each}`);
    expect(toLastingHtml("block 3")).toBe("<p>block 3</p>\n");
  });
});
