// Blocks in groups: a group that has not changed is not looked at again.
import { memo } from "react";
import { FencedCode } from "./CodeBlock";
import { Prose } from "./Prose";
import type { Block } from "./splitter";

export const Blocks = memo(function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block) =>
    block.kind === "code" ? (
      <FencedCode key={block.id} block={block} />
    ) : (
      <Prose key={block.id} block={block} />
    ),
  );
});
