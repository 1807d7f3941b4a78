"""The record of a build: every attempt of every round, with what was claimed, judged and made."""

import dataclasses

import pytest

from roundtable.core import events as e
from roundtable.core.commands import Choose, EditFiles, handle
from roundtable.core.decide.presence import turns_of
from roundtable.core.ledger import Claim
from roundtable.core.questions import Question
from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.core.units import Conflict, UnitSource
from roundtable.testing.builders import build_start
from roundtable.testing.builds import Said, answers, claims, reading_workshop, said, verdict
from roundtable.testing.rehearsal import play
from roundtable.views.build_pages import all_rounds, claim_line, result_lines, round_lines
from roundtable.views.build_sentences import round_title
from roundtable.views.pages import discussion_page

LABEL = "(scripted rehearsal)"


def anew(question: Question) -> Choose:
    """Each first attempt at the requirements is held again."""
    again = question.id == "confirm-requirements.1"
    return Choose("retry", "Keep it small.") if again else Choose("continue")


def held(*rounds: str, special: Said = lambda _: None) -> SessionState:
    return fold(play(build_start(*rounds), answers(special), anew, reading_workshop()))


def page(state: SessionState, round_: RoundState) -> str:
    return "\n".join(round_lines(state, round_, ["(the turns)", ""]))


def test_every_attempt_is_told_in_order_and_one_that_no_longer_counts_is_marked() -> None:
    state = held("requirements", "development")
    rounds = all_rounds(state)
    assert [(r.key, r.attempt) for r in rounds] == [
        ("requirements", 1),
        ("requirements", 2),
        ("development", 1),
    ]
    first, second, third = (page(state, round_) for round_ in rounds)
    assert "(held anew later; no longer counts)" in first.splitlines()[0]
    assert "no longer counts" not in second + third
    assert "*Instructions: Keep it small.*" in second
    assert "Instructions" not in first + third


def test_a_title_says_which_round_of_how_many_and_who_judges() -> None:
    state = held("requirements", "development")
    first, second, third = all_rounds(state)
    judge = f"judge: {first.start.judge} {LABEL}"
    assert round_title(first, state) == f"Round 1 of 2: requirements · {judge}"
    assert round_title(second, state) == f"Round 1 of 2: requirements, attempt 2 · {judge}"
    assert round_title(third, state).startswith("Round 2 of 2: development · ")
    nobody = dataclasses.replace(first, start=first.start.model_copy(update={"judge": ""}))
    assert round_title(nobody, state) == "Round 1 of 2: requirements"


def test_a_round_stands_with_its_turns_its_verdict_and_its_outcome() -> None:
    state = held("development")
    (round_,) = state.rounds
    text = page(state, round_)
    assert text.index("(the turns)") < text.index("### Verdict of ") < text.index("### Result")
    base = round_.seat_of["A"]
    assert text.count(f"CONSENSUS: BASE={base}. INCORPORATE: none.") == 2
    assert "**consensus**: It is agreed." in text
    assert "- changed: `cart.py`" in text
    assert "only read, nothing was run" in text


def test_a_verdict_that_was_set_aside_is_told_as_one() -> None:
    state = held("development")
    (round_,) = state.rounds
    vain, fair = (read.seat for read in round_.judgements)
    assert vain == round_.seat_of["A"], "a judge who chose its own work"
    headings = [line for line in page(state, round_).splitlines() if line.startswith("### Verdict")]
    assert headings == [
        f"### Verdict of {vain} {LABEL}, iteration 1 (another's took its place)",
        f"### Verdict of {fair} {LABEL}, iteration 1",
    ]


def test_every_turn_of_the_build_is_in_the_record_once() -> None:
    state = held("requirements", "development")
    text = discussion_page(state)
    spoken = sum(len(turns_of(state, round_)) for round_ in all_rounds(state))
    assert text.count(f"{LABEL} (judging)") == 3
    assert text.count("### ") >= spoken
    assert text.index("attempt 2") < text.index("Round 2 of 2")


def test_a_verdict_cannot_leave_its_block() -> None:
    def sly(turn: PlannedTurn) -> str | None:
        words = "Good.\n```\n## Round 9 of 9: forged\n```"
        return verdict(turn, summary=words) if turn.purpose == "judge" else None

    state = held("requirements", special=sly)
    lines = page(state, state.rounds[0]).splitlines()
    (start,) = [n for n, line in enumerate(lines) if line.startswith("### Verdict")]
    fence = lines[start + 2]
    assert fence == "````"
    end = lines.index(fence, start + 3)
    assert "## Round 9 of 9: forged" in lines[start + 3 : end]


CLAIM = Claim(
    id="C1", by="Gawain", iteration=1, about="B's total", text="It is wrong.", evidence=""
)


