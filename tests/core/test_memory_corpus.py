"""Whether a new topic is told what matters to it, measured on one code base's chronicle.

`chronicle.jsonl` holds 68 decisions, oldest first; `chronicle_topics.jsonl` 52 new topics with the
entries that must be among the first five. Both were written before the ranking was first run.
"""

import json
from pathlib import Path
from typing import Any

from roundtable.core.chronicle import Entry
from roundtable.core.memory import MOST_TOKENS, tell

CORPUS = Path(__file__).parent / "corpus"
FIRST = 5
FLOOR = 0.90
"""Measured: 60 of 65 (0.92); by age alone 4 of 65 (0.06)."""


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CORPUS / name).read_text("utf-8").splitlines()]


def chronicle() -> list[Entry]:
    return [
        Entry(
            session=row["session"],
            date=f"2026-{1 + number // 28:02}-{1 + number % 28:02}",
            topic=row["topic"],
            outcome="rejection" if row["fate"] == "rejected" else "consensus",
            decision=row["decision"],
            lead="",
            fate=row["fate"],
            knights="",
            silent="",
            files=tuple(row["files"]),
        )
        for number, row in enumerate(lines("chronicle.jsonl"))
    ]


TOPICS = lines("chronicle_topics.jsonl")
CHRONICLE = chronicle()


def recall_at(first: int, order: dict[str, tuple[str, ...]]) -> float:
    wanted = [(row["topic"], name) for row in TOPICS for name in row["must"]]
    return sum(name in order[topic][:first] for topic, name in wanted) / len(wanted)


def test_the_corpus_is_as_large_as_it_says() -> None:
    assert (len(CHRONICLE), len(TOPICS)) == (68, 52)
    known = {entry.session for entry in CHRONICLE}
    assert all(row["must"] and set(row["must"]) <= known for row in TOPICS)


def test_what_matters_to_a_topic_is_among_the_first_that_it_is_told() -> None:
    told = {t["topic"]: tell(t["topic"], CHRONICLE, MOST_TOKENS)[1] for t in TOPICS}
    newest = tuple(entry.session for entry in reversed(CHRONICLE))
    by_age = dict.fromkeys(told, newest)
    assert recall_at(FIRST, told) >= FLOOR
    assert recall_at(FIRST, by_age) < 0.10, "the topics are not merely about the newest"


def test_what_was_rejected_or_deferred_comes_first_where_it_matters() -> None:
    fates = {entry.session: entry.fate for entry in CHRONICLE}
    for row in TOPICS:
        order = tell(row["topic"], CHRONICLE, MOST_TOKENS)[1]
        for name in row["must"]:
            if fates[name] in ("rejected", "deferred"):
                assert name in order[:3], row["topic"]


def test_little_room_costs_the_farthest_first() -> None:
    """A small local model is told of what matters as well: 320 tokens are a few entries."""
    told = {t["topic"]: tell(t["topic"], CHRONICLE, 320)[1] for t in TOPICS}
    assert recall_at(FIRST, told) >= 0.80
