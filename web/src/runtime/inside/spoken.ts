// A value as a console would print it: bounded, and whatever it does when it is looked at.

const MOST = 10_000;

export function spoken(value: unknown): string {
  try {
    return said(value).slice(0, MOST);
  } catch {
    return "⟨something that cannot be printed⟩";
  }
}

function said(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.stack ?? `${value.name}: ${value.message}`;
  if (typeof value !== "object" || value === null) return String(value);
  if (typeof Element !== "undefined" && value instanceof Element) return value.outerHTML;
  const seen = new Set<unknown>();
  return (
    JSON.stringify(value, (_, inner: unknown) => {
      if (typeof inner === "bigint" || typeof inner === "function") return String(inner);
      if (typeof inner !== "object" || inner === null) return inner;
      if (seen.has(inner)) return "⟨again⟩";
      seen.add(inner);
      return inner instanceof Map || inner instanceof Set ? [...inner] : inner;
    }) ?? String(value)
  );
}
