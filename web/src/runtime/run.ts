// One run in the browser: what is told of it while it goes on, and the ways in which it ends.
import type { Service } from "./requests";
import type { Stream } from "./words";

export type Ending =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "stopped" }
  | { readonly kind: "timed-out"; readonly seconds: number }
  | { readonly kind: "failed"; readonly reason: string };

export interface Told {
  /** What it is about to do, for people: "Loading Python". */
  onStage: (stage: string) => void;
  onText: (stream: Stream, text: string) => void;
  /** More was printed than is kept. */
  onCut: () => void;
  /** The project itself runs now. */
  onBegun: () => void;
  /** A server of the project can be looked at. */
  onUrl?: ((url: string) => void) | undefined;
  /** A service of the project is up, and can be asked. */
  onServing?: ((service: Service) => void) | undefined;
  /** The page that comes with it is shown. */
  onShown?: (() => void) | undefined;
  /** Once, and nothing after it. */
  onEnd: (ending: Ending) => void;
}

export interface Run {
  stop: () => void;
}

/** Told until the end, and no more after it; `clean` lets go of everything a run holds. */
export function untilEnd(told: Told, clean: () => void): Told & { ended: () => boolean } {
  let over = false;
  const before =
    <Words extends unknown[]>(say: (...words: Words) => void) =>
    (...words: Words) => {
      if (!over) say(...words);
    };
  return {
    onStage: before(told.onStage),
    onText: before(told.onText),
    onCut: before(told.onCut),
    onBegun: before(told.onBegun),
    onUrl: before((url) => told.onUrl?.(url)),
    onServing: before((service) => told.onServing?.(service)),
    onShown: before(() => told.onShown?.()),
    onEnd: before((ending) => {
      over = true;
      clean();
      told.onEnd(ending);
    }),
    ended: () => over,
  };
}

export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
