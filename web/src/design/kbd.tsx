// A key as it is written on the keyboard in front of the reader.
import { keyNames } from "@/design/keys";

/** `mod+enter` is one press of two keys, `g p` is two presses. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.split(" ").map((press, place) => (
        // Presses have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <kbd
          key={place}
          className="rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-xs text-ink-soft"
        >
          {keyNames(press)}
        </kbd>
      ))}
    </span>
  );
}
