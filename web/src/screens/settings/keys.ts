// What can be done by key in the settings.

export const KEYS = [{ keys: "mod+s", label: "Save" }] as const;
