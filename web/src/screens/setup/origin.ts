// Where the form comes from: the address, an earlier session, or what was left here before.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { api, ask, type Problem, type Schemas } from "@/api/client";
import { useLoaded } from "@/api/loaded";
import {
  forgetDraft,
  type KeptDraft,
  type KeptUpload,
  keepDraft,
  recallDraft,
} from "@/screens/setup/draft";
import { duplicated } from "@/screens/setup/duplicate";
import { blankForm, type Form, type SeatOffered } from "@/screens/setup/form";
import { formOf, linkOf } from "@/screens/setup/link";

export interface Opening {
  form: Form;
  /** What is to be said about it, if anything. */
  notes: readonly string[];
  /** True: it is what was left here before. */
  restored: boolean;
  /** The files that were left with it. */
  upload: KeptUpload | null;
}

export interface Origin {
  /** Another key is another form. */
  key: string;
  /** Null: it is on its way, or there is a problem. */
  opening: Opening | null;
  problem: Problem | null;
  reload: () => void;
  /** The address that the form writes; writing it is no new form. */
  write: (query: string) => void;
}

/** As it stands in the address: the router's own hook hands it out decoded. */
const address = () => window.location.search.replace(/^\?/, "");

export function useOrigin(seats: readonly SeatOffered[]): Origin {
  const search = useSearch();
  const [key, setKey] = useState(address);
  const own = useRef(key);
  useEffect(() => {
    const query = address();
    const moved = search !== "" || query === "";
    if (!moved || query === own.current || window.location.pathname !== "/") return;
    own.current = query;
    setKey(query);
  }, [search]);
  const write = useCallback((query: string) => {
    // A timer may outlive its screen while the next one is being loaded; it must not call us back.
    if (query === own.current || window.location.pathname !== "/") return;
    own.current = query;
    navigate(query === "" ? "/" : `/?${query}`, { replace: true });
  }, []);
  const from = new URLSearchParams(key).get("from");
  const earlier = useLoaded(from ?? "", () => (from ? bring(from) : Promise.resolve(null)));
  const common = { key, write, problem: from ? earlier.problem : null, reload: earlier.reload };
  const here = useMemo(() => (from === null ? opened(key, seats) : null), [from, key, seats]);
  if (from === null) return { ...common, opening: here };
  const found = earlier.value?.session.session === from ? earlier.value : null;
  if (found === null) return { ...common, opening: null };
  const { form, notes } = duplicated(found.session, seats, found.rounds);
  const told = [`A copy of ${from}.`, ...notes];
  return { ...common, opening: { form, notes: told, restored: false, upload: null } };
}

async function bring(session: string) {
  const [found, agendas] = await Promise.all([
    ask(api.GET("/api/session/{session}", { params: { path: { session } } })),
    ask(api.GET("/api/agenda")),
  ]);
  return { session: found, rounds: agendas.rounds as Schemas["RoundPlan"][] };
}

function opened(query: string, seats: readonly SeatOffered[]): Opening {
  const { form, unknown } = formOf(query, seats);
  const notes = unknown.length === 0 ? [] : [`Not at this project's table: ${unknown.join(", ")}.`];
  const draft = recallDraft(blankForm(seats));
  // An address holds neither a log nor a long text; where it is the draft's own, the draft has them.
  if (draft === null || (query !== "" && !isSame(query, linkOf(draft.form, seats).query))) {
    return { form, notes, restored: false, upload: null };
  }
  const more = draft.upload !== null || JSON.stringify(draft.form) !== JSON.stringify(form);
  return { ...draft, notes: [], restored: more };
}

function isSame(one: string, other: string): boolean {
  return new URLSearchParams(one).toString() === new URLSearchParams(other).toString();
}

const SETTLED_MS = 400;

/** Keeps the address and the draft in step with the form; `done` ends that, once it is sent. */
export function useKept(
  form: Form,
  upload: KeptUpload | null,
  seats: readonly SeatOffered[],
  write: (query: string) => void,
): { done: () => void } {
  const sent = useRef(false);
  const latest = useRef({ form, upload });
  useEffect(() => {
    latest.current = { form, upload };
  });
  const keep = useCallback(
    (draft: KeptDraft) => {
      if (sent.current) return;
      const blank = JSON.stringify(draft.form) === JSON.stringify(blankForm(seats));
      if (blank && draft.upload === null) forgetDraft();
      else keepDraft(draft);
    },
    [seats],
  );
  const keepLatest = useCallback(() => keep(latest.current), [keep]);
  useEffect(() => {
    const timer = setTimeout(() => {
      keep({ form, upload });
      write(linkOf(form, seats).query);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [form, upload, seats, write, keep]);
  // Whoever leaves in the middle of a word finds it again.
  useEffect(() => keepLatest, [keepLatest]);
  const done = useCallback(() => {
    sent.current = true;
    forgetDraft();
  }, []);
  return { done };
}
