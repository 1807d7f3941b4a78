// Adapters and vendors in words, and whose models an adapter speaks with.
import type { Schemas } from "@/api/client";

export type ModelTold = Schemas["ModelTold"];

const PROVIDERS: Record<string, string> = {
  "claude-cli": "anthropic",
  "claude-api": "anthropic",
  "openai-cli": "openai",
  "openai-api": "openai",
  "gemini-cli": "google",
  "gemini-api": "google",
  "openai-compatible": "local",
};

/** Null: it asks no model. */
export function providerOf(adapter: string): string | null {
  return PROVIDERS[adapter] ?? null;
}

const ADAPTERS: Record<string, string> = {
  "claude-cli": "Anthropic's command, on your subscription",
  "gemini-cli": "Google's command, on your subscription",
  "openai-cli": "OpenAI's command, on your subscription",
  "claude-api": "Anthropic's API, with your key",
  "openai-api": "OpenAI's API, with your key",
  "gemini-api": "Google's API, with your key",
  "openai-compatible": "Ollama, LM Studio, vLLM and the like",
  scripted: "A script: no model is asked",
};

/** One that came with a later server has its own name for want of words. */
export function adapterInWords(adapter: string): string {
  return ADAPTERS[adapter] ?? adapter;
}

const VENDORS: Record<string, string> = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  google: "Google",
  local: "OpenAI-compatible endpoint",
};

export function vendorInWords(provider: string): string {
  return VENDORS[provider] ?? provider;
}

/** The vendor's models, those that are used unasked first, then the newest numbers first. */
export function modelsOf(models: readonly ModelTold[], provider: string): ModelTold[] {
  return models
    .filter((model) => model.provider === provider)
    .toSorted(
      (a, b) =>
        b.default_for.length - a.default_for.length ||
        b.id.localeCompare(a.id, undefined, { numeric: true }),
    );
}

/** What an adapter speaks with when nobody names a model. */
export function usualModel(
  models: readonly ModelTold[],
  provider: string,
  use: "deliberate" | "judge",
): string | null {
  const found = models.find(
    (model) => model.provider === provider && model.default_for.includes(use),
  );
  return found?.id ?? null;
}

/** In and out, for a million tokens. */
export function price(model: ModelTold): string {
  const { input_usd_per_million: into, output_usd_per_million: out } = model;
  if (into === null || out === null) return "no known price";
  return `$${plain(into)} in, $${plain(out)} out`;
}

export function plain(dollars: number): string {
  return dollars < 10 && !Number.isInteger(dollars) ? dollars.toFixed(2) : String(dollars);
}
