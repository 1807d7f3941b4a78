// The text of a turn that is being spoken.
import { useCallback, useSyncExternalStore } from "react";
import { Blocks } from "./Blocks";
import { buffers } from "./buffers";

export function StreamedText({ bufferKey }: { bufferKey: string }) {
  const watch = useCallback(
    (changed: () => void) => buffers.watch(bufferKey, changed),
    [bufferKey],
  );
  const { groups } = useSyncExternalStore(watch, () => buffers.read(bufferKey));
  return (
    <div className="live-text">
      {groups.map((blocks) => (
        <Blocks key={blocks[0]?.id} blocks={blocks} />
      ))}
    </div>
  );
}
