// The task, the question or the symptom, in as many words as it takes.
import { Field } from "@/design/field";
import { TextArea } from "@/design/text-area";
import { isRehearsal, MOST_TOPIC } from "@/screens/setup/form";
import { told } from "@/screens/setup/placing";
import type { Part } from "@/screens/setup/parts";
import { WORKFLOW_WORDS } from "@/screens/setup/words";

const REHEARSED = {
  build: "A command that splits a bill among friends so that no cent is lost",
  discuss: "How should we limit failed sign-ins in shop/login.py?",
} as const;

export function TopicField({ form, change, troubles }: Part) {
  const words = WORKFLOW_WORDS[form.workflow];
  const scripted = isRehearsal(form) && form.workflow !== "code-red" ? form.workflow : null;
  const near = form.topic.length > MOST_TOPIC * 0.9;
  return (
    <div data-field="topic">
      <Field
        label={words.label}
        error={told(troubles, "topic")}
        hint={
          scripted !== null
            ? "The script has this task of its own. What you write here becomes the title; the script stays as it is."
            : near
              ? `${form.topic.length.toLocaleString()} of ${MOST_TOPIC.toLocaleString()} characters`
              : undefined
        }
      >
        <TextArea
          value={form.topic}
          minRows={4}
          maxRows={18}
          placeholder={scripted === null ? words.placeholder : REHEARSED[scripted]}
          onChange={(event) => change({ topic: event.target.value })}
        />
      </Field>
    </div>
  );
}
