// A block of code with its name, its colours and a button that copies it.
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { CodeLines } from "./CodeLines";
import { reveal } from "./hidden";
import { languageOf } from "./languages";
import type { CodeFence } from "./splitter";

export interface CodeBlockProps {
  readonly code: string;
  readonly language?: string;
  readonly title?: string;
}

/** Code that is whole already. */
export function CodeBlock({ code, language = "", title = "" }: CodeBlockProps) {
  const block = useMemo<CodeFence>(() => {
    const lines = code.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
    const count = lines.length;
    return { kind: "code", id: 0, info: language, title, lines, count, tail: "", open: false };
  }, [code, language, title]);
  return <FencedCode block={block} />;
}

/** Code as the splitter gives it, which may still be growing. */
export const FencedCode = memo(function FencedCode({ block }: { block: CodeFence }) {
  const { info, title, lines, count, tail, open } = block;
  const code = useRef<HTMLPreElement>(null);
  const name = title === "" ? (info.split(/\s/, 1)[0] ?? "") : title;
  const all = () => [...lines.slice(0, count), ...(tail === "" ? [] : [tail])].join("\n");
  return (
    <figure className={open ? "live-block live-code" : "live-block live-code live-closed"}>
      <figcaption className="live-code-head">
        <span className="live-code-name">{reveal(name) || "text"}</span>
        <CopyButton text={all} name={reveal(name)} source={code} />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
      <pre ref={code} tabIndex={0} role="group" aria-label={`Code, ${reveal(name) || "text"}`}>
        <CodeLines
          lines={lines}
          count={count}
          tail={tail}
          language={languageOf(info, title)}
          open={open}
        />
      </pre>
    </figure>
  );
});

type Copy = "ready" | "done" | "selected";

const WORDS: Readonly<Record<Copy, string>> = {
  ready: "Copy",
  done: "Copied",
  selected: "Selected: press Ctrl+C",
};

interface CopyButtonProps {
  readonly text: () => string;
  readonly name: string;
  readonly source: React.RefObject<HTMLElement | null>;
}

function CopyButton({ text, name, source }: CopyButtonProps) {
  const [state, setState] = useState<Copy>("ready");
  useEffect(() => {
    if (state === "ready") return;
    const timer = setTimeout(() => setState("ready"), 2_500);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setState("done");
    } catch {
      // Without leave to write to the clipboard, the reader's own keys still can.
      if (source.current !== null) getSelection()?.selectAllChildren(source.current);
      setState("selected");
    }
  };
  return (
    <button type="button" className="live-copy" onClick={() => void copy()}>
      {WORDS[state]} {name !== "" && <span className="live-unseen">{name}</span>}
    </button>
  );
}
