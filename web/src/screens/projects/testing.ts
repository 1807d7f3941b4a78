// For tests: a session as the list has it.
import type { SessionListed } from "@/screens/projects/listing";

export function listed(session: string, more: Partial<SessionListed> = {}): SessionListed {
  return {
    session,
    workflow: "discuss",
    topic: `The topic of ${session}`,
    phase: "ended",
    outcome: null,
    stage: null,
    stage_number: null,
    stages: null,
    open_question: null,
    knights: ["Ada", "Bors"],
    rehearsal: false,
    make_believe: false,
    files: 0,
    tokens: 1200,
    cost_usd: 0.5,
    started: "2026-01-01T00:00:00Z",
    updated: "2026-01-01T00:10:00Z",
    running: false,
    ...more,
  };
}
