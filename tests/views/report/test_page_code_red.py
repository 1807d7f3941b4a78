"""The report of a code-red: opinions pass by pass, the log, the diagnosis."""

from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import NAMES
from roundtable.testing.diagnoses import Said, code_red_start, doctors
from roundtable.testing.rehearsal import play
from roundtable.views.report import report_page
from tests.views.report.reading import Page, dangers

TRIAGE: dict[str, Said] = dict.fromkeys(NAMES, ("unknown", 1))
BLIND: dict[str, Said] = {
    "Gawain": ("cache-race", 7),
    "Lancelot": "Words <b>alone</b>.",
    "Percival": ("null-user", 6),
}
SURE: dict[str, Said] = dict.fromkeys(NAMES, ("cache-race", 9))


def page() -> Page:
    log: list[e.Event] = play(
        code_red_start(),
        doctors(TRIAGE, BLIND, SURE),
        lambda _: Choose("report"),
        given={"piped.log": "Error: <script>alert(1)</script>"},
    )
    return Page(report_page(log, fold(log, SessionState())))


def test_every_pass_has_its_heading_and_its_table_of_opinions() -> None:
    found = page()
    headings = [h.text for h in found.all("h3")]
    assert [h for h in headings if h in ("Triage", "Blind round", "Round 2")] == [
        "Triage",
        "Blind round",
        "Round 2",
    ]
    tables = [t.text for t in found.all("table") if "root cause" in t.text]
    assert len(tables) == 3
    assert "cannot say yet" in tables[0]
    assert "cache-race" in tables[1]
    assert "no readable block" in tables[1]


def test_the_diagnosis_the_blocks_and_the_rule_are_told() -> None:
    text = page().all("body")[0].text
    for words in (
        "A code-red at the round table",
        "diagnosed",
        "Cause: cache race.",
        "confidence 7 of 10",
        "seen by Gawain",
        "two of them give the same cause with a confidence of 8 or more",
        "reported only",
    ):
        assert words in text, words


def test_the_log_is_shown_as_text_and_is_no_file_of_the_project() -> None:
    found = page()
    text = found.all("body")[0].text
    assert "The log, from given" in text
    assert "Error: <script>alert(1)</script>" in text
    assert "Starting files" not in text
    assert dangers(found) == []
