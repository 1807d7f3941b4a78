"""The developer changes the merge after a round: his directives bind, and nothing stale counts."""

from dataclasses import replace
from typing import Any

import pytest

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.chance import shuffled
from roundtable.core.commands import Choose, EditFiles, handle
from roundtable.core.decide.build import LABELS
from roundtable.core.decide.coding import directives, directives_text
from roundtable.core.errors import CommandRefused, ErrorKind, KnightError
from roundtable.core.questions import Question
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import NAMES, build_start
from roundtable.testing.builds import CART, answers, claims, files, reading_workshop, verdict
from roundtable.testing.rehearsal import go_on, play

LABEL = {
    seat: LABELS[place] for place, seat in enumerate(shuffled(NAMES, 7, "labels", "development", 1))
}
START = build_start("development", "review", judge="Percival")
GIVEN = {"cart.py": "def total(items):\n    return None\n", "notes.md": "Mine.\n"}
MERGED = CART["Gawain"].replace("sum(items)", "sum(items, 0)")
DIRECTIVES = (
    "BASE=Gawain. INCORPORATE: total (cart.py) from Lancelot — clearer. "
    "MUST_FIX: label (cart.py): it must count."
)
ANEW = (
    "BASE=Lancelot. INCORPORATE: label (cart.py) from Gawain. "
    "MUST_FIX: total (cart.py): it fails without a cart."
)
FIXES = {
    "1": "```python\ndef label(items):\n    return str(len(items))\n```",
    "2-1": "```python\ndef total(items):\n    return sum(items or ())\n```",
    "3-1": "```python\ndef label(items):\n    return 'three'\n```",
}


def table(turn: PlannedTurn) -> str | None:
    if turn.purpose == "judge" and turn.key.startswith("development"):
        taken = {"file": "cart.py", "unit": "total", "from": LABEL["Lancelot"], "why": "clearer"}
        wrong = {"file": "cart.py", "unit": "label", "problem": "it must count"}
        return verdict(turn, base=LABEL["Gawain"], incorporate=[taken], must_fix=[wrong])
    return FIXES[turn.part] if turn.purpose == "fix" else None


def once(question: Question) -> Choose | None:
    """The merge of the first question is changed; the next question waits."""
    return Choose("remerge", ANEW) if question.id == "confirm-development.1" else None


def played(king: Any = once) -> list[e.Event]:
    return play(START, answers(table), king, reading_workshop(), GIVEN)


def nobody(_: Question) -> None:
    return None


def seqless(state: SessionState) -> SessionState:
    return replace(state, seq=0)


def test_after_a_merge_the_developer_is_offered_its_directives_to_change() -> None:
    question = fold(played(nobody)).question
    assert question is not None
    option = question.option("remerge")
    assert option is not None
    assert (option.label, option.needs) == ("Change the merge", "text")
    assert "BASE=NAME. INCORPORATE: unit (file) from NAME; … MUST_FIX: …" in option.effect
    assert option.detail == DIRECTIVES
    assert question.options[0].id == question.unattended == "continue"


def test_where_nothing_was_merged_there_is_nothing_to_change() -> None:
    log = play(build_start("requirements", "development"), answers(table))
    assert isinstance(log[-1], e.ChoiceOffered)
    assert log[-1].question.option("remerge") is None
    start = build_start("review", "qa")
    log = play(start, answers(table), craft=reading_workshop(), given=GIVEN)
    assert isinstance(log[-1], e.ChoiceOffered)
    assert log[-1].question.option("remerge") is None


def test_the_directives_as_they_are_shown_can_be_given_back() -> None:
    def king(question: Question) -> Choose | None:
        option = question.option("remerge")
        assert option is not None
        first = question.id == "confirm-development.1"
        return Choose("remerge", option.detail) if first else None

    log = play(
        START,
        answers(lambda turn: FIXES["1"] if turn.purpose == "fix" else table(turn)),
        king,
        reading_workshop(),
        GIVEN,
    )
    first, second = (x for x in log if isinstance(x, e.SynthesisStart))
    stamp = {"seq": first.seq}
    assert second.model_copy(update=stamp) == first
    one, two = (x for x in log if isinstance(x, e.SynthesisEnd))
    assert [f.text for f in one.files] == [f.text for f in two.files]


def test_the_same_attempt_goes_on_from_the_developers_directives_and_they_bind() -> None:
    log = played()
    state = fold(log)
    changed = CART["Lancelot"].replace("sum(items, 0)", "sum(items or ())")
    assert state.tree == GIVEN | {"cart.py": changed.replace("return ''", "return 'cart'")}
    (round_,) = state.rounds
    assert (round_.attempt, round_.merges) == (1, 2)
    ends = [x.outcome for x in log if isinstance(x, e.RoundEnd)]
    assert ends == ["consensus", "developer"]
    assert not state.superseded
    assert [x for x in log if isinstance(x, e.Consensus)][1:] == []
    assert state.decision is None, "what the table had agreed on was changed"
    begun = [x for x in log if isinstance(x, e.SynthesisStart)][-1]
    assert begun.take[0].why == "the developer's directive"


