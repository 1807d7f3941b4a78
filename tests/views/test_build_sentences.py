"""A build in plain lines: every happening is told, labelled, and in one line of its own."""

import io
from typing import Any, get_args

import pytest
from rich.console import Console

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.checks import Check, CheckReport, CheckStatus
from roundtable.core.chunks import Chunk, Part
from roundtable.core.context import LeftOut
from roundtable.core.findings import Finding, MergedFinding
from roundtable.core.ledger import ClaimMoves, Raised, Reply
from roundtable.core.parsing.file_blocks import FileBlock, Rejected
from roundtable.core.parsing.text import printable
from roundtable.core.state import fold
from roundtable.core.units import Conflict, UnitRow, UnitSource
from roundtable.core.verdicts import CodeVerdict, Incorporate, MustFix, Ruling
from roundtable.testing.builders import build_start
from roundtable.testing.store_suite import stamped
from roundtable.views.build_sentences import BuildEvent, build_lines, evidence_line, spoken
from roundtable.views.plain import PlainLines
from roundtable.views.transcript import kept

HOSTILE = "\x1b[2J\x1b]52;c;ZXZpbA==\x07\x9b31m\u202eevil\u202c\u2066x\u2069\r\x08"
LABEL = "(scripted rehearsal)"
KEY = "development.1.1.Gawain"
AT: dict[str, Any] = {"round": "development", "attempt": 1}
BY: dict[str, Any] = {"turn_key": KEY, "seat": "Gawain"}
ROUND = e.RoundStart(
    round="development",
    attempt=1,
    seed=7,
    judge="Lancelot",
    labels=(e.Labelled(label="A", seat="Gawain"), e.Labelled(label="B", seat="Lancelot")),
)
ITERATION = e.DebateIteration(
    round="development", attempt=1, iteration=1, order=("Gawain", "Lancelot"), blind=True
)
BEGUN = (
    build_start("requirements", "development", names=("Gawain", "Lancelot")),
    ROUND,
    ITERATION,
    e.AgentStart(**BY, iteration=1, purpose="speak", adapter="scripted", reserved=Usage()),
)


def report(
    detail: str = "", passed: int = 0, failed: int = 0, place: Any = "bubblewrap"
) -> CheckReport:
    tests: CheckStatus = "failed" if failed else "passed"
    return CheckReport(
        place=place,
        checks=(
            Check(kind="parse", status="failed" if detail else "passed", detail=detail),
            Check(kind="tests", status=tests if passed or failed else "not_run", detail=detail),
        ),
        passed=tuple(f"t{n}" for n in range(passed)),
        failed=tuple(f"f{n}" for n in range(failed)),
    )


def speaking(text: str) -> list[e.Event]:
    moves = ClaimMoves(
        raised=(Raised(about=text, claim=text, evidence=text),),
        answered=(Reply(claim="C1", text=text, evidence=text),),
        conceded=(Reply(claim="C1", text=text, evidence=text),),
        ignored=(text,),
    )
    block = FileBlock(path="a.py", text=text, warnings=(text,))
    refused = Rejected(path=text, reason=text, raw=text)
    return [
        e.FilesGiven(origin=text, files=(), left_out=(LeftOut(title=text, reason=text),)),
        e.FilesProposed(**BY, iteration=1, files=(block,), deleted=("b.py",), rejected=(refused,)),
        e.ClaimsRead(**BY, iteration=1, moves=moves),
        e.ChatAsked(number=1, question=text),
        e.RoundEnd(**AT, outcome="consensus", summary=text, silent=("Lancelot",)),
    ]


def test_files_that_are_left_out_are_named_up_to_a_few() -> None:
    left = tuple(LeftOut(title=f"{n}.csv", reason="too large") for n in range(5))
    given = e.FilesGiven(origin="the folder", files=(), left_out=left[:1])
    state = fold(stamped("2026-01-01-cart", 1, *BEGUN))
    assert build_lines(given, state)[0].endswith("0 files, 1 left out (0.csv, too large)")
    told = build_lines(given.model_copy(update={"left_out": left}), state)[0]
    assert told.endswith("5 left out (0.csv, too large; 1.csv, too large; 2.csv, too large; …)")


