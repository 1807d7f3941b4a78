// What can be done by key in the list of sessions.

export const KEYS = [
  { keys: "/", label: "Search" },
  { keys: "arrowdown", label: "Walk through the list" },
  { keys: "enter", label: "Open the session one is at" },
] as const;
