// What can be done by key in a replay.

export const KEYS = {
  play: { keys: "p", label: "Play or pause" },
  before: { keys: ",", label: "The boundary before" },
  after: { keys: ".", label: "The boundary after" },
  live: { keys: "l", label: "The live table" },
  files: { keys: "f", label: "Files" },
} as const;