def test_a_merge_that_the_developer_directs_ships_whatever_the_evidence_says() -> None:
    broken = "def total(items)\n    return 0\n"

    def careless(turn: PlannedTurn) -> str | None:
        if turn.purpose == "speak" and turn.seat == "Percival":
            return files({"cart.py": broken}) + claims(turn)
        return table(turn)

    def take_percival(question: Question) -> Choose | None:
        first = question.id == "confirm-development.1"
        words = "BASE=Percival. INCORPORATE: none. MUST_FIX: none."
        return Choose("remerge", words) if first else None

    log = play(START, answers(careless), take_percival, reading_workshop(), GIVEN)
    assert fold(log).tree["cart.py"] == broken


def test_while_the_merge_is_made_anew_the_tree_is_that_before_the_round() -> None:
    log = played()
    starts = [i for i, x in enumerate(log) if isinstance(x, e.SynthesisStart)]
    before, after = fold(log[: starts[1]]), fold(log[: starts[1] + 1])
    assert before.tree["cart.py"] != GIVEN["cart.py"]
    assert before.decision is not None
    assert after.tree == GIVEN
    (round_,) = after.rounds
    assert (round_.merged, round_.fixes, round_.tried) == (None, None, ())
    assert (round_.result, round_.edits, round_.ended) == (None, (), None)


def test_the_fixes_of_a_second_merge_are_asked_for_under_keys_of_their_own() -> None:
    keys = [x.turn_key for x in played() if isinstance(x, e.AgentStart) and x.purpose == "fix"]
    assert keys == ["development.1.1.Gawain/fix/1", "development.1.1.Lancelot/fix/2-1"]


def test_each_merge_is_confirmed_by_a_question_of_its_own_with_its_own_directives() -> None:
    def twice(question: Question) -> Choose | None:
        third = "BASE=Gawain. INCORPORATE: none. MUST_FIX: label (cart.py): say three."
        said = {"confirm-development.1": ANEW, "confirm-development.1.2": third}
        words = said.get(question.id)
        return Choose("remerge", words) if words else None

    log = played(twice)
    asked = [x.question for x in log if isinstance(x, e.ChoiceOffered)]
    assert [question.id for question in asked] == [
        "confirm-development.1",
        "confirm-development.1.2",
        "confirm-development.1.3",
    ]
    shown = [option.detail for q in asked if (option := q.option("remerge"))]
    assert [words.split(".")[0] for words in shown] == [
        "BASE=Gawain",
        "BASE=Lancelot",
        "BASE=Gawain",
    ]
    assert "it fails without a cart" in shown[1]
    assert fold(log).tree["cart.py"] == CART["Gawain"].replace("'cart'", "'three'")
    assert fold(log).rounds[0].merges == 3


def test_after_an_escalation_the_developers_own_choice_can_be_changed_as_well() -> None:
    def never(turn: PlannedTurn) -> str | None:
        if turn.purpose == "judge":
            return verdict(turn, "DISCUSS", options=["a"])
        return table(turn)

    def king(question: Question) -> Choose | None:
        return Choose("pick:Percival") if question.kind == "escalation" else once(question)

    log = play(START, answers(never), king, reading_workshop(), GIVEN)
    details = [
        option.detail
        for x in log
        if isinstance(x, e.ChoiceOffered) and (option := x.question.option("remerge"))
    ]
    assert details[0] == "BASE=Percival. INCORPORATE: none. MUST_FIX: none."
    assert details[1].startswith("BASE=Lancelot.")
    assert "or ()" in fold(log).tree["cart.py"]


def test_edits_of_the_first_merge_go_with_it() -> None:
    log = played(nobody)
    state = fold(log)
    edit = EditFiles((e.ProjectFile(path="mine.py", text="MINE = 1\n"),), ("notes.md",))
    log += [*handle(state, edit)]
    assert "mine.py" in fold(log).tree
    again = go_on(log, answers(table), once, reading_workshop())
    assert "mine.py" not in fold(again).tree
    assert "notes.md" in fold(again).tree
    assert fold(again).tree == fold(played()).tree


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("the nicest one", "cannot be read"),
        ("BASE=Mordred. INCORPORATE: none. MUST_FIX: none.", "cannot be read"),
        ("DISCUSS: not yet", "cannot be read"),
        ("", "needs your words"),
    ],
)
def test_directives_that_cannot_be_carried_out_are_refused(words: str, told: str) -> None:
    state = fold(played(nobody))
    with pytest.raises(CommandRefused, match=told) as caught:
        handle(state, Choose("remerge", words))
    assert caught.value.remedy
    assert state.question is not None, "it can be answered still"


