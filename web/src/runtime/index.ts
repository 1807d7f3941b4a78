// What of this folder others may use; everything heavy is loaded when it is first run.
export { type BrowserWay, browserWays, type Surroundings } from "./ways";