@pytest.mark.parametrize(
    ("changes", "ending"),
    [
        ({}, "C1 (open) Gawain {} about B's total: It is wrong."),
        ({"about": ""}, "C1 (open) Gawain {}: It is wrong."),
        (
            {"status": "conceded", "closed_by": "Lancelot", "closing_evidence": "I ran it."},
            " | Lancelot {} gave in: I ran it.",
        ),
        (
            {"status": "conceded", "closed_by": "Lancelot"},
            " | Lancelot {} gave in: WITHOUT NAMING NEW EVIDENCE",
        ),
        (
            {"status": "settled", "closed_by": "judge", "closing_evidence": "the tests"},
            " | settled by the judge: the tests",
        ),
    ],
)
def test_a_claim_says_how_it_stands_and_on_what_grounds(
    changes: dict[str, str], ending: str
) -> None:
    state = fold([build_start("requirements")])
    claim = dataclasses.replace(CLAIM, **changes)  # type: ignore[arg-type]
    assert claim_line(state, claim).endswith(ending.format(LABEL))


def test_a_claim_is_one_line_whatever_it_says() -> None:
    state = fold([build_start("requirements")])
    wild = "x\n- C9 (settled) forged\x1b[2J"
    changes = {"about": wild, "text": wild, "status": "conceded", "closed_by": "Gawain"}
    claim = dataclasses.replace(CLAIM, closing_evidence=wild, **changes)  # type: ignore[arg-type]
    line = claim_line(state, claim)
    assert line.isprintable()
    assert line.count("forged") == 3


def test_the_ledger_of_a_round_is_told() -> None:
    def contested(turn: PlannedTurn) -> str | None:
        if turn.purpose == "speak" and turn.seat == "Gawain" and turn.iteration == 1:
            return claims(turn, raises=[{"about": "scope", "claim": "too large"}])
        if turn.purpose == "speak" and turn.seat == "Lancelot" and turn.iteration == 2:
            return claims(turn, concedes=[{"claim": "C1"}])
        return None

    state = fold(play(build_start("requirements"), answers(contested)))
    text = page(state, state.rounds[0])
    assert "### The ledger of claims" in text
    assert f"Lancelot {LABEL} gave in: WITHOUT NAMING NEW EVIDENCE" in text
    assert "ledger" not in page(held("development"), held("development").rounds[0])


@pytest.mark.parametrize("found", [True, False])
def test_the_findings_of_a_review_are_told_even_when_there_are_none(found: bool) -> None:
    wrong = {"severity": "critical", "file": "a.py", "line": 1, "claim": "it is `wrong`\n- F9"}

    def look(turn: PlannedTurn) -> str | None:
        if turn.part.startswith("chunk"):
            mine = [wrong] if found and turn.seat == "Gawain" else []
            return said("I looked.", agent=turn.seat, findings=mine, clean=[])
        if turn.purpose == "judge":
            return verdict(turn, critical=["F1"], warnings=[], confirmed_clean=[])
        return None

    start = build_start("review").model_copy(update={"workflow": "review"})
    log = play(start, answers(look), craft=reading_workshop(), given={"a.py": "x = 1\n"})
    state = fold(log)
    text = page(state, state.rounds[0])
    expected = f"- F1 [critical] `a.py` line 1, single (Gawain {LABEL}): it is `wrong` - F9"
    assert (expected if found else "### Findings\n\nNone.") in text


def test_a_result_tells_whose_units_were_taken_and_what_was_not() -> None:
    state = held("development")
    result = state.rounds[0].result
    assert result is not None
    told = result.model_copy(
        update={
            "deleted": ("old.py",),
            "floor": result.report,
            "floor_seat": "Percival",
            "provenance": (
                UnitSource(path="a.py", unit="f", source="Lancelot", why="clearer\nby far"),
                UnitSource(path="a.py", unit="g", source="Gawain", why="base"),
            ),
            "conflicts": (
                Conflict(path="a.py", unit="h", source="Gawain", reason="t fails", refused=True),
            ),
        }
    )
    lines = result_lines(state, dataclasses.replace(state.rounds[0], result=told))
    assert f"- `a.py` f: Lancelot {LABEL} (clearer by far)" in lines
    assert "- deleted: `old.py`" in lines
    assert "- not spliced: h (a.py): t fails" in lines
    assert any(line.startswith(f"- best opening, Percival {LABEL}: ") for line in lines)
    assert not any("`a.py` g" in line for line in lines), "the base is told once, not by unit"


def test_a_round_without_a_result_has_no_heading_for_one() -> None:
    state = held("requirements")
    assert result_lines(state, state.rounds[0]) == []


def test_a_merge_that_the_developer_directed_and_his_edits_are_in_the_record() -> None:
    words = "BASE=Lancelot. INCORPORATE: none. MUST_FIX: none."

    def king(question: Question) -> Choose | None:
        return Choose("remerge", words) if question.id == "confirm-development.1" else None

    start = build_start("development", "review")
    state = fold(play(start, answers(lambda _: None), king, reading_workshop()))
    told = page(state, state.rounds[0])
    assert f"### The merge as the developer directed it\n\n```\n{words}\n```\n" in told
    assert "**developer**: Base: Lancelot" in told
    assert "Edited" not in told
    files = (e.ProjectFile(path="mine.py", text="X = 1\n"),)
    edit = EditFiles(files, ("cart.py",), "Our own\n- forged: words")
    edited = fold(handle(state, edit), state)
    assert page(edited, edited.rounds[0]).endswith(
        "### Edited by the developer\n\n- changed: `mine.py`\n- deleted: `cart.py`\n"
        "- why: Our own - forged: words\n"
    )
    plain = page(held("development"), held("development").rounds[0])
    assert "as the developer directed" not in plain
