// The project's files: those given, with what each round that counts made of them.
import { isCurrent, placeOfCurrent, withTexts, withView } from "./changing";
import { sortedTexts } from "./order";
import type {
  Concern,
  EventOf,
  FileView,
  ProjectFile,
  RoundTexts,
  Session,
  Tree,
  TreeChange,
} from "./types";

export const files: Concern = (session, event) => {
  if (session.view.apply) return session;
  switch (event.type) {
    case "files_given": {
      const given = Object.fromEntries(event.files.map((file) => [file.path, file]));
      return rebuilt(withTexts(session, { given, patch: event.patch }));
    }
    case "round_start":
      return session.view.agenda.length > 0 ? begun(session, event.round, event.attempt) : session;
    case "round_reopened":
      return takenBack(session);
    case "synthesis_start":
    case "synthesis_end":
    case "files_edited":
      return isCurrent(session, event.round, event.attempt) ? made(session, event) : session;
    default:
      return session;
  }
};

type Making = EventOf<"synthesis_start"> | EventOf<"synthesis_end"> | EventOf<"files_edited">;

function begun(session: Session, round: string, attempt: number): Session {
  const { project, byRound } = session.texts;
  const texts = { round, attempt, before: project, after: project, made: null, edits: [] };
  return withTexts(session, { byRound: [...byRound, texts] });
}

/** The round that goes on leaves something else; a merge directed anew begins without a result. */
function made(session: Session, event: Making): Session {
  const place = placeOfCurrent(session);
  const round = session.texts.byRound[place];
  if (!round) return session;
  const after = left({ ...round, ...making(round, event) });
  const byRound = session.texts.byRound.with(place, after);
  return withTexts(session, { byRound, project: after.after });
}

function making(round: RoundTexts, event: Making): Pick<RoundTexts, "made" | "edits"> {
  if (event.type === "synthesis_start") return { made: null, edits: [] };
  const change = { files: event.files, deleted: event.deleted };
  if (event.type === "synthesis_end") return { made: change, edits: round.edits };
  return { made: round.made, edits: [...round.edits, change] };
}

/** With what the round, and then the developer, made of the files before it. */
function left(round: RoundTexts): RoundTexts {
  return { ...round, after: [round.made, ...round.edits].reduce(put, round.before) };
}

/** Rounds no longer count: the project is again as the last one that does left it. */
function takenBack(session: Session): Session {
  const last = session.texts.byRound[placeOfCurrent(session)];
  return withTexts(session, { project: last?.after ?? session.texts.given });
}

/** Other files are given: every round that counts starts from what the one before it left. */
function rebuilt(session: Session): Session {
  let project = session.texts.given;
  const byRound = session.texts.byRound.map((round, place) => {
    if (!session.view.rounds[place]?.counts) return round;
    const after = left({ ...round, before: project });
    project = after.after;
    return after;
  });
  return withTexts(session, { byRound, project });
}

function put(tree: Tree, change: TreeChange | null): Tree {
  if (!change || (change.files.length === 0 && change.deleted.length === 0)) return tree;
  const after = new Map(Object.entries(tree));
  for (const file of change.files) after.set(file.path, file);
  for (const path of change.deleted) after.delete(path);
  return Object.fromEntries(after);
}

/** The list of files in the view follows the project, whoever changed that. */
export function withFileViews(before: Session, session: Session): Session {
  const { project } = session.texts;
  if (before.texts.project === project) return session;
  const known = new Map(before.view.files.map((file) => [file.path, file]));
  const views = sortedTexts(Object.keys(project)).map((path) => {
    const earlier = known.get(path);
    const file = project[path];
    return earlier && before.texts.project[path] === file ? earlier : fileView(path, file);
  });
  return withView(session, { files: views });
}

function fileView(path: string, file: ProjectFile | undefined): FileView {
  return { path, bytes: file ? sizeOf(file) : 0, binary: file?.binary ?? false };
}

/** How many bytes a file has; four signs of base64 stand for three of them. */
function sizeOf(file: ProjectFile): number {
  if (file.binary) return Math.floor((file.text.replace(/=+$/, "").length * 3) / 4);
  return new TextEncoder().encode(file.text).length;
}
