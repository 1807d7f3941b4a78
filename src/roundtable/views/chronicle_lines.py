"""Entries of the chronicle in lines for people, on the page and on a screen, and as JSON."""

import dataclasses
from collections.abc import Sequence

from roundtable.core.chronicle import Built, Entry, deeds, standing
from roundtable.core.parsing.text import one_line
from roundtable.core.relevance import Ranked
from roundtable.views.figures import plural
from roundtable.views.sentences import FATES, OUTCOMES

_MOST_NAMED = 5


def entry_lines(entry: Entry, *, whole: bool = False) -> list[str]:
    """One entry; its topic is shortened to a heading, unless the whole is wanted."""
    lines = [f"## {entry.date} {one_line(entry.topic, 100)}", ""]
    if whole and entry.topic.strip() != one_line(entry.topic, 100):
        lines += [*(f"> {line}".rstrip() for line in entry.topic.strip().splitlines()), ""]
    if entry.decision:
        lines += [entry.decision.strip(), ""]
    lines += [f"- Outcome: {_outcome(entry)}"]
    if entry.files:
        lines += ["- Files: " + ", ".join(f"`{one_line(f, 200)}`" for f in entry.files)]
    lines += [f"- Built: {_built(built)}" for built in entry.built]
    if entry.lead:
        lines += [f"- Lead knight: {entry.lead}"]
    lines += [f"- At the table: {entry.knights}"]
    if entry.silent:
        lines += [f"- Without a vote: {entry.silent}"]
    return [*lines, f"- Session: {entry.session}", ""]


def found_lines(found: Sequence[tuple[Entry, Ranked]]) -> list[str]:
    """Entries that a search has found, a few lines each, with the words by which."""
    lines: list[str] = []
    for entry, why in found:
        lines += [f"{entry.session}  {one_line(entry.topic, 100)}"]
        if entry.decision:
            lines += [f"  {one_line(entry.decision, 200)}"]
        lines += [f"  {_outcome(entry)}"]
        lines += [f"  built: {_built(built)}" for built in entry.built]
        lines += [f"  matched: {', '.join(dict.fromkeys(why.matched))}", ""]
    return lines


def entry_json(entry: Entry, why: Ranked | None = None) -> dict[str, object]:
    facts: dict[str, object] = dataclasses.asdict(entry)
    facts["built"] = [
        {
            **dataclasses.asdict(built),
            "files": [file.model_dump() for file in built.files],
            "stands": built.stands,
        }
        for built in entry.built
    ]
    if why:
        facts |= {"relation": round(why.relation, 3), "matched": list(why.matched)}
    return facts


def told_words(sessions: Sequence[str]) -> str:
    """How many earlier decisions a session was told of, and which."""
    more = len(sessions) - _MOST_NAMED
    named = ", ".join(sessions[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"{plural(len(sessions), 'earlier decision')}: {named}"


def _outcome(entry: Entry) -> str:
    fate = f", {FATES[entry.fate]}" if entry.fate in FATES else ""
    later = ", carried out later" if entry.built and entry.fate not in ("apply", "self") else ""
    closed = f", closed: {one_line(entry.closed, 200)}" if entry.closed else ""
    return f"{OUTCOMES.get(entry.outcome, entry.outcome)}{fate}{later}{closed}"


def _built(built: Built) -> str:
    return f"{', '.join(deeds(built))}; {standing(built)} ({built.date}, session {built.session})"
