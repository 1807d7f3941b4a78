// What can be done by key where a table is convened.

export const KEYS = [{ keys: "mod+enter", label: "Convene the table" }] as const;