def test_a_base_that_gave_no_files_is_refused_with_those_that_did() -> None:
    def two(turn: PlannedTurn) -> str | None:
        if turn.seat == "Percival" and turn.purpose == "speak":
            raise KnightError(ErrorKind.TIMED_OUT, "gone")
        return table(turn)

    log = play(START, answers(two), nobody, reading_workshop(), GIVEN)
    with pytest.raises(CommandRefused, match="Percival has given no files") as caught:
        handle(fold(log), Choose("remerge", "BASE=Percival. INCORPORATE: none. MUST_FIX: none."))
    assert caught.value.remedy == "one of Gawain, Lancelot"


def test_a_seat_that_is_back_is_not_asked_for_a_candidate_after_the_round_was_judged() -> None:
    """The developer's answer gives a lost seat another chance, but its chance here is over."""

    def out_of_quota(turn: PlannedTurn) -> str | None:
        if turn.seat == "Percival" and turn.key.startswith("requirements"):
            raise KnightError(ErrorKind.OUT_OF_QUOTA, "empty")
        return table(turn)

    start = build_start("requirements", "development", "review", judge="Gawain", auto_advance=True)
    log = play(start, answers(out_of_quota), nobody, reading_workshop(), GIVEN)
    begun = next(i for i, x in enumerate(log) if isinstance(x, e.SynthesisStart))
    resumed = [*log[: begun + 1], e.SessionResumed()]
    assert fold(resumed[:-1]).lost == {"Percival"}
    again = go_on(resumed, answers(table), nobody, reading_workshop())
    asked = [x.turn_key for x in again if isinstance(x, e.AgentStart) and x.seat == "Percival"]
    assert [key for key in asked if key.startswith("development")] == []


def broken_off(log: list[e.Event]) -> list[e.Event]:
    """What the log holds when the next process has taken over."""
    state = fold(log)
    return [
        *log,
        *(
            e.AgentInterrupted(turn_key=t.key, seat=t.seat, ask=t.ask, cause="crash")
            for t in state.turns.values()
            if t.status == "open"
        ),
        e.SessionResumed(),
    ]


def test_a_crash_anywhere_comes_to_the_same_end() -> None:
    log = played()
    whole = fold(log)
    kinds = [x.type for x in log]
    for cut in range(kinds.index("round_end") - 1, len(log) + 1):
        again = go_on(broken_off(log[:cut]), answers(table), once, reading_workshop())
        state = fold(again)
        assert state.tree == whole.tree, cut
        assert state.question == whole.question, cut
        (mine,), (theirs,) = state.rounds, whole.rounds
        assert mine.merges == theirs.merges == 2, cut
        assert mine.ended is not None and theirs.ended is not None
        assert mine.ended.model_copy(update={"seq": 0}) == theirs.ended.model_copy(
            update={"seq": 0}
        ), cut
        done = [x.turn_key for x in again if isinstance(x, e.AgentEnd)]
        assert len(done) == len(set(done)), "no turn is paid for twice"
        assert sorted(done) == sorted(x.turn_key for x in log if isinstance(x, e.AgentEnd))


def test_nothing_is_left_of_the_first_merge_in_a_state_read_from_the_middle() -> None:
    log = played()
    for cut in range(len(log) + 1):
        assert seqless(fold(log[cut:], fold(log[:cut]))) == seqless(fold(log)), cut


def test_a_round_held_anew_after_a_second_merge_starts_with_none() -> None:
    def king(question: Question) -> Choose | None:
        if question.id == "confirm-development.1.2":
            return Choose("retry")
        return once(question)

    state = fold(played(king))
    (round_,) = state.rounds
    assert (round_.attempt, round_.merges) == (2, 1)
    assert state.question is not None
    assert state.question.id == "confirm-development.2"


def test_without_a_readable_verdict_there_are_no_directives() -> None:
    log = [x for x in played(nobody) if not isinstance(x, e.VerdictRead)]
    state = fold(log)
    assert state.current is not None
    assert directives(state, state.current) is None
    assert directives_text(state, state.current) == ""


def test_what_a_directed_merge_costs_is_on_the_account() -> None:
    state = fold(played())
    fixes = [turn for turn in state.turns.values() if turn.purpose == "fix"]
    assert len(fixes) == 2
    assert state.spent == sum((turn.usage for turn in state.turns.values()), Usage())
