// A link of the form `…/#launch=TOKEN` opens the client once: the token is traded for a cookie.

export type Launch =
  { kind: "none" } | { kind: "done" } | { kind: "refused"; message: string; remedy: string };

type Place = Pick<Location, "hash" | "pathname" | "search">;
type Past = Pick<History, "replaceState">;

const PREFIX = "#launch=";
const REMEDY = "Run `roundtable serve` again and open the link that it prints.";

/** Trades the token in the address, and takes it out of the address whatever comes of it. */
export async function takeLaunch(place: Place, past: Past, send = fetch): Promise<Launch> {
  if (!place.hash.startsWith(PREFIX)) return { kind: "none" };
  const token = place.hash.slice(PREFIX.length);
  past.replaceState(null, "", place.pathname + place.search);
  try {
    const answer = await send("/api/launch", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token }),
    });
    if (answer.ok) return { kind: "done" };
    // A browser that is known already may well come by an old link.
    if ((await send("/api/project")).ok) return { kind: "done" };
    return refused("This link has been used or has run out.");
  } catch {
    return refused("The server did not answer.");
  }
}

/** A link that is opened in a page which is there already changes the address alone. */
export function watchLaunch(view: Window): void {
  view.addEventListener("hashchange", () => {
    if (view.location.hash.startsWith(PREFIX)) view.location.reload();
  });
}

function refused(message: string): Launch {
  return { kind: "refused", message, remedy: REMEDY };
}
