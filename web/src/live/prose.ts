// A model's markdown as HTML that can do nothing: no raw HTML, no images, no addresses but those
// a reader can follow knowingly. marked writes, DOMPurify lets through only what is named here.
import DOMPurify from "dompurify";
import { Marked, type Tokens } from "marked";
import { reveal } from "./hidden";

const TAGS = ["p", "br", "hr", "em", "strong", "del", "code", "pre", "a", "blockquote"]
  .concat(["h3", "h4", "h5", "h6", "ul", "ol", "li"])
  .concat(["table", "thead", "tbody", "tr", "th", "td"]);
const ADDRESS = /^(?:https?:\/\/|mailto:)[^\s]+$/i;
const PROTOCOLS = ["http:", "https:", "mailto:"];
const NAME = /^_{1,2}[a-z][a-z0-9]*(?:_[a-z0-9]+)*__(?!\w)|^_\w*_(?=[/\\]|\.\w)/;
/** Texts whose HTML is kept, so that what scrolls back into sight is not made again. */
const KEPT = 500;
const KEPT_LENGTH = 4_000;

const kept = new Map<string, string>();
const purify = DOMPurify(window);
const marked = new Marked({ gfm: true, async: false });

marked.use({
  // What is undefined here is no markup to the parser, and so it is text.
  tokenizer: {
    html: () => undefined,
    tag: () => undefined,
    def: () => undefined,
    // False: the parser's own rule holds.
    emStrong: (text, _masked, before) => (isName(text, before) ? undefined : false),
  },
  renderer: {
    // The page's own headings stand above all that is said at the table.
    heading({ tokens, depth }: Tokens.Heading): string {
      const level = Math.min(depth + 2, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    code({ text }: Tokens.Code): string {
      return `<pre><code>${escape(text)}\n</code></pre>\n`;
    },
    image({ href, text }: Tokens.Image): string {
      return escape(`[image: ${text}] (${href})`);
    },
    // An address that may not be followed is shown just as it was written.
    link({ href, tokens, raw }: Tokens.Link): string {
      if (!isAddress(href)) return escape(raw);
      return `<a href="${escape(href)}">${this.parser.parseInline(tokens)}</a>`;
    },
    checkbox({ checked }: Tokens.Checkbox): string {
      return checked ? "☑ " : "☐ ";
    },
  },
});

purify.addHook("uponSanitizeElement", (node) => {
  // An entity such as &rlm; becomes a character only when it is parsed.
  if (node.nodeType === Node.TEXT_NODE) node.nodeValue = reveal(node.nodeValue ?? "");
});

purify.addHook("afterSanitizeAttributes", (node) => {
  if (node.nodeName !== "A") return;
  if (isAddress(node.getAttribute("href") ?? "")) {
    node.setAttribute("rel", "noopener noreferrer nofollow");
    node.setAttribute("target", "_blank");
  } else {
    node.removeAttribute("href");
  }
});

/** The HTML of a block of prose; for `Prose` alone, the one place that puts it into the page. */
export function toHtml(text: string): string {
  const known = kept.get(text);
  if (known !== undefined) return known;
  return purify.sanitize(marked.parse(reveal(text), { async: false }), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ["href", "start", "align"],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: ADDRESS,
    ADD_URI_SAFE_ATTR: ["start", "align"],
  });
}

/** Keeps the HTML of a block that will not change any more. */
export function toLastingHtml(text: string): string {
  const html = toHtml(text);
  if (text.length <= KEPT_LENGTH) {
    kept.delete(text);
    kept.set(text, html);
    const oldest = kept.keys().next();
    if (kept.size > KEPT && oldest.done === false) kept.delete(oldest.value);
  }
  return html;
}

/** Underscores that belong to a name: within a path, and around a word as Python has them. */
function isName(text: string, before = ""): boolean {
  return text.startsWith("_") && (/[/\\]/.test(before) || NAME.test(text));
}

function isAddress(href: string): boolean {
  if (!ADDRESS.test(href) || reveal(href) !== href) return false;
  if (!URL.canParse(href)) return false;
  const { protocol, username } = new URL(href);
  // `https://ok.example@evil.example` reads as the one and leads to the other.
  return PROTOCOLS.includes(protocol) && username === "";
}

function escape(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#39;");
}
