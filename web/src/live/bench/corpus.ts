// What the lanes say: tokens of a few letters, the same in every run. The last token of a batch
// is a mark by which its arrival on the page is known.

export type Kind = "prose" | "fence";

export const TOKENS_A_SECOND = 300;
export const BATCH_MS = 40;

const SENTENCES = [
  "The store **appends** before it answers, so a `kill -9` loses nothing that was said.",
  "I would keep the *reducer* pure; see [the note](https://example.com/notes?id=7) on replays.",
  "A cap that is checked after the call is no cap, and the ledger shows three such calls.",
  "Evidence first: the test fails on `main`, passes here, and fails again without the lock.",
];
const CODE = [
  "async def append(self, events: Sequence[Event], *, expected: int) -> int:",
  '    """Write events behind the one that the writer has seen."""',
  "    async with self._lock:  # one writer, many readers",
  "        rows = [(self._name, number, event.model_dump_json()) for number, event in events]",
  "        if expected != self._last and not self._forced:",
  '            raise Stale(f"the log has moved on: {self._last} > {expected}")',
  '        await self._run("INSERT INTO events VALUES (?, ?, ?)", rows)',
  "        return self._last + len(rows) * 1_000",
  "",
];

function prose(part: number): string {
  const [one = "", two = ""] = [SENTENCES[part % 4], SENTENCES[(part + 1) % 4]];
  if (part % 9 === 0) return `## Point ${part}\n\n${one}\n\n`;
  if (part % 9 === 4) return `- ${one}\n- ${two}\n  1. first ${part}\n  2. second\n\n`;
  if (part % 9 === 6)
    return `| case | before | after |\n|---|---:|---:|\n| ${part} | 12 | 7 |\n| b | 3 | 1 |\n\n`;
  if (part % 9 === 8) return `> ${two}\n\n\`\`\`ts\nexport const cap = ${part};\n\`\`\`\n\n`;
  return `${one} ${two} ${one}\n\n`;
}

export interface Batch {
  readonly text: string;
  readonly marked: boolean;
}

/** The batches of one lane; one that ends within a sentence, or in code, ends with its mark. */
export function batches(kind: Kind, lane: number, seconds: number): Batch[] {
  const each = Math.round((TOKENS_A_SECOND * BATCH_MS) / 1_000);
  const count = Math.floor((seconds * 1_000) / BATCH_MS);
  let text = kind === "fence" ? "FILE: src/store.py\n```python\n" : "";
  for (let part = lane; text.length < count * each * 5; part += 1) {
    text += kind === "fence" ? `${CODE[part % CODE.length] ?? ""}\n` : prose(part);
  }
  const tokens = text.match(/[^\n]{1,4}|\n/g) ?? [];
  const sentence = kind === "fence" ? /^ *\w{2}/ : /^(?:- |> )?[A-Z]\w/;
  let line = "";
  return Array.from({ length: count }, (_, number) => {
    const words = tokens.slice(number * (each - 1), (number + 1) * (each - 1)).join("");
    line = (line + words).split("\n").at(-1) ?? "";
    const marked = sentence.test(line) && !line.startsWith("FILE");
    return { text: marked ? `${words} ${markOf(lane, number)} ` : words, marked };
  });
}

export function markOf(lane: number, number: number): string {
  return `mark${lane}n${number}x`;
}

export const MARK = /mark(\d)n(\d+)x/g;