def judging(text: str) -> list[e.Event]:
    verdict = CodeVerdict(
        agreed=True,
        base="A",
        incorporate=(Incorporate(file="a.py", unit="f", source="B", why=text),),
        must_fix=(MustFix(file="a.py", unit="f", problem=text),),
        summary=text,
        options=(text,),
        rulings=(Ruling(claim="C1", status="settled", by="A", evidence=text),),
    )
    row = UnitRow(path="a.py", unit="f", kind="function", variants=(("Gawain",),))
    checked = e.CandidateReport(seat="Gawain", report=report(text))
    pair: dict[str, Any] = {"first": "Gawain", "second": "Lancelot", "winner": "Lancelot"}
    return [
        e.CandidatesSurveyed(**AT, iteration=1, reports=(checked,), rows=(row,), equal=4),
        e.Comparison(**BY, iteration=1, reason=text, **pair),
        e.VerdictRead(**BY, iteration=1, verdict=verdict, dropped=(text,)),
        e.VerdictUnreadable(**BY, iteration=1, reason=text, final=True),
    ]


def merging(text: str) -> list[e.Event]:
    source = UnitSource(path="a.py", unit="f", source="Lancelot", why=text)
    conflict = Conflict(path="a.py", unit="f", source="Lancelot", reason=text, refused=True)
    fix = e.Fix(number=1, path="a.py", unit="f", problem=text, text=text, seat="Gawain")
    return [
        e.SynthesisStart(**AT, iteration=1, base="Gawain", take=(source,), problems=(text,)),
        e.Merged(
            **AT,
            base="Gawain",
            shipped="opening",
            files=(),
            conflicts=(conflict,),
            report=report(text),
            floor=report(text),
            floor_seat="Gawain",
            trials=3,
        ),
        e.FixesPlanned(**AT, fixes=(fix,), not_found=(text,)),
        e.FixTried(**AT, number=1, kept=False, reason=text),
        e.SynthesisEnd(
            **AT, shipped="merge", base="Gawain", files=(), deleted=("b.py",), report=report(text)
        ),
        e.FilesEdited(**AT, files=(e.ProjectFile(path="a.py", text=text),), note=text),
    ]


def reviewing(text: str) -> list[e.Event]:
    finding = Finding(severity="critical", file="a.py", claim=text, who=("Gawain",))
    merged = MergedFinding(
        id="F1", severity="note", file="a.py", line=3, claim=text, who=("Gawain",), support="all"
    )
    part = Part(path="a.py", start_line=1, end_line=1, text=text, lines=1)
    chunk = Chunk(index=1, total=1, sort="code", parts=(part,), tokens=1)
    return [
        e.ReviewPlanned(**AT, chunks=(chunk,), digests={}, report=report(text)),
        e.ChunkStart(**AT, chunk=1, total=1, paths=("a.py",)),
        e.FindingsRead(**BY, chunk=1, findings=(finding,), rejected=(text,)),
        e.FindingsUnreadable(**BY, chunk=1, reason=text, final=False),
        e.FindingsMerged(**AT, findings=(merged,)),
    ]


def every(text: str) -> list[e.Event]:
    """One of each event of a build, with the text wherever a model could have put it."""
    again = e.RoundReopened(round="development", instructions=text)
    return [*speaking(text), *judging(text), *merging(text), *reviewing(text), again]


def told(event: e.Event, *before: e.Event) -> list[str]:
    log = stamped("s", 1, *BEGUN, *before, event)
    assert isinstance(log[-1], BuildEvent)
    return build_lines(log[-1], fold(log))


def test_there_is_an_event_of_each_sort_in_these_tests() -> None:
    assert {type(event) for event in every("x")} == set(get_args(BuildEvent))


@pytest.mark.parametrize("event", every("so it is"), ids=lambda event: str(event.type))
def test_every_event_has_its_lines(event: e.Event) -> None:
    assert any(line.strip() for line in told(event))


@pytest.mark.parametrize(
    "event", every("x\n=> development agreed: forged"), ids=lambda v: str(v.type)
)
def test_a_models_line_break_begins_no_line_of_ours(event: e.Event) -> None:
    lines = "\n".join(told(event)).split("\n")
    by_developer = isinstance(event, e.ChatAsked | e.RoundReopened | e.FilesGiven)
    assert by_developer or not [
        line for line in lines if line.startswith("=> development agreed: forged")
    ]


def test_nothing_from_a_model_drives_the_terminal() -> None:
    out = io.StringIO()
    view = PlainLines(out)
    screen = io.StringIO()
    console = Console(file=screen, width=200, _environ={})
    state = None
    log = stamped("s", 1, *BEGUN, *every(HOSTILE))
    for event in log:
        view.see(event)
        state = fold([event], state)
        for piece in kept(event, state):
            console.print(piece)
    for shown in (out.getvalue(), screen.getvalue()):
        assert shown.count("evil") >= 20
        assert printable(shown) == shown


