// Makes characters visible that a reader cannot see and a machine still reads: directions,
// zero-width signs, controls, tags. What a model wrote is then what one looks at.

const JOINED =
  "\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F\\u{1F1E6}-\\u{1F1FF}\\u2640\\u2642\\u2695\\u2696\\u2708";

/** Scripts whose spelling needs the two joiners; between their letters these are no disguise. */
const JOINING = ["Arabic", "Syriac", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya"]
  .concat(["Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Khmer", "Myanmar", "Mongolian"])
  .map((script) => `\\p{Script=${script}}`)
  .join("");

/** What may be there and is never seen, wherever it stands. */
const NEVER_SEEN =
  "\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u00AD\\u061C\\u115F\\u1160\\u180E\\u200B\\u200E\\u200F" +
  "\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0\\uFFF9-\\uFFFB\\u{E0000}-\\u{E0FFF}";

const HIDDEN = new RegExp(
  `[${NEVER_SEEN}]` +
    `|[\\u200C\\u200D](?!(?<=[${JOINED}]\\u200D)[${JOINED}]|(?<=[${JOINING}].)[${JOINING}])` +
    // A letter may have one variant; a row of variants carries something else.
    `|(?<=[\\uFE00-\\uFE0F])[\\uFE00-\\uFE0F]`,
  "gu",
);

/** Cheap, and enough for all but a few texts: without one of these, nothing is hidden. */
const MAYBE = new RegExp(`[${NEVER_SEEN}\\u200C\\u200D\\uFE00-\\uFE0F]`, "u");

/** The text with each hidden character as `⟨U+202E⟩`. */
export function reveal(text: string): string {
  if (!MAYBE.test(text)) return text;
  return text.replace(HIDDEN, (hidden) => {
    const code = hidden.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}
