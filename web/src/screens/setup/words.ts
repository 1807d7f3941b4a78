// Rounds and workflows in words for people.
import type { RoundKey, Workflow } from "@/screens/setup/form";

export const ROUND_NAMES: Record<RoundKey, string> = {
  requirements: "Requirements",
  architecture: "Architecture",
  development: "Development",
  review: "Review",
  qa: "QA",
  devops: "DevOps",
  execution: "Execution",
};

export const ROUND_AIMS: Record<RoundKey, string> = {
  requirements: "what is to be built, and what is not",
  architecture: "how it is cut into parts and files",
  development: "everybody writes it, the best parts become one",
  review: "findings that hold are fixed",
  qa: "tests, from everybody for everybody",
  devops: "container and CI files",
  execution: "it is run, and what fails is mended",
};

export interface WorkflowWords {
  name: string;
  /** What comes of it. */
  aim: string;
  label: string;
  placeholder: string;
}

export const WORKFLOW_WORDS: Record<Workflow, WorkflowWords> = {
  build: {
    name: "Build",
    aim: "From a task to tested code, in up to seven rounds. A judge rules after each.",
    label: "What is to be built?",
    placeholder: "A command that …, a service for …; say what matters and what is out of scope",
  },
  discuss: {
    name: "Discuss",
    aim: "A question is talked through until every knight agrees, or you decide.",
    label: "What is to be decided?",
    placeholder: "Should we …? How should we …? Files of the repository can be named",
  },
  "code-red": {
    name: "Code-red",
    aim: "Something is broken: each knight diagnoses blind, then they compare causes.",
    label: "What is wrong?",
    placeholder: "The symptom, since when, what changed; may stay empty if a log says it all",
  },
};

const PRESETS: Record<string, string> = {
  spec: "Specification",
  code: "Code",
  full: "To tested code",
  review: "Review",
};

export function presetName(key: string): string {
  return PRESETS[key] ?? key;
}
