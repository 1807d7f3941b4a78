// What can be done by key in a diff.

export const KEYS = {
  next: { keys: "j", label: "Next hunk" },
  previous: { keys: "k", label: "Previous hunk" },
} as const;
