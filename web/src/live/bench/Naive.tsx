// The renderer that everybody writes first: the whole text through marked and DOMPurify each time.
import DOMPurify from "dompurify";
import { marked } from "marked";
import { memo, useLayoutEffect, useRef } from "react";

export const Naive = memo(function Naive({ text }: { text: string }) {
  const lane = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (lane.current !== null) lane.current.scrollTop = lane.current.scrollHeight;
  });
  const html = DOMPurify.sanitize(marked.parse(text, { async: false }));
  return <div ref={lane} className="live-text" dangerouslySetInnerHTML={{ __html: html }} />;
});
