// The server's words as they are shown: what stands between backticks is something to type or to read as code.

export function Said({ text }: { text: string }) {
  return text.split("`").map((piece, place) =>
    place % 2 === 1 ? (
      // Pieces have no identity but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <code key={place} className="rounded-sm bg-sunken px-1 break-all">
        {piece}
      </code>
    ) : (
      piece
    ),
  );
}
