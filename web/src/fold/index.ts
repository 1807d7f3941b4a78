// The fold as the screens know it.
export { blank } from "./blank";
export { normalise } from "./defaults";
export { reduce } from "./reduce";
export { Replay, replayTo } from "./replay";
export { KEPT, piecesOf } from "./run-texts";
export type * from "./types";
