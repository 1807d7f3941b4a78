import { expect, test } from "vitest";
import { takeLaunch } from "@/launch";

function page(hash: string) {
  const shown: string[] = [];
  return {
    place: { hash, pathname: "/projects", search: "?q=a" },
    past: {
      replaceState: (_: unknown, __: string, url?: string | URL | null) =>
        void shown.push(String(url)),
    },
    shown,
  };
}

test("without a token in the address nothing is sent and nothing changes", async () => {
  const { place, past, shown } = page("#other");
  const send = () => Promise.reject(new Error("sent"));
  expect(await takeLaunch(place, past, send)).toEqual({ kind: "none" });
  expect(shown).toEqual([]);
});

test("a token is posted as JSON and leaves the address before the answer comes", async () => {
  const { place, past, shown } = page("#launch=abc_-1");
  const send: typeof fetch = (url, init) => {
    expect(shown).toEqual(["/projects?q=a"]);
    expect(url).toBe("/api/launch");
    expect(init?.method).toBe("POST");
    expect(init?.body).toBe('{"token":"abc_-1"}');
    return Promise.resolve(new Response(null, { status: 204 }));
  };
  expect(await takeLaunch(place, past, send)).toEqual({ kind: "done" });
});

test("a token that is refused is told with its remedy, and leaves the address all the same", async () => {
  const { place, past, shown } = page("#launch=old");
  const answer = await takeLaunch(place, past, () =>
    Promise.resolve(new Response(null, { status: 401 })),
  );
  expect(answer).toMatchObject({
    kind: "refused",
    remedy: expect.stringContaining("roundtable serve"),
  });
  expect(shown).toEqual(["/projects?q=a"]);
});

test("a browser that is known already may come by an old link", async () => {
  const { place, past } = page("#launch=old");
  const send: typeof fetch = (url) =>
    Promise.resolve(new Response(null, { status: url === "/api/project" ? 200 : 401 }));
  expect(await takeLaunch(place, past, send)).toEqual({ kind: "done" });
});

test("a server that does not answer is told as that", async () => {
  const { place, past } = page("#launch=abc");
  const answer = await takeLaunch(place, past, () => Promise.reject(new TypeError("refused")));
  expect(answer).toMatchObject({
    kind: "refused",
    message: expect.stringContaining("did not answer"),
  });
});
