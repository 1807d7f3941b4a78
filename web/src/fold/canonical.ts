// A value in one form that the server's tests can make as well, so that digests can be compared.
import { byCodePoints } from "./order";

/**
 * JSON with keys in order and no blanks. A whole number is written as such, any other in
 * millionths, rounded half up: `1500000e-6`.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "number" && !Number.isInteger(value)) {
    return `${Math.floor(value * 1_000_000 + 0.5)}e-6`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([one], [other]) => byCodePoints(one, other));
  return `{${fields.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}
