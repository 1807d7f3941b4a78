// Saving the settings: looked over, then written whole, unless the file was changed meanwhile.
import { useState } from "react";
import { api, ask, problemOf } from "@/api/client";
import { announce } from "@/design/announcer";
import { sentence } from "@/design/sentence";
import { changesOf } from "@/screens/settings/changes";
import { check, type Wrong, wrongOf } from "@/screens/settings/checking";
import { type Draft, draftOf, settingsOf, useSettingsDraft } from "@/screens/settings/draft";

export interface Saving {
  busy: boolean;
  wrong: Wrong;
  /** What stands in the bar beside what stands at the fields. */
  told: { message: string; remedy: string } | null;
  /** True: the file is no longer the one that these changes were made to. */
  conflict: boolean;
  save: (over: boolean) => void;
  discard: () => void;
  reload: () => void;
  /** This field of the draft has just been changed. */
  touched: (field: string) => void;
}

const QUIET = { busy: false, wrong: {} as Wrong, told: null, conflict: false };
const CHANGED = {
  message: "The file has been changed elsewhere since it was shown here.",
  remedy: "Take what stands there now, or write your settings over it; a copy is kept.",
};
type Shown = Pick<Saving, "busy" | "wrong" | "told" | "conflict">;

export function useSaving(onSaved: () => void, onWrong: () => void): Saving {
  const [shown, setShown] = useState<Shown>(QUIET);
  const refuse = (wrong: Wrong) => {
    setShown({ ...QUIET, wrong, told: toldOf(wrong) });
    onWrong();
  };
  const tell = (words: string) => {
    setShown(QUIET);
    announce(words);
  };
  const write = async (draft: Draft, over: boolean) => {
    // The server compares: without the digest it writes over whatever stands there.
    const body = over ? { ...settingsOf(draft), digest: null } : settingsOf(draft);
    const told = await ask(api.PUT("/api/settings", { body }));
    useSettingsDraft.getState().settle(told, draft);
    tell("Settings saved.");
    onSaved();
  };
  const save = async (over: boolean) => {
    const { base, draft } = useSettingsDraft.getState();
    if (base === null || draft === null || shown.busy) return;
    const wrong = check(draft, base);
    if (Object.keys(wrong).length > 0) {
      refuse(wrong);
      return;
    }
    setShown((before) => ({ ...before, busy: true }));
    try {
      await write(draft, over);
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem.type === "changed_elsewhere") {
        setShown({ ...QUIET, conflict: true, told: CHANGED });
      } else if (problem.type === "invalid" || problem.field !== "") {
        refuse(wrongOf(problem, draft.knights));
      } else {
        const told = { message: sentence(problem.detail), remedy: sentence(problem.remedy) };
        setShown({ ...QUIET, told });
      }
    }
  };
  return {
    ...shown,
    save: (over) => void save(over),
    discard: () => {
      useSettingsDraft.getState().discard();
      setShown(QUIET);
      announce("Changes discarded.");
    },
    reload: () => {
      ask(api.GET("/api/settings")).then(
        (told) => {
          useSettingsDraft.getState().load(draftOf(told));
          tell("The settings are loaded anew.");
        },
        (thrown: unknown) => {
          const { detail, remedy } = problemOf(thrown);
          setShown({ ...QUIET, told: { message: sentence(detail), remedy: sentence(remedy) } });
        },
      );
    },
    touched: (field) => {
      const { base, draft } = useSettingsDraft.getState();
      if (base === null || draft === null) return;
      const asItWas = changesOf(base, draft).length === 0;
      setShown((before) => {
        if (asItWas) return { ...QUIET, busy: before.busy };
        const left = leftOf(before.wrong, field, check(draft, base));
        if (Object.keys(left).length === Object.keys(before.wrong).length) return before;
        return { ...before, wrong: left, told: toldOf(left) };
      });
    },
  };
}

function toldOf(wrong: Wrong): Saving["told"] {
  const places = Object.keys(wrong).length;
  if (places === 0) return null;
  const loose = wrong[""];
  if (loose !== undefined) return { message: loose, remedy: "" };
  const message = places === 1 ? "One field is wrong." : `${places} fields are wrong.`;
  return { message, remedy: places === 1 ? "It is marked." : "Each is marked." };
}

/** What is still wrong when a field is being corrected. One knight's name may have been wrong for another's. */
function leftOf(wrong: Wrong, field: string, still: Wrong): Wrong {
  const names = field === "knights" || field.endsWith(".name");
  return Object.fromEntries(
    Object.entries(wrong).filter(
      ([place]) =>
        place !== field && !(names && place.endsWith(".name") && still[place] === undefined),
    ),
  );
}
