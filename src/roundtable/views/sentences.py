"""What an event means, in a sentence for people. Plain lines and the record share these words."""

from roundtable.core import events as e
from roundtable.core.parsing.json_blocks import without_last_block
from roundtable.core.parsing.text import printable
from roundtable.core.stances import Ballot, Tally
from roundtable.core.state import SessionState
from roundtable.views.figures import duration, plural

OUTCOMES: dict[e.OutcomeName, str] = {
    "consensus": "consensus",
    "kings_pick": "the King took a knight's proposal",
    "kings_decree": "the King's decree",
    "rejection": "unanimous rejection",
    "stopped": "stopped without a decision",
    "built": "built",
    "reviewed": "reviewed",
    "applied": "applied",
    "not_applied": "not applied",
    "diagnosed": "diagnosed",
}

WORKFLOWS: dict[e.WorkflowName, str] = {
    "discuss": "A discussion",
    "summon": "A discussion of a change",
    "code-red": "A code-red",
    "apply": "An apply",
    "build": "A build",
    "review": "A review",
}

FATES: dict[e.DecreeKind, str] = {
    "decree": "decree",
    "pick": "the King took a proposal",
    "apply": "approved to be applied",
    "self": "the King does it himself",
    "deferred": "deferred",
    "rejected": "rejected",
    "stopped": "stopped",
    "report": "reported only",
    "logged": "logged for later",
}


def ballot_line(ballot: Ballot, label: str) -> str:
    if ballot.status != "voted":
        state = "no readable block" if ballot.status == "unreadable" else "did not answer"
        return f"{label}: {state} ({ballot.why})"
    issues = "; ".join(ballot.pending_issues) or "none"
    return f"{label}: {ballot.score}/10, open issues: {issues}"


def verdict_line(tally: Tally, state: SessionState) -> str:
    """What the vote came to, naming who was counted."""
    without = f"; no vote from {state.named(tally.silent)}" if tally.silent else ""
    answered = state.named(tally.answered)
    match tally.verdict:
        case "consensus":
            return f"consensus among {answered}{without}"
        case "rejection":
            return f"unanimous rejection by {answered}{without}"
        case "too_few":
            counted = f"only {answered} could be counted, and one alone is no table"
            return f"no vote: {counted if tally.answered else 'nobody could be counted'}{without}"
        case "open":
            threshold = state.rules.consensus_threshold
            issues = sum(len(b.pending_issues) for b in tally.ballots)
            low = sum(1 for b in tally.ballots if b.score is not None and b.score < threshold)
            return (
                f"still open: {plural(low, 'knight')} below {threshold}, "
                f"{plural(issues, 'open issue')}{without}"
            )


def error_line(event: e.AgentError) -> str:
    """Why a knight did not answer, and when it may again."""
    again = "" if event.retry_after is None else f"; again in {duration(event.retry_after)}"
    return f"did not answer: {event.kind}: {printable(event.detail)}{again}"


def retry_line(event: e.AgentRetry) -> str:
    why = f"{event.kind}: {printable(event.detail)}"
    return f"{event.adapter} is asked again in {event.wait:.0f} s ({why})"


def fallback_line(event: e.Fallback) -> str:
    why = f"{event.kind}: {printable(event.detail)}"
    return f"speaks through {event.to}, since {event.adapter} could not ({why})"


def outcome_line(state: SessionState) -> str:
    """How the session ended, naming who answered."""
    ended = state.ended
    if ended is None:
        return "not ended"
    silent = f"; no vote from {state.named(ended.silent)}" if ended.silent else ""
    answered = f" (answered: {state.named(ended.answered)}{silent})" if ended.answered else ""
    return f"{OUTCOMES[ended.outcome]}{answered}"


def prose(text: str) -> str:
    """The words of a turn without its block: the vote shows what that says."""
    return without_last_block(printable(text)) or "(nothing but a block)"


def answer_line(event: e.HumanChoice) -> str:
    """The King's answer; a file that he edited is in the record, not in the line."""
    by = " (taken by default)" if event.unattended else ""
    words = "" if event.option == "edit" or not event.text else f": {event.text}"
    return f"The King's answer: {event.option}{by}{words}"
