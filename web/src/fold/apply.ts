// An apply: what is proposed, what the King said to each change, what was written and taken back.
import { withMemory, withTexts, withView } from "./changing";
import { digestOf } from "./digest";
import type { ApplyView, ChangeView, Concern, EventOf, Session, Tree } from "./types";

type Objection = ApplyView["rejected"][number];

export const nothingApplied: Omit<ApplyView, "decided_by"> = {
  changes: [],
  rejected: [],
  written: null,
  failed: "",
  objections: [],
  branch: "",
  commit: "",
  problem: "",
  undone: false,
};

export const apply: Concern = (session, event) => {
  if (!session.view.apply) return session;
  switch (event.type) {
    case "files_given":
      return taken(session, event);
    case "changes_proposed":
      return proposed(session, event);
    case "human_choice":
      return answered(session, event);
    case "changes_applied":
      return withProject(withApply(session, { written: event.files }));
    case "changes_not_applied":
      return withApply(session, { failed: event.reason, objections: event.objections });
    case "changes_committed": {
      const { branch, commit, problem } = event;
      return withApply(session, { branch, commit, problem });
    }
    case "changes_undone":
      return withProject(withApply(session, { undone: true }));
    default:
      return session;
  }
};

function withApply(session: Session, changes: Partial<ApplyView>): Session {
  const { apply: before } = session.view;
  return before ? withView(session, { apply: { ...before, ...changes } }) : session;
}

function taken(session: Session, event: EventOf<"files_given">): Session {
  const files = Object.fromEntries(event.files.map((file) => [file.path, file]));
  const absent = Object.fromEntries(event.absent.map((path) => [path, null]));
  const bases = { ...session.texts.bases, ...files, ...absent };
  const given = { ...session.texts.given, ...files };
  return withProject(withTexts(session, { bases, given }));
}

/** An approval does not outlive an objection that is new. */
function proposed(session: Session, event: EventOf<"changes_proposed">): Session {
  const changes = event.changes.map((item): ChangeView => {
    return { proposed: item, digest: digestOf(item.change), answer: null };
  });
  const { told, approved } = session.memory;
  const doubted = changes.filter((change) =>
    change.proposed.objections.some((objection) => !told.has(inOneLine(objection))),
  );
  const objections = changes.flatMap((change) => change.proposed.objections.map(inOneLine));
  const without = new Set(doubted.map((change) => change.digest));
  const next = withMemory(session, {
    told: new Set([...told, ...objections]),
    approved: new Set([...approved].filter((digest) => !without.has(digest))),
  });
  return withAnswers(withApply(next, { changes, rejected: event.rejected }));
}

function inOneLine(objection: Objection): string {
  return JSON.stringify([objection.path, objection.concern, objection.reason]);
}

function answered(session: Session, event: EventOf<"human_choice">): Session {
  const changes = session.view.apply?.changes ?? [];
  const digest = event.question_id.slice(event.question_id.lastIndexOf("-") + 1);
  const isAsked = event.question_id.startsWith("parley-");
  if (!isAsked || !changes.some((change) => change.digest === digest)) return session;
  const { approved, declined } = session.memory;
  switch (event.option) {
    case "approve":
      return withAnswers(withMemory(session, { approved: new Set([...approved, digest]) }));
    case "approve_rest": {
      const rest = changes.filter((change) => isPlain(change) && !declined.has(change.digest));
      const all = [...approved, ...rest.map((change) => change.digest), digest];
      return withAnswers(withMemory(session, { approved: new Set(all) }));
    }
    case "refuse":
      return withAnswers(withMemory(session, { declined: new Set([...declined, digest]) }));
    default:
      return session;
  }
}

/** Whether a change may be approved together with others, without a look at it alone. */
function isPlain({ proposed: item }: ChangeView): boolean {
  return !item.outside && !item.delicate && item.objections.length === 0;
}

function withAnswers(session: Session): Session {
  const { approved, declined } = session.memory;
  const changes = (session.view.apply?.changes ?? []).map((change) => {
    const refused = declined.has(change.digest) ? ("declined" as const) : null;
    const answer: ChangeView["answer"] = approved.has(change.digest) ? "approved" : refused;
    return answer === change.answer ? change : { ...change, answer };
  });
  return withApply(session, { changes });
}

/** The taken files as they are now: with what was written, unless it was undone. */
function withProject(session: Session): Session {
  const present = Object.entries(session.texts.bases).flatMap(([path, file]) =>
    file ? [[path, file] as const] : [],
  );
  const files = new Map(present);
  const now = session.view.apply;
  if (now?.written && !now.undone) {
    for (const { proposed: item } of now.changes) {
      const { path, text } = item.change;
      files.delete(path);
      if (typeof text === "string") files.set(path, { path, text, binary: false });
    }
  }
  const project: Tree = Object.fromEntries(files);
  return withTexts(session, { project });
}
