// What can be done by key at a table; the lanes and a question share the digits.

export const KEYS = {
  files: { keys: "f", label: "Files" },
  replay: { keys: "r", label: "Replay" },
  chat: { keys: "c", label: "Ask the judge" },
  note: { keys: "n", label: "Write a note" },
  stop: { keys: "s", label: "Stop; it can be resumed" },
  all: { keys: "escape", label: "Show all lanes" },
} as const;

/** For a list: which lane or answer a digit means depends on the table. */
export const DIGITS = { keys: "1 … 9", label: "To a lane; while a question is open, its answers" };
