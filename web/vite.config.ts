// How the client is built, served while it is written, and tested.
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "../src/roundtable/_web",
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // The first versions with light-dark(), popover and nesting: the theme is written in them.
    target: ["chrome125", "firefox128", "safari17.5"],
    // Our content policy allows neither data: scripts nor inline ones, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // React as text, for front ends that import it; it is loaded with the first that is shown.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every screen of a session needs is one file: its log and its prose. Nothing in it
          // may import from elsewhere in src, or files would wait for one another in a ring.
          groups: [
            {
              name: "engine",
              test: /node_modules\/(marked|dompurify|@noble)\/|\/web\/src\/(fold|live)\//,
            },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  worker: { format: "es" },
  server: { proxy: { "/api": "http://127.0.0.1:7117" } },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    // Each file has a page of its own, without a process of its own: four times as fast.
    pool: "vmThreads",
    restoreMocks: true,
    maxWorkers: 2,
    // A machine that is busy, or stands still for a while, is no test that fails.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
