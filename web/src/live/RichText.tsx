// The text of a turn that has ended. A long one is made over several frames: its beginning and its
// end at once, for that is where a reader is, and what lies between in order.
import { useEffect, useMemo, useState } from "react";
import { Blocks } from "./Blocks";
import { nextFrame } from "./frame";
import { reveal } from "./hidden";
import { type Block, split } from "./splitter";

const GROUP = 24;

export function RichText({ text }: { text: string }) {
  const groups = useMemo(() => inGroups(split(text)), [text]);
  const made = useGrowing(groups.length - 1);
  return (
    <div className="live-text">
      {groups.map((blocks, index) =>
        index < made || index === groups.length - 1 ? (
          <Blocks key={blocks[0]?.id} blocks={blocks} />
        ) : (
          <div key={blocks[0]?.id} className="live-waiting">
            {reveal(blocks.map(plain).join("\n\n"))}
          </div>
        ),
      )}
    </div>
  );
}

/** One, and one more with each frame, up to `most`. */
function useGrowing(most: number): number {
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count < most) nextFrame(() => setCount(count + 1));
  }, [count, most]);
  return count;
}

function inGroups(blocks: readonly Block[]): readonly (readonly Block[])[] {
  return Array.from({ length: Math.ceil(blocks.length / GROUP) }, (_, index) =>
    blocks.slice(index * GROUP, (index + 1) * GROUP),
  );
}

function plain(block: Block): string {
  return block.kind === "code" ? block.lines.join("\n") : block.text;
}
