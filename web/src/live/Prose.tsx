// A block of prose. This is the one place where made HTML enters the page.
import { memo } from "react";
import { toHtml, toLastingHtml } from "./prose";
import type { ProseBlock } from "./splitter";

export const Prose = memo(function Prose({ block }: { block: ProseBlock }) {
  const html = block.open ? toHtml(block.text) : toLastingHtml(block.text);
  return (
    <div
      className={block.open ? "live-block" : "live-block live-closed"}
      data-kind={block.kind}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
});
