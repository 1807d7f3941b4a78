"""Rounds as a client sees them, from hand-written events."""

from typing import Any

from roundtable.core import events as e
from roundtable.core.checks import CheckReport
from roundtable.core.chunks import Chunk
from roundtable.core.findings import MergedFinding
from roundtable.core.ledger import ClaimMoves, Raised, Reply
from roundtable.core.state import fold
from roundtable.core.units import Conflict, UnitSource
from roundtable.core.verdicts import DiscussionVerdict, Ruling
from roundtable.testing.builders import build_start, session_start
from roundtable.views.session_view import ReadingView, RoundView
from roundtable.views.viewing_rounds import reading_view, round_views

AT: dict[str, Any] = {"round": "development", "attempt": 1}
GOOD = CheckReport(place="static", checks=(), passed=("test_a",))
POOR = CheckReport(place="static", checks=())
FOUND = MergedFinding(
    id="F1", severity="warning", file="a.py", claim="slow", who=("Gawain",), support="single"
)
LABELS = (e.Labelled(label="A", seat="Gawain"), e.Labelled(label="B", seat="Lancelot"))


def opened(key: str = "development", attempt: int = 1) -> e.RoundStart:
    return e.RoundStart(
        round=key,
        attempt=attempt,
        seed=1,
        judge="Lancelot",
        labels=LABELS,
        instructions="Keep it small." if attempt > 1 else "",
    )


def rounds(*events: e.Event) -> tuple[RoundView, ...]:
    log = [build_start("requirements", "development", "review"), *events]
    return round_views(fold(event.model_copy(update={"seq": n}) for n, event in enumerate(log, 1)))


def held(*events: e.Event) -> RoundView:
    return rounds(opened(), *events)[-1]


def file(path: str) -> e.ProjectFile:
    return e.ProjectFile(path=path, text="x")


def test_rounds_stand_as_they_began_and_say_which_of_them_count() -> None:
    views = rounds(
        opened("requirements"),
        opened("development"),
        e.RoundReopened(round="development"),
        opened("development", 2),
        opened("review"),
        e.RoundReopened(round="development"),
    )
    assert [(r.key, r.attempt, r.counts) for r in views] == [
        ("requirements", 1, True),
        ("development", 1, False),
        ("development", 2, False),
        ("review", 1, False),
    ]
    assert (views[2].instructions, views[2].judge, views[2].labels) == (
        "Keep it small.",
        "Lancelot",
        LABELS,
    )


def test_a_session_without_an_agenda_has_no_rounds() -> None:
    assert round_views(fold([session_start(), opened("discussion")])) == ()


def test_claims_stand_with_their_answers_and_who_closed_them() -> None:
    raised = ClaimMoves(raised=(Raised(about="B", claim="too slow", evidence="bench"),))
    answered = ClaimMoves(answered=(Reply(claim="C1", text="not so", evidence="trace"),))
    ruling = Ruling(claim="C1", status="settled", by="A", evidence="measured")
    verdict = DiscussionVerdict(agreed=True, rulings=(ruling,))
    key = "development.1.1.Percival/judge"
    view = held(
        e.ClaimsRead(turn_key="development.1.1.Gawain", seat="Gawain", iteration=1, moves=raised),
        e.ClaimsRead(
            turn_key="development.1.1.Lancelot", seat="Lancelot", iteration=1, moves=answered
        ),
        e.VerdictRead(
            turn_key=key, seat="Percival", iteration=1, verdict=verdict, dropped=("one",)
        ),
    )
    [claim] = view.claims
    assert (claim.id, claim.by, claim.text, claim.status) == ("C1", "Gawain", "too slow", "settled")
    assert claim.answers == (("Lancelot", "not so", "trace"),)
    assert (claim.closed_by, claim.upheld, claim.closing_evidence) == ("judge", True, "measured")
    [judged] = view.judgements
    assert (judged.turn_key, judged.seat, judged.verdict) == (key, "Percival", verdict)
    assert judged.dropped == ("one",)


def test_candidates_are_those_of_the_last_survey_and_comparisons_all() -> None:
    surveys = [
        e.CandidatesSurveyed(
            **AT,
            iteration=number,
            reports=(e.CandidateReport(seat="Gawain", report=report),),
            rows=(),
            equal=0,
        )
        for number, report in ((1, POOR), (2, GOOD))
    ]
    compared = e.Comparison(
        turn_key="development.1.1.Percival/compare/AB",
        seat="Percival",
        iteration=1,
        first="Gawain",
        second="Lancelot",
        winner="Gawain",
        reason="clearer",
    )
    view = held(surveys[0], compared, surveys[1])
    assert [(c.seat, c.report) for c in view.candidates] == [("Gawain", GOOD)]
    assert [(c.seat, c.winner, c.reason) for c in view.comparisons] == [
        ("Percival", "Gawain", "clearer")
    ]


def test_further_iterations_are_granted_to_the_round() -> None:
    granted = e.HumanChoice(question_id="q", option="more", rounds=2)
    assert held(granted, granted).granted == 4


