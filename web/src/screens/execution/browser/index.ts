// Running a session's project inside this browser; `lazy(() => import("./browser"))` shows it.
export { type BrowserWay, browserWays } from "@/runtime";
export { BrowserRun, type BrowserRunProps } from "./browser-run";
export { BrowserRun as default } from "./browser-run";
