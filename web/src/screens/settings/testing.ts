// For tests: settings as the server tells them.
import type { SettingsTold } from "@/screens/settings/draft";

export function told(more: Partial<SettingsTold> = {}): SettingsTold {
  return {
    project: "shop",
    language: "en",
    knights: [
      { name: "Ada", adapter: "openai-api", capabilities: ["tests"], priority: 1 },
      {
        name: "Bors",
        adapter: "claude-cli",
        capabilities: [],
        priority: 2,
        fallback: "claude-api",
      },
    ],
    rules: {
      max_rounds: 5,
      consensus_threshold: 9,
      timeout_per_turn_seconds: 120,
      escalate_to_user_after: 3,
      auto_execute: false,
      ignore: [".git", "dist"],
    },
    adapters: ["claude-cli", "openai-api", "claude-api", "scripted"],
    digest: "d1",
    ...more,
  };
}
