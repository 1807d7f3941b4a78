import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { KeptUpload } from "@/screens/setup/draft";
import { served } from "@/screens/setup/testing";
import { useUpload } from "@/screens/setup/uploading";

afterEach(() => vi.unstubAllGlobals());

function left(minutes: number): KeptUpload {
  const uploaded = {
    id: "u1",
    origin: "shop.zip",
    files: 2,
    bytes: 9,
    paths: ["a.py", "b.py"],
    left_out: [],
  };
  return { uploaded, left: ["node_modules"], at: Date.now() - minutes * 60_000 };
}

describe("files of an earlier visit", () => {
  test("are there again as long as the server keeps them", () => {
    const { result } = renderHook(() => useUpload(left(59)));
    expect(result.current).toMatchObject({
      uploaded: { id: "u1", files: 2 },
      recalled: true,
      left: ["node_modules"],
      problem: null,
    });
  });

  test("must be added again after that", () => {
    const { result } = renderHook(() => useUpload(left(61)));
    expect(result.current.uploaded).toBeNull();
    expect(result.current.kept).toBeNull();
    expect(result.current.problem?.remedy).toBe("Add them again.");
    expect(result.current.again).toBeUndefined();
  });

  test("must be added again where the server does not have them any more", () => {
    const { result } = renderHook(() => useUpload(left(1)));
    act(() => result.current.lost());
    expect(result.current.uploaded).toBeNull();
    expect(result.current.problem).toMatchObject({ remedy: "Add them again.", lasting: true });
  });

  test("are forgotten by the server too when they are removed", async () => {
    const asked = served({ "DELETE /api/uploads/u1": () => null });
    const { result } = renderHook(() => useUpload(left(1)));
    act(() => result.current.remove());
    expect(result.current.kept).toBeNull();
    await waitFor(() => expect(asked.map(({ what }) => what)).toEqual(["DELETE /api/uploads/u1"]));
  });
});
