// The question that is open: whether to run it again is answered here, all else at the table.
import { Crown } from "lucide-react";
import { Link } from "wouter";
import type { SessionView } from "@/fold";
import { Button } from "@/design/button";
import { ErrorState } from "@/design/error-state";
import { sentence } from "@/design/sentence";
import { commands, useCommand } from "@/screens/table/commands";

export function OpenQuestion({ id, view }: { id: string; view: SessionView }) {
  const { busy, problem, run } = useCommand();
  const { question } = view;
  if (!question) return null;
  const again = question.options.some((option) => option.id === "rerun");
  const answer = (option: string) =>
    void run(() => commands.answer(id, { question: question.id, option, text: "", rounds: 2 }));
  return (
    <section
      aria-label="Your decision"
      className="flex flex-col gap-3 rounded-lg border border-king bg-king-soft px-5 py-4"
    >
      <p className="flex items-start gap-2.5">
        <Crown size={18} aria-hidden className="mt-0.5 shrink-0 text-king" />
        <span className="min-w-0 break-words">{question.prompt}</span>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {again &&
          question.options.map((option) => (
            <Button
              key={option.id}
              kind={option.id === "rerun" ? "primary" : "quiet"}
              disabled={busy}
              title={option.effect}
              onClick={() => answer(option.id)}
            >
              {option.label}
            </Button>
          ))}
        <Link href={`/s/${encodeURIComponent(id)}`} className="text-sm text-accent underline">
          {again ? "Answer with instructions at the table" : "Answer at the table"}
        </Link>
      </div>
      {problem && (
        <ErrorState message={sentence(problem.detail)} remedy={sentence(problem.remedy)} />
      )}
    </section>
  );
}
