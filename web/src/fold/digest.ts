// What an approval is bound to: a path, its new bytes, and the bytes they were made from.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ChangeView } from "./types";

type Change = ChangeView["proposed"]["change"];

export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

export function digestOf(change: Change): string {
  const after = typeof change.text === "string" ? sha256Hex(change.text) : "";
  return sha256Hex(`${change.path}\0${change.before}\0${after}`);
}
