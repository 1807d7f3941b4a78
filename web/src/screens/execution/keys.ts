// What can be done by key while a run is under way.

export const KEYS = { stop: { keys: "s", label: "Stop the run" } } as const;