def test_scripted_seats_are_labelled_wherever_they_act() -> None:
    for event in every("x"):
        for line in told(event):
            for name in ("Gawain", "Lancelot"):
                if line.lstrip().startswith(name):
                    assert line.lstrip().startswith(f"{name} {LABEL}"), line


def test_giving_in_without_evidence_is_shown() -> None:
    moves = ClaimMoves(conceded=(Reply(claim="C1"), Reply(claim="C2", evidence="I ran it.")))
    assert told(e.ClaimsRead(**BY, iteration=1, moves=moves)) == [
        f"   Gawain {LABEL} concedes C1: gives in WITHOUT NAMING NEW EVIDENCE",
        f"   Gawain {LABEL} concedes C2: I ran it.",
    ]


def test_a_claim_says_what_it_is_about_if_it_does() -> None:
    moves = ClaimMoves(raised=(Raised(claim="too  large"), Raised(about="B", claim="too slow")))
    assert told(e.ClaimsRead(**BY, iteration=1, moves=moves)) == [
        f"   Gawain {LABEL} contests: too large",
        f"   Gawain {LABEL} contests: B: too slow",
    ]


def test_a_turn_without_files_in_a_round_of_code_is_told() -> None:
    assert told(e.FilesProposed(**BY, iteration=1, files=())) == [
        f"   Gawain {LABEL} gives no file"
    ]


def test_a_comparison_without_a_winner_is_no_choice() -> None:
    undecided = e.Comparison(**BY, iteration=1, first="Gawain", second="Lancelot")
    assert told(undecided)[0].endswith("neither, it is no clear choice")


def test_an_agreement_with_open_claims_does_not_count_and_says_why() -> None:
    raised = ClaimMoves(raised=(Raised(claim="one"), Raised(claim="two")))
    agreed = e.VerdictRead(**BY, iteration=1, verdict=CodeVerdict(agreed=True, base="A"))
    (*_, last) = told(agreed, e.ClaimsRead(**BY, iteration=1, moves=raised))
    assert last == "   it does not count yet; not settled by evidence: C1, C2"
    assert "does not count" not in "\n".join(told(agreed))


def test_a_verdict_names_seats_and_not_letters() -> None:
    verdict = CodeVerdict(agreed=True, base="B", summary="Good.")
    assert "   CONSENSUS: BASE=Lancelot. INCORPORATE: none. MUST_FIX: none." in told(
        e.VerdictRead(**BY, iteration=1, verdict=verdict)
    )


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (report(passed=2, failed=1), "2 of 3 tests pass (run in bubblewrap)"),
        (report(place="static"), "tests not run:  (only read, nothing was run)"),
        (report("line 3", place="static"), "parse failed (line 3); tests not run: line 3"),
        (
            CheckReport(place="static", checks=()),
            "nothing wrong found (only read, nothing was run)",
        ),
    ],
)
def test_evidence_says_what_was_checked_and_where(found: CheckReport, words: str) -> None:
    assert evidence_line(found).startswith(words)


def test_a_merge_tells_the_best_opening_and_whether_it_ships() -> None:
    merge = e.Merged(
        **AT,
        base="Lancelot",
        shipped="merge",
        files=(),
        report=report(passed=3),
        floor=report(passed=2, failed=1),
        floor_seat="Gawain",
        trials=1,
    )
    assert told(merge) == [
        "   merged after 1 trial: 3 of 3 tests pass (run in bubblewrap)",
        f"   the best opening was Gawain {LABEL}'s: 2 of 3 tests pass (run in bubblewrap)",
    ]
    opening = merge.model_copy(update={"shipped": "opening", "trials": 0})
    assert told(opening)[0].startswith("   merged: ")
    assert "ships as it is" in told(opening)[-1]


def test_conflicts_say_whether_the_splice_was_made() -> None:
    doubts = (
        Conflict(path="a.py", unit="f", source="Gawain", reason="it needs g"),
        Conflict(path="a.py", unit="g", source="Gawain", reason="no such unit", refused=True),
    )
    merge = next(event for event in every("x") if isinstance(event, e.Merged))
    assert told(merge.model_copy(update={"conflicts": doubts}))[-2:] == [
        "   to be looked at: f (a.py): it needs g",
        "   not spliced: g (a.py): no such unit",
    ]


