// The rows, walked with the arrow keys; of a long list only what is in view is drawn.
import { type KeyboardEvent, useCallback, useImperativeHandle, useRef } from "react";
import { WindowVirtualizer, type WindowVirtualizerHandle } from "virtua";
import type { SessionListed } from "@/screens/projects/listing";
import { SessionRow } from "@/screens/projects/session-row";

/** Up to here drawing all is quicker than reckoning what is in view. */
const FEW = 60;

export interface SessionListProps {
  sessions: readonly SessionListed[];
  now: number;
  /** Holds what puts the focus on a row, for keys pressed elsewhere. */
  reach: React.Ref<(place: number) => void>;
  /** Upwards from the first row. */
  onLeave: () => void;
}

export function SessionList({ sessions, now, reach, onLeave }: SessionListProps) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useRef<WindowVirtualizerHandle>(null);
  const focus = useCallback((place: number) => {
    const row = () => box.current?.querySelector<HTMLElement>(`[data-row="${place}"]`);
    virtual.current?.scrollToIndex(place, { align: "nearest" });
    const found = row();
    // One that was out of view is drawn after the scroll.
    if (found) found.focus();
    else requestAnimationFrame(() => requestAnimationFrame(() => row()?.focus()));
  }, []);
  useImperativeHandle(reach, () => focus, [focus]);
  const walk = (event: KeyboardEvent) => {
    const at = event.target instanceof HTMLElement ? event.target.dataset["row"] : undefined;
    if (at === undefined) return;
    const here = Number(at);
    const last = sessions.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      PageDown: here + 8,
      PageUp: Math.max(0, here - 8),
      Home: 0,
      End: last,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0) onLeave();
    else focus(Math.min(last, to));
  };
  const row = (session: SessionListed, place: number) => (
    <SessionRow session={session} place={place} now={now} />
  );
  return (
    // The rows inside are links; these keys only walk among them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} onKeyDown={walk}>
      {sessions.length <= FEW ? (
        <ul className="divide-y divide-line">
          {sessions.map((session, place) => (
            <li key={session.session}>{row(session, place)}</li>
          ))}
        </ul>
      ) : (
        <WindowVirtualizer ref={virtual} as="ul" item="li" data={sessions} bufferSize={600}>
          {(session, place) => (
            <div key={session.session} className="border-b border-line">
              {row(session, place)}
            </div>
          )}
        </WindowVirtualizer>
      )}
    </div>
  );
}
