// Tells what node's own test runner finds, one signed line for each test.
// It runs in the runner's process; the tests run in processes of their own.

import { readSync } from "node:fs";

const nonce = Buffer.alloc(32);
for (let got = 0; got < 32; ) got += readSync(0, nonce, got, 32 - got);
const root = process.cwd() + "/";
const openTests = new Map();

function reasonOf(error) {
  const cause = error?.cause;
  const words = cause?.message ?? (typeof cause === "string" ? cause : error?.message);
  return String(words ?? "").slice(0, 2000);
}

function outcomeOf(type, data) {
  if (data.skip !== undefined && data.skip !== false) return "skip";
  if (data.todo !== undefined && data.todo !== false) return "skip";
  return type === "test:pass" ? "pass" : "fail";
}

export default async function* tell(source) {
  for await (const { type, data } of source) {
    if (!["test:start", "test:pass", "test:fail"].includes(type)) continue;
    const path = (data.file ?? "").replace(root, "");
    const names = (openTests.get(path) ?? []).slice(0, data.nesting);
    names[data.nesting] = data.name;
    openTests.set(path, names);
    if (type === "test:start") continue;
    const reason = reasonOf(data.details?.error);
    // A suite is told by its tests; it speaks itself only when it failed by itself.
    const ofTests = data.details?.type === "suite" && (type === "test:pass" || /subtests? failed/.test(reason));
    if (ofTests) continue;
    const whole = data.nesting === 0 && data.name.replace(root, "") === path;
    const line = { path, name: whole ? "" : names.join("::"), outcome: outcomeOf(type, data), detail: reason };
    yield `${nonce} ${JSON.stringify(line)}\n`;
  }
}
