// What every test of the client stands on: matchers, a whole browser, and a clean page after each.
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { completeBrowser } from "@/testing/browser";

completeBrowser();
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
