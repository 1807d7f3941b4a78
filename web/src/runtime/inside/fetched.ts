// `fetch` of a page that is shown with its service: the request is carried over the port, not by any
// network, and its answer comes back as one would expect.
import { type Ask, type Header, METHODS } from "../requests";

/** A name that leads nowhere, for what only has to be an address. */
const NOWHERE = "http://service.invalid/";
const NEAR = /^(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(:\d+)?$/;
const BODILESS = [101, 204, 205, 304];

/** The path on the service that an address means, or nothing where it means somebody else. */
export function servicePath(address: string, host: string): string | null {
  try {
    const url = new URL(address, NOWHERE);
    const ours = url.href.startsWith(NOWHERE) || url.host === host || NEAR.test(url.host);
    return ours && /^https?:$/.test(url.protocol) ? url.pathname + url.search : null;
  } catch {
    return null;
  }
}

export async function fetchedFrom(
  ask: Ask,
  path: string,
  asked: RequestInfo | URL,
  options: RequestInit | undefined,
): Promise<Response> {
  const request = new Request(
    asked instanceof Request ? asked : new URL(path, NOWHERE).href,
    options,
  );
  const method = METHODS.find((each) => each === request.method);
  if (!method) throw new TypeError(`${request.method} is not carried to the service`);
  const body = new Uint8Array(await request.arrayBuffer());
  const headers: Header[] = [...request.headers];
  const { status, headers: told, body: text } = await ask({ method, path, headers, body });
  return new Response(BODILESS.includes(status) ? null : new Blob([text as BlobPart]), {
    status: Math.min(Math.max(status, 200), 599),
    headers: told.map(([name, value]): [string, string] => [name, value]),
  });
}