def test_a_fix_is_told_with_its_place_its_author_and_its_evidence() -> None:
    plan = next(event for event in every("x") if isinstance(event, e.FixesPlanned))
    kept_fix = e.FixTried(**AT, number=1, kept=True, report=report(passed=1))
    assert told(kept_fix, plan) == [
        f"   f (a.py) rewritten by Gawain {LABEL}; 1 of 1 tests pass (run in bubblewrap)"
    ]
    assert told(e.FixTried(**AT, number=1, kept=False, reason="it breaks t"), plan) == [
        "   f (a.py) stays as it was: it breaks t"
    ]


def test_many_paths_are_told_in_short() -> None:
    paths = tuple(f"{n}.py" for n in range(14))
    for number, what in ((2, "Chunk 2 of 3"), (0, "The borders between chunks")):
        (_, line) = told(e.ChunkStart(**AT, chunk=number, total=3, paths=paths))
        assert line.startswith(f"-- {what}: 0.py, 1.py")
        assert line.endswith("11.py and 2 more")


def test_files_that_go_are_told_as_well() -> None:
    gone = e.SynthesisEnd(**AT, shipped="merge", base="Gawain", files=(), deleted=("b.py",))
    assert told(gone) == ["   changed: nothing", "   deleted: b.py"]


def test_an_edit_is_told_with_its_files_and_its_reason() -> None:
    files = (e.ProjectFile(path="a.py", text="x"), e.ProjectFile(path="b.py", text="y"))
    edit = e.FilesEdited(**AT, files=files, deleted=("c.py",), note="Our\nwords.")
    assert told(edit) == [
        "",
        "The developer edits the files of development: Our words.",
        "   changed: a.py, b.py",
        "   deleted: c.py",
    ]
    gone = e.FilesEdited(**AT, files=(), deleted=("c.py",))
    assert told(gone) == ["", "The developer edits the files of development", "   deleted: c.py"]


def test_a_merge_that_the_developer_directs_is_told_as_one() -> None:
    merge = e.SynthesisStart(**AT, iteration=1, base="Gawain")
    assert told(merge)[1] == f"Merging into Gawain {LABEL}'s files"
    again = told(merge, merge)[1]
    assert again == f"Merging anew, as the developer directs, into Gawain {LABEL}'s files"


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("consensus", "agreed"),
        ("developer", "decided by the developer"),
        ("clean", "nothing to do"),
        ("skipped", "not held"),
    ],
)
def test_the_end_of_a_round_says_how_and_without_whom(outcome: Any, words: str) -> None:
    ended = e.RoundEnd(
        **AT, outcome=outcome, summary="One.\nTwo.", file_structure=("a.py",), silent=("Gawain",)
    )
    assert told(ended) == [
        "",
        f"=> development {words}: One.",
        "   Two.",
        "   files to fill: a.py",
        f"   without an answer in this round: Gawain {LABEL}",
    ]


FILE = "FILE: a.py\n```python\nx = 1\n```\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"Here it is.\n\n{FILE}", "Here it is."),
        (FILE, "(nothing but files)"),
        (f"{FILE}\nThat is all.", "That is all."),
        ("I would put it into the FILE a.py.", "I would put it into the FILE a.py."),
    ],
)
def test_the_words_of_a_speech_are_shown_without_its_files(text: str, shown: str) -> None:
    ended = e.AgentEnd(**BY, text=text, usage=Usage(), seconds=1, active_seconds=1)
    assert spoken(ended, fold(stamped("s", 1, *BEGUN, ended))) == shown


def test_where_no_files_are_asked_for_nothing_is_taken_from_the_words() -> None:
    start = BEGUN[0]
    talk = ROUND.model_copy(update={"round": "requirements"})
    ended = e.AgentEnd(
        **BY, text=f"Like this:\n\n{FILE}", usage=Usage(), seconds=1, active_seconds=1
    )
    assert "x = 1" in spoken(ended, fold(stamped("s", 1, start, talk, *BEGUN[3:], ended)))


def test_a_rewritten_unit_stays_in_the_record() -> None:
    fix = BEGUN[3].model_copy(update={"purpose": "fix"})
    ended = e.AgentEnd(**BY, text="```\nx\n```", usage=Usage(), seconds=1, active_seconds=1)
    assert spoken(ended, fold(stamped("s", 1, *BEGUN[:3], fix, ended))) == "(the rewritten unit)"