TAKE = UnitSource(path="a.py", unit="f", source="Gawain", why="clearer")
MERGE: tuple[e.Event, ...] = (
    e.SynthesisStart(**AT, iteration=1, base="Lancelot", take=(TAKE,), problems=("f fails",)),
    e.Merged(
        **AT,
        base="Gawain",
        shipped="opening",
        files=(file("b.py"), file("a.py")),
        report=POOR,
        floor=GOOD,
        floor_seat="Gawain",
        trials=3,
    ),
    e.FixesPlanned(
        **AT,
        fixes=(
            e.Fix(number=1, path="a.py", unit="f", problem="fails", text="", seat="Gawain"),
            e.Fix(number=2, path="a.py", unit="g", problem="slow", text="", seat="Gawain"),
        ),
        not_found=("somewhere",),
    ),
    e.FixTried(**AT, number=1, kept=False, reason="it does not parse"),
    e.SynthesisEnd(
        **AT,
        shipped="merge",
        base="Gawain",
        files=(file("a.py"),),
        deleted=("old.py",),
        conflicts=(Conflict(path="a.py", unit="f", source="Gawain", reason="open"),),
        report=GOOD,
        floor=GOOD,
    ),
    e.RoundEnd(**AT, outcome="consensus", summary="Agreed.", lead="Gawain", file_structure=("a",)),
)


def test_a_merge_is_shown_as_far_as_it_has_come() -> None:
    assert held().synthesis is None
    begun = held(*MERGE[:1]).synthesis
    assert begun is not None
    assert (begun.base, begun.take, begun.problems) == ("Lancelot", (TAKE,), ("f fails",))
    assert (begun.shipped, begun.report, begun.changed) == (None, None, ())
    merged = held(*MERGE[:2]).synthesis
    assert merged is not None
    assert (merged.base, merged.shipped, merged.report, merged.floor_seat) == (
        "Gawain",
        None,
        POOR,
        "Gawain",
    )
    assert merged.changed == ("b.py", "a.py")
    done = held(*MERGE[:5]).synthesis
    assert done is not None
    assert (done.shipped, done.report, done.changed, done.deleted) == (
        "merge",
        GOOD,
        ("a.py",),
        ("old.py",),
    )
    assert (done.trials, done.take) == (3, (TAKE,)), "what only the merge or the start knows stays"
    assert [c.reason for c in done.conflicts] == ["open"]


def test_a_fix_that_was_not_tried_is_neither_kept_nor_refused() -> None:
    view = held(*MERGE[:4])
    assert [(f.number, f.unit, f.kept, f.reason) for f in view.fixes] == [
        (1, "f", False, "it does not parse"),
        (2, "g", None, ""),
    ]
    assert view.not_found == ("somewhere",)


def test_a_round_that_ended_says_how() -> None:
    view = held(*MERGE)
    assert (view.outcome, view.summary, view.lead, view.file_structure) == (
        "consensus",
        "Agreed.",
        "Gawain",
        ("a",),
    )
    assert held(*MERGE[:5]).outcome is None


def test_edited_paths_are_named_once_and_a_merge_directed_anew_forgets_them() -> None:
    edits = (
        e.FilesEdited(**AT, files=(file("z.py"), file("a.py"))),
        e.FilesEdited(**AT, files=(file("a.py"),), deleted=("m.py",)),
    )
    assert held(*MERGE, *edits).edited == ("a.py", "m.py", "z.py")
    anew = held(*MERGE, *edits, *MERGE[:1])
    assert (anew.edited, anew.fixes, anew.not_found, anew.outcome) == ((), (), (), None)
    assert anew.synthesis is not None and anew.synthesis.shipped is None


def chunk(number: int, round_: str = "review") -> e.Event:
    return e.ChunkStart(round=round_, attempt=1, chunk=number, total=2, paths=("a.py",))


def test_a_review_counts_its_chunks_and_not_the_pass_over_the_borders() -> None:
    chunks = tuple(Chunk(index=n, total=2, sort="code", parts=(), tokens=1) for n in (1, 2))
    planned = e.ReviewPlanned(round="review", attempt=1, chunks=chunks, digests={})
    merged = e.FindingsMerged(round="review", attempt=1, findings=(FOUND,))
    [planned_only] = rounds(opened("review"), planned)
    assert (planned_only.chunks, planned_only.chunks_total) == (0, 2)
    [view] = rounds(opened("review"), planned, chunk(1), chunk(2), chunk(0), merged)
    assert (view.chunks, view.chunks_total, view.findings) == (2, 2, (FOUND,))


def test_a_summon_shows_what_it_has_read_and_others_have_nothing_of_the_kind() -> None:
    summon = session_start().model_copy(update={"workflow": "summon"})
    nothing = ReadingView(chunks=0, chunks_total=0, findings=())
    assert reading_view(fold([session_start(), chunk(1)])) is None
    assert reading_view(fold([summon])) == nothing
    merged = e.FindingsMerged(round="summon", attempt=1, findings=(FOUND,))
    read = reading_view(fold([summon, chunk(1, "summon"), merged]))
    assert read == ReadingView(chunks=1, chunks_total=2, findings=(FOUND,))
