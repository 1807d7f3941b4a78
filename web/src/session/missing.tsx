// A session that cannot be shown: which, why, and the way out.
import { Link } from "wouter";
import type { Problem } from "@/api/client";
import { EmptyState } from "@/design/empty-state";
import { ErrorState } from "@/design/error-state";
import { Page } from "@/design/page";
import { sentence } from "@/design/sentence";

export interface MissingProps {
  id: string;
  problem: Problem;
  onRetry?: (() => void) | undefined;
}

export function Missing({ id, problem, onRetry = reload }: MissingProps) {
  if (problem.type === "unknown_session") {
    return (
      <Page title="No such session" hideTitle>
        <EmptyState
          title="There is no session of this name here"
          action={
            <Link href="/projects" className="text-accent underline">
              All sessions of this project
            </Link>
          }
        >
          <code className="break-all">{id}</code>
        </EmptyState>
      </Page>
    );
  }
  if (problem.type === "not_founded") {
    return (
      <Page title="No table" hideTitle>
        <EmptyState
          title="There is no table here yet"
          action={
            <Link href="/" className="text-accent underline">
              To the start page
            </Link>
          }
        >
          It is made on the start page; then its sessions can be opened.
        </EmptyState>
      </Page>
    );
  }
  const title =
    problem.type === "log_unreadable" ? "Part of its log cannot be read" : problem.title;
  return (
    <Page title={title}>
      <ErrorState
        message={sentence(problem.detail)}
        remedy={sentence(problem.remedy)}
        onRetry={onRetry}
      />
    </Page>
  );
}

function reload(): void {
  window.location.reload();
}
