// The server speaks in clauses; a reader gets sentences.

const COMMAND = /^(npm|npx|pip|pipx|uv|brew|apt|curl|ollama|roundtable|gh|git) /;

/** With a capital and a full stop. A command stays as it has to be typed; a path or a command in front
    keeps its first letter. */
export function sentence(text: string): string {
  const clause = text.trim();
  if (clause === "" || COMMAND.test(clause)) return clause;
  const named = /^\S*[./:`]\S/.test(clause);
  const whole = named ? clause : clause.charAt(0).toUpperCase() + clause.slice(1);
  return /[.!?…:)]$/.test(whole) ? whole : `${whole}.`;
}
