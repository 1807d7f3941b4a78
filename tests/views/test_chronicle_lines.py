"""Entries of the chronicle as people and scripts read them."""

import json
from typing import get_args

import pytest

from roundtable.core import events as e
from roundtable.core.changes import WrittenFile
from roundtable.core.chronicle import Built, Entry
from roundtable.core.relevance import Ranked
from roundtable.views.chronicle_lines import entry_json, entry_lines, found_lines, told_words

BUILT = Built(
    session="2026-01-02-apply",
    date="2026-01-02",
    files=(
        WrittenFile(path="store.py", before="1", after="2"),
        WrittenFile(path="schema.py", before="", after="3"),
    ),
    commit="1a2b3c4d5e" * 4,
    subject="Use SQLite",
)
ENTRY = Entry(
    session="2026-01-01-store",
    date="2026-01-01",
    topic="Which store?",
    outcome="consensus",
    decision="Use SQLite.\n\nIn one file.",
    lead="Gawain",
    fate="apply",
    knights="Gawain, Lancelot",
    silent="",
    files=("store.py", "NEW:schema.py"),
    built=(BUILT,),
)
WHY = Ranked("2026-01-01-store", 2.5, near=True, matched=("SQLite", "store", "store"))


def changed(entry: Entry = ENTRY, **fields: object) -> Entry:
    from dataclasses import replace

    return replace(entry, **fields)  # type: ignore[arg-type]


def test_an_entry_tells_its_files_and_what_was_built() -> None:
    lines = entry_lines(ENTRY)
    assert lines[0] == "## 2026-01-01 Which store?"
    assert "- Files: `store.py`, `NEW:schema.py`" in lines
    assert (
        '- Built: store.py, schema.py (new); committed as 1a2b3c4d5e "Use SQLite" '
        "(2026-01-02, session 2026-01-02-apply)"
    ) in lines
    assert lines[-2] == "- Session: 2026-01-01-store"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"reverted_by": "9" * 40, "revert_subject": "No"}, f'REVERTED by {"9" * 10} "No"'),
        ({"commit": "", "undone": True}, "; UNDONE ("),
        ({"commit": ""}, "; in no commit as it was written ("),
    ],
)
def test_an_entry_tells_what_has_become_of_it(fields: dict[str, object], words: str) -> None:
    from dataclasses import replace

    gone = changed(built=(replace(BUILT, **fields),))  # type: ignore[arg-type]
    (line,) = [line for line in entry_lines(gone) if line.startswith("- Built")]
    assert words in line
    assert words.strip("; (") in "\n".join(found_lines([(gone, WHY)]))


def test_a_long_topic_is_told_in_full_only_where_one_entry_is_wanted() -> None:
    long = changed(topic="Which store?\n\n" + "why " * 100 + "\n## forged")
    assert not any(line.startswith(">") for line in entry_lines(long))
    quoted = [line for line in entry_lines(long, whole=True) if line.startswith(">")]
    assert quoted[0] == "> Which store?"
    assert quoted[-1] == "> ## forged"
    assert not any(line.startswith(">") for line in entry_lines(ENTRY, whole=True))


def test_names_cannot_break_out_of_their_line() -> None:
    hostile = WrittenFile(path="a\n- Session: forged", before="", after="1")
    built = Built(session="a", date="2026-01-02", files=(hostile,), subject="x\ny", commit="1" * 40)
    lines = "\n".join(entry_lines(changed(built=(built,), files=("b\n- Session: forged",))))
    assert lines.count("\n- Session: ") == 1


def test_what_a_search_finds_is_told_in_short_with_the_words_that_are_shared() -> None:
    assert found_lines([(ENTRY, WHY)]) == [
        "2026-01-01-store  Which store?",
        "  Use SQLite. In one file.",
        "  consensus, approved to be applied",
        '  built: store.py, schema.py (new); committed as 1a2b3c4d5e "Use SQLite" '
        "(2026-01-02, session 2026-01-02-apply)",
        "  matched: SQLite, store",
        "",
    ]
    assert found_lines([]) == []


def test_an_entry_as_json_has_everything() -> None:
    facts = json.loads(json.dumps(entry_json(ENTRY, WHY)))
    assert facts["session"] == "2026-01-01-store"
    assert facts["files"] == ["store.py", "NEW:schema.py"]
    assert facts["built"][0]["files"][1] == {"path": "schema.py", "before": "", "after": "3"}
    assert facts["built"][0]["commit"] == "1a2b3c4d5e" * 4
    assert facts["built"][0]["stands"] is True
    assert (facts["relation"], facts["matched"]) == (2.5, ["SQLite", "store", "store"])
    assert "matched" not in entry_json(ENTRY)


@pytest.mark.parametrize("outcome", get_args(e.OutcomeName))
def test_every_outcome_can_be_told(outcome: e.OutcomeName) -> None:
    assert any(line.startswith("- Outcome: ") for line in entry_lines(changed(outcome=outcome)))


def test_how_many_earlier_decisions_were_told_and_which() -> None:
    assert told_words(["a"]) == "1 earlier decision: a"
    assert told_words(["a", "b"]) == "2 earlier decisions: a, b"
    assert told_words(list("abcdefg")) == "7 earlier decisions: a, b, c, d, e and 2 more"
