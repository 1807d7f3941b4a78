// Text as the server compares it: by code points, and by its own notion of blanks and case.

/** For `sort`: by code points, where JavaScript would go by UTF-16 units. */
export function byCodePoints(one: string, other: string): number {
  const ours = one[Symbol.iterator]();
  const theirs = other[Symbol.iterator]();
  for (;;) {
    const a = ours.next();
    const b = theirs.next();
    if (a.done || b.done) return a.done ? (b.done ? 0 : -1) : 1;
    const difference = (a.value.codePointAt(0) ?? 0) - (b.value.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
}

export function sortedTexts(texts: Iterable<string>): string[] {
  return [...texts].toSorted(byCodePoints);
}

const blanks =
  "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const around = new RegExp(`^${blanks}+|${blanks}+$`, "g");

export function stripped(text: string): string {
  return text.replace(around, "");
}

/** Without regard to case; beyond lower case only what names at a table may well contain. */
export function caseless(text: string): string {
  return text.toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ");
}

export function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}
