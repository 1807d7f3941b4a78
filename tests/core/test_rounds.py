"""A round as its events leave it."""

from dataclasses import replace
from typing import Any

from roundtable.core import events as e
from roundtable.core.checks import CheckReport
from roundtable.core.decide.build import open_round
from roundtable.core.rounds import RoundState, belongs_to, changed, project_files
from roundtable.core.state import fold
from roundtable.core.verdicts import DiscussionVerdict
from roundtable.testing.builders import build_start


def opened() -> RoundState:
    state = fold([build_start("requirements")])
    return RoundState(open_round(state, state.agenda.rounds[0]))


def verdict(number: int, final: bool | None = None) -> e.VerdictRead | e.VerdictUnreadable:
    key = f"requirements.1.{number}.Gawain/judge"
    if final is None:
        ruled = DiscussionVerdict(agreed=True, summary="yes")
        return e.VerdictRead(turn_key=key, seat="Gawain", iteration=number, verdict=ruled)
    return e.VerdictUnreadable(
        turn_key=key, seat="Gawain", iteration=number, reason="no form", final=final
    )


def test_labels_lead_to_seats_and_back() -> None:
    round_ = opened()
    assert {round_.label_of[seat]: seat for seat in round_.label_of} == dict(round_.seat_of)


def test_an_event_of_a_turn_belongs_to_the_round_of_its_key() -> None:
    assert belongs_to(verdict(2)) == ("requirements", 1)


def test_an_unreadable_verdict_counts_only_when_the_form_was_asked_for_alone() -> None:
    assert changed(opened(), verdict(1, final=False)).unjudged == {}
    assert changed(opened(), verdict(1, final=True)).unjudged == {1: "no form"}


def test_a_readable_verdict_takes_the_place_of_an_unreadable_one() -> None:
    round_ = changed(changed(opened(), verdict(1, final=True)), verdict(1))
    assert round_.unjudged == {}
    assert round_.judged_by("Gawain") == {1}
    assert round_.judged_by("Percival") == frozenset()


def started(base: str = "Gawain") -> e.SynthesisStart:
    return e.SynthesisStart(round="requirements", attempt=1, iteration=1, base=base)


def test_a_synthesis_that_begins_once_more_leaves_nothing_of_the_first() -> None:
    at: dict[str, Any] = {"round": "requirements", "attempt": 1}
    report = CheckReport(place="static", checks=())
    file = e.ProjectFile(path="a.py", text="")
    once = changed(opened(), started())
    assert (once.merges, once.fix_part(3)) == (1, "3")
    for event in (
        e.Merged(**at, base="Gawain", shipped="merge", files=(), report=report, floor=report),
        e.FixesPlanned(**at, fixes=()),
        e.FixTried(**at, number=1, kept=False),
        e.SynthesisEnd(**at, shipped="merge", base="Gawain", files=()),
        e.RoundEnd(**at, outcome="consensus", summary="yes"),
        e.FilesEdited(**at, files=(file,)),
    ):
        once = changed(once, event)
    assert once.merged and once.fixes and once.tried and once.result and once.edits and once.ended
    twice = changed(once, started("Percival"))
    assert (twice.merges, twice.fix_part(3)) == (2, "2-3")
    assert twice == replace(changed(opened(), started("Percival")), merges=2)


def test_the_developers_edits_come_after_what_the_round_made() -> None:
    at: dict[str, Any] = {"round": "requirements", "attempt": 1}

    def files(**texts: str) -> tuple[e.ProjectFile, ...]:
        return tuple(e.ProjectFile(path=path, text=text) for path, text in texts.items())

    made = e.SynthesisEnd(**at, shipped="merge", base="", files=files(a="1", b="1"), deleted=("c",))
    edits = (
        e.FilesEdited(**at, files=files(a="2", c="2"), deleted=("b",)),
        e.FilesEdited(**at, files=files(a="3")),
    )
    round_ = replace(opened(), result=made, edits=edits)
    given = e.FilesGiven(origin="x", files=files(c="0", d="0"))
    found = {path: file.text for path, file in project_files(given, [round_]).items()}
    assert found == {"a": "3", "c": "2", "d": "0"}
