// The reader's choice of light or dark; without one, the system's holds. `public/theme.js` reads it first.
import { create } from "zustand";

export type Theme = "system" | "light" | "dark";

const STORED = "roundtable.theme";

interface Themes {
  theme: Theme;
  choose: (theme: Theme) => void;
}

export const useTheme = create<Themes>((set) => ({
  theme: asTheme(document.documentElement.dataset["theme"]),
  choose: (theme) => {
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    try {
      if (theme === "system") localStorage.removeItem(STORED);
      else localStorage.setItem(STORED, theme);
    } catch {
      // Where nothing can be kept, the choice holds for this page.
    }
    set({ theme });
  },
}));

function asTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
