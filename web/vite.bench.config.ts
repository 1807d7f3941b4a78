// Builds the page on which streaming is measured; it is no part of the product.
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("./src/live/bench"),
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": here("./src") } },
  build: {
    outDir: here("./node_modules/.bench"),
    emptyOutDir: true,
    target: ["chrome125", "firefox128", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: "es" },
});
