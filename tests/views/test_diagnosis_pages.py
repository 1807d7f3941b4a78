"""The readable files of a code-red: its log, every pass, the diagnosis."""

import json

from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import NAMES, session_start
from roundtable.testing.diagnoses import Said, code_red_start, doctors
from roundtable.testing.rehearsal import play
from roundtable.views.diagnosis_pages import consultation_page_lines, log_lines
from roundtable.views.pages import decisions_page, discussion_page, status_page, topic_page

TRIAGE: dict[str, Said] = dict.fromkeys(NAMES, ("unknown", 1))
BLIND: dict[str, Said] = {
    "Gawain": ("cache-race", 7),
    "Lancelot": "Words alone.",
    "Percival": ("null-user", 6),
}
SURE: dict[str, Said] = dict.fromkeys(NAMES, ("cache-race", 9))


def session(log: str = "Error: it broke") -> SessionState:
    events = play(
        code_red_start(), doctors(TRIAGE, BLIND, SURE), lambda _: Choose("log"), given={"l": log}
    )
    return fold(events, SessionState())


def test_the_discussion_shows_every_pass_with_keys_confidences_and_evidence() -> None:
    page = discussion_page(session())
    for words in (
        "## Triage (order: Gawain, Lancelot, Percival)",
        "## Blind round (all at once)",
        "## Round 2 (order: ",
        "- Gawain (scripted rehearsal): cache-race, confidence 7/10",
        "  - evidence: seen by Gawain",
        "- Lancelot (scripted rehearsal): no readable block, ",
        "*No diagnosis could be read: no JSON block",
        "**Still open: 2 suspects, nobody is sure (8 or more); no diagnosis from Lancelot",
        "**Converged on cache-race: Gawain, Lancelot, Percival (scripted rehearsal).**",
    ):
        assert words in page, words
    assert page.index("## Triage") < page.index("## Blind round") < page.index("## Round 2")


def test_the_decision_shows_the_diagnosis_and_the_last_opinions() -> None:
    page = decisions_page(session())
    for words in (
        "**Cause: cache race.** Key: `cache-race`.",
        "- How: diagnosed",
        "- Lead knight: Gawain (scripted rehearsal)",
        "- Outcome: diagnosed (answered: ",
        ": logged for later",
        "### Diagnoses",
    ):
        assert words in page, words


def test_the_topic_shows_the_log_within_a_fence_that_it_cannot_close() -> None:
    page = topic_page(session("Error\n```\n# not a heading"))
    assert "## The log, from given\n\n````text\nError\n```\n# not a heading\n````" in page
    assert "[lines 1-" in topic_page(session("\n".join(map(str, range(9_000))) + "\nError: x"))


def test_other_sessions_have_neither() -> None:
    state = fold(
        [session_start(), e.FilesGiven(origin="x", files=(e.ProjectFile(path="a", text="b"),))],
        SessionState(),
    )
    assert log_lines(state) == []
    assert consultation_page_lines(state, 0) == []
    assert log_lines(fold([code_red_start()], SessionState())) == []


def test_the_status_has_confidences_and_keys() -> None:
    status = json.loads(status_page(session()))
    assert status["workflow"] == "code-red"
    assert status["outcome"] == "diagnosed"
    assert status["scores"] == dict.fromkeys(NAMES, 9)
    assert status["root_cause_keys"] == dict.fromkeys(NAMES, "cache-race")
