// Ways to take a file along: as a download, or by the clipboard.
import { useEffect, useState } from "react";
import type { ProjectFile } from "@/fold";
import { announce } from "@/design/announcer";

/** Saves one file under its own name. */
export function download(file: ProjectFile): void {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const address = URL.createObjectURL(new Blob([file.binary ? bytes(file.text) : file.text]));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export interface Copying {
  /** What was copied a moment ago, or could not be. */
  readonly told: string;
  readonly copy: (what: string, text: string) => void;
}

export function useCopy(): Copying {
  const [told, setTold] = useState("");
  useEffect(() => {
    if (told === "") return;
    const timer = setTimeout(() => setTold(""), 3_000);
    return () => clearTimeout(timer);
  }, [told]);
  const tell = (words: string) => {
    setTold(words);
    announce(words);
  };
  const copy = (what: string, text: string) => {
    // Without leave, or over plain http from elsewhere, there is no clipboard at all.
    const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("none"));
    writing.then(
      () => tell(`${what} copied`),
      () => tell("This browser does not let the page copy"),
    );
  };
  return { told, copy };
}

/** 1,234 bytes as people read it. */
export function size(bytesCount: number): string {
  if (bytesCount < 1000) return `${bytesCount} B`;
  if (bytesCount < 999_500) return `${short(bytesCount / 1000)} kB`;
  return `${short(bytesCount / 1e6)} MB`;
}

function short(number: number): string {
  return number < 9.95 ? number.toFixed(1) : number.toFixed(0);
}
