// The life of an upload: chosen, on its way, taken or refused, and forgotten when it is not wanted.
import { useCallback, useEffect, useRef, useState } from "react";
import { api, ask, problemOf, type Schemas } from "@/api/client";
import { announce } from "@/design/announcer";
import { plural } from "@/design/figures";
import { sentence } from "@/design/sentence";
import type { KeptUpload } from "@/screens/setup/draft";
import { type Choice, joined, type Picked, unsendable } from "@/screens/setup/picking";
import { withoutField } from "@/screens/setup/placing";
import { sendFiles } from "@/screens/setup/sending";

export interface Sent {
  uploaded: Schemas["Uploaded"] | null;
  /** What was taken, to be kept with the draft; null: nothing. */
  kept: KeptUpload | null;
  /** True: the files were added on an earlier visit, and only the server has them. */
  recalled: boolean;
  /** What has gone up, from 0 to 1; null: nothing is on its way. */
  share: number | null;
  /** `lasting`: the same files would be refused again. */
  problem: { message: string; remedy: string; lasting: boolean } | null;
  /** Folders that were not even sent. */
  left: readonly string[];
  add: (choice: Choice) => void;
  unreadable: (thrown: unknown) => void;
  stop: () => void;
  remove: () => void;
  /** The server does not have it any more. */
  lost: () => void;
  /** Undefined: there is nothing that could be sent again. */
  again: (() => void) | undefined;
}

type Shown = Pick<Sent, "kept" | "recalled" | "share" | "problem" | "left"> & { tried: boolean };

const NOTHING: Shown = {
  kept: null,
  recalled: false,
  share: null,
  problem: null,
  left: [],
  tried: false,
};
const LOST = {
  message: "The files that you had added are no longer kept.",
  remedy: "Add them again.",
};
/** For so long the server keeps what no session has taken. */
const LASTS_MS = 3_600_000;

function firstShown(left: KeptUpload | null): Shown {
  if (left === null) return NOTHING;
  if (Date.now() - left.at >= LASTS_MS) return { ...NOTHING, problem: { ...LOST, lasting: true } };
  return { ...NOTHING, kept: left, recalled: true, left: left.left };
}

/** `recalled` is what an earlier visit to the form has left. */
export function useUpload(recalled: KeptUpload | null = null): Sent {
  const [shown, setShown] = useState(() => firstShown(recalled));
  const taken = useRef<readonly Picked[]>([]);
  const tried = useRef<readonly Picked[]>([]);
  const current = useRef<AbortController | null>(null);
  const held = useRef(shown.kept?.uploaded.id ?? null);

  const forget = useCallback(() => {
    const id = held.current;
    held.current = null;
    // One that is not there is forgotten already, and one that stays is gone in an hour.
    if (id !== null) {
      ask(api.DELETE("/api/uploads/{upload}", { params: { path: { upload: id } } })).catch(
        () => {},
      );
    }
  }, []);

  const send = useCallback(
    async (files: readonly Picked[], left: readonly string[]) => {
      current.current?.abort();
      const wrong = unsendable(files);
      if (wrong !== "") {
        setShown((before) => ({
          ...before,
          problem: { message: wrong, remedy: "", lasting: true },
        }));
        return;
      }
      const stop = new AbortController();
      current.current = stop;
      tried.current = files;
      setShown((before) => ({ ...before, share: 0, problem: null, left, tried: true }));
      try {
        const uploaded = await sendFiles(
          files,
          (share) => setShown((before) => ({ ...before, share })),
          stop.signal,
        );
        forget();
        held.current = uploaded.id;
        taken.current = files;
        const kept = { uploaded, left, at: Date.now() };
        setShown((before) => ({ ...before, kept, recalled: false, share: null }));
        announce(`${plural(uploaded.files, "file")} taken.`);
      } catch (thrown) {
        if (stop.signal.aborted) return;
        const { type, detail, remedy } = problemOf(thrown);
        const message = sentence(withoutField(detail, "files"));
        const lasting = type === "invalid" || type === "too_large";
        const problem = { message, remedy: sentence(remedy), lasting };
        setShown((before) => ({ ...before, share: null, problem }));
      }
    },
    [forget],
  );

  // What is still on its way when one leaves is not wanted any more.
  useEffect(() => () => current.current?.abort(), []);

  const resend = () => void send(tried.current, shown.left);
  return {
    ...shown,
    uploaded: shown.kept?.uploaded ?? null,
    add: (choice) => void send(joined(taken.current, choice.files), choice.left),
    unreadable: (thrown) => {
      const { detail } = problemOf(thrown);
      setShown((before) => ({
        ...before,
        problem: {
          message: `It could not be read: ${detail}`,
          remedy: "Pick it again.",
          lasting: true,
        },
      }));
    },
    stop: () => {
      current.current?.abort();
      setShown((before) => ({ ...before, share: null }));
    },
    remove: () => {
      current.current?.abort();
      taken.current = [];
      forget();
      setShown(NOTHING);
    },
    lost: () => {
      held.current = null;
      setShown(({ tried: atHand, left }) => {
        // Where the files are still at hand, they can be sent again by a press.
        return { ...NOTHING, tried: atHand, left, problem: { ...LOST, lasting: !atHand } };
      });
    },
    again: shown.tried ? resend : undefined,
  };
}
