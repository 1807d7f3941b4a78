// Whether this browser is let in. The first refusal closes the door, and every screen shows it.
import { create } from "zustand";
import type { Problem } from "@/api/client";

interface Door {
  refused: Problem | null;
}

export const useDoor = create<Door>(() => ({ refused: null }));

export const door = {
  close: (refused: Problem) => useDoor.setState({ refused }),
  open: () => useDoor.setState({ refused: null }),
};
