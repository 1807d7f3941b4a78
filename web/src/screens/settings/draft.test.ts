import { beforeEach, describe, expect, test } from "vitest";
import { changesOf } from "@/screens/settings/changes";
import { draftOf, useSettingsDraft } from "@/screens/settings/draft";
import { told } from "@/screens/settings/testing";

const kept = () => useSettingsDraft.getState();

function sent() {
  const { draft } = kept();
  if (draft === null) throw new Error("nothing is loaded");
  return draft;
}

const changes = () => {
  const { base, draft } = kept();
  return base && draft ? changesOf(base, draft) : [];
};

beforeEach(() => kept().load(draftOf(told())));

describe("a draft that was saved", () => {
  test("is what the server has, and its fields take that over", () => {
    kept().change({ project: " shop two " });
    const { version } = kept();
    kept().settle(told({ project: "shop two", digest: "d2" }), sent());
    expect(kept().draft).toMatchObject({ project: "shop two", digest: "d2" });
    expect(changes()).toEqual([]);
    expect(kept().version).toBe(version + 1);
  });

  test("keeps what was typed while it was on its way, and its fields", () => {
    kept().change({ project: " shop two " });
    const on = sent();
    const [ada, bors] = on.knights;
    if (!ada || !bors) throw new Error("there are two knights");
    kept().change({ language: "de" });
    kept().change({ rules: { ...on.rules, max_rounds: 8 } });
    kept().change({ knights: [ada, { ...bors, model: "claude-9" }] });
    const { version } = kept();
    kept().settle(told({ project: "shop two", digest: "d2" }), on);
    expect(kept().draft).toMatchObject({ project: "shop two", language: "de", digest: "d2" });
    expect(changes()).toEqual(["language", "Bors (model)", "rules (rounds at most)"]);
    expect(kept().version).toBe(version);
    expect(kept().draft?.knights[1]?.id).toBe(bors.id);
  });

  test("keeps a knight that was added or removed meanwhile as that", () => {
    const on = sent();
    const [ada] = on.knights;
    if (!ada) throw new Error("there are knights");
    kept().change({ knights: [ada, { ...ada, id: "new", name: "Cai" }] });
    kept().settle(told({ digest: "d2" }), on);
    expect(changes()).toEqual(["Cai added", "Bors removed"]);
  });
});
