"""Carrying out a decision: nothing is written but what the King approved, byte for byte."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.questions import Question
from roundtable.core.state import fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.applies import apply_start, fill
from roundtable.testing.applies import given as answer_with
from roundtable.testing.rehearsal import go_on, play

CART = "def total(items):\n    return sum(items)\n"
BETTER = "def total(items):\n    return round(sum(items), 2)\n"


def always(option: str, text: str = "") -> Callable[[Question], Choose]:
    return lambda _: Choose(option, text)


def saying(*answers: str) -> Callable[[PlannedTurn], str]:
    """The lead's answers, one for each turn; the last for all further ones."""
    return lambda turn: answers[min(turn.iteration, len(answers)) - 1]


def kinds(log: list[e.Event], kind: type[e.Base]) -> list[e.Base]:
    return [event for event in log if isinstance(event, kind)]


def test_an_approved_change_is_written(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"cart.py": CART})
    log = play(
        apply_start("cart.py"),
        saying(answer_with({"cart.py": BETTER})),
        always("approve"),
        deed=desk.perform,
    )
    assert (tmp_path / "cart.py").read_text() == BETTER
    assert fold(log).ended.outcome == "applied"  # type: ignore[union-attr]


def test_nothing_is_written_before_the_king_has_answered(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"cart.py": CART})
    log = play(apply_start("cart.py"), saying(answer_with({"cart.py": BETTER})), deed=desk.perform)
    assert (tmp_path / "cart.py").read_text() == CART
    assert fold(log).question is not None


def test_a_refused_file_stays_and_the_others_are_written(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"cart.py": CART, "notes.md": "old\n"})
    log = play(
        apply_start("cart.py", "notes.md"),
        saying(answer_with({"cart.py": BETTER, "notes.md": "new\n"})),
        lambda q: Choose("refuse" if "notes.md" in q.prompt else "approve"),
        deed=desk.perform,
    )
    assert (tmp_path / "cart.py").read_text() == BETTER
    assert (tmp_path / "notes.md").read_text() == "old\n"
    assert fold(log).ended is not None


def test_all_refused_is_an_end_without_a_change(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"cart.py": CART})
    log = play(
        apply_start("cart.py"),
        saying(answer_with({"cart.py": BETTER})),
        always("refuse"),
        deed=desk.perform,
    )
    assert fold(log).ended.outcome == "not_applied"  # type: ignore[union-attr]
    assert (tmp_path / "cart.py").read_text() == CART


def test_stopping_writes_nothing_even_if_others_were_approved(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"a.md": "a\n", "b.md": "b\n"})
    play(
        apply_start("a.md", "b.md"),
        saying(answer_with({"a.md": "A\n", "b.md": "B\n"})),
        lambda q: Choose("approve" if "a.md" in q.prompt else "stop"),
        deed=desk.perform,
    )
    assert (tmp_path / "a.md").read_text() == "a\n"


def test_the_kings_own_version_is_shown_again_before_it_is_written(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"cart.py": CART})
    asked: list[str] = []

    def king(question: Question) -> Choose:
        asked.append(question.id)
        return Choose("edit", "# mine\n" + BETTER) if len(asked) == 1 else Choose("approve")

    play(
        apply_start("cart.py"),
        saying(answer_with({"cart.py": BETTER})),
        king,
        deed=desk.perform,
    )
    assert len(set(asked)) == 2
    assert (tmp_path / "cart.py").read_text() == "# mine\n" + BETTER


def test_the_knight_can_be_asked_to_change_it_and_is_told_which_file(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"a.md": "a\n", "b.md": "b\n"})
    asked: list[str] = []

    def king(question: Question) -> Choose:
        asked.append(question.prompt)
        if "b.md" in question.prompt and len(asked) == 2:
            return Choose("ask", "louder")
        return Choose("approve")

    log = play(
        apply_start("a.md", "b.md"),
        saying(answer_with({"a.md": "A\n", "b.md": "B\n"}), answer_with({"b.md": "BB\n"})),
        king,
        deed=desk.perform,
    )
    assert [note.text for note in fold(log).notes] == ["b.md: louder"]
    assert len(asked) == 3, "the other file's approval still holds"
    assert (tmp_path / "b.md").read_text() == "BB\n"
    assert (tmp_path / "a.md").read_text() == "A\n"


def test_the_rest_is_approved_at_once_but_not_what_something_speaks_against(
    tmp_path: Path,
) -> None:
    desk = fill(tmp_path, {f"{n}.md": "old\n" for n in "abc"})
    asked: list[str] = []

    def king(question: Question) -> Choose:
        asked.append(question.prompt.split()[0])
        return Choose("approve_rest")

    files = {**{f"{n}.md": "new\n" for n in "abc"}, "package.json": "{}\n"}
    play(apply_start(*files), saying(answer_with(files)), king, deed=desk.perform)
    assert asked == ["a.md", "package.json"]
    assert (tmp_path / "c.md").read_text() == "new\n"


def test_a_failed_check_goes_back_once_and_then_before_the_king(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"cart.py": CART})
    asked: list[Question] = []

    def king(question: Question) -> Choose:
        asked.append(question)
        return Choose("refuse")

    broken = answer_with({"cart.py": "def total(items):\n    return sum(items\n"})
    log = play(apply_start("cart.py"), saying(broken), king, deed=desk.perform)
    assert len(fold(log).iterations) == 2
    assert len(asked) == 1
    assert "does not parse" in asked[0].prompt
    mended = play(
        apply_start("cart.py"),
        saying(broken, answer_with({"cart.py": BETTER})),
        always("approve"),
        deed=desk.perform,
    )
    assert fold(mended).ended.outcome == "applied"  # type: ignore[union-attr]


def test_what_disappears_without_the_decision_naming_it_is_objected_to(tmp_path: Path) -> None:
    two = CART + "\n\ndef label(items):\n    return str(items)\n"
    desk = fill(tmp_path, {"cart.py": two})
    log = play(apply_start("cart.py"), saying(answer_with({"cart.py": BETTER})), deed=desk.perform)
    proposed = kinds(log, e.ChangesProposed)[0]
    assert isinstance(proposed, e.ChangesProposed)
    assert [o.concern for o in proposed.changes[0].objections] == ["lost"]
    named = play(
        apply_start("cart.py", decision="Remove label."),
        saying(answer_with({"cart.py": BETTER})),
        always("approve"),
        deed=desk.perform,
    )
    assert fold(named).ended.outcome == "applied"  # type: ignore[union-attr]


class TestScope:
    def test_a_file_that_the_decision_does_not_name_is_asked_for_and_recorded(
        self, tmp_path: Path
    ) -> None:
        desk = fill(tmp_path, {"a.md": "a\n"})
        log = play(
            apply_start("a.md"),
            saying(answer_with({"a.md": "A\n", "b.md": "B\n"})),
            always("approve"),
            deed=desk.perform,
        )
        (widened,) = kinds(log, e.ScopeWidened)
        assert isinstance(widened, e.ScopeWidened)
        assert widened.paths == ("b.md",)
        assert (tmp_path / "b.md").read_text() == "B\n"

    def test_without_parley_it_is_left_out(self, tmp_path: Path) -> None:
        desk = fill(tmp_path, {"a.md": "a\n"})
        play(
            apply_start("a.md", parley=False),
            saying(answer_with({"a.md": "A\n", "b.md": "B\n"})),
            deed=desk.perform,
        )
        assert (tmp_path / "a.md").read_text() == "A\n"
        assert not (tmp_path / "b.md").exists()

    def test_a_widened_scope_is_on_the_record_from_the_start(self, tmp_path: Path) -> None:
        desk = fill(tmp_path, {"a.md": "a\n"})
        log = play(
            apply_start("a.md", parley=False, widened=True),
            saying(answer_with({"b.md": "B\n"})),
            deed=desk.perform,
        )
        assert kinds(log, e.ScopeWidened)
        assert (tmp_path / "b.md").read_text() == "B\n"

    def test_a_file_that_was_never_shown_is_not_rewritten_unseen(self, tmp_path: Path) -> None:
        desk = fill(tmp_path, {"a.md": "a\n", "b.md": "much\nof\nit\n"})
        log = play(
            apply_start("a.md", widened=True, parley=False),
            saying(answer_with({"b.md": "B\n"})),
            always("approve"),
            deed=desk.perform,
        )
        assert len(fold(log).iterations) == 2, "it goes back with the file shown"
        assert (tmp_path / "b.md").read_text() == "B\n", "given again, it has been seen"

    @pytest.mark.parametrize("path", [".git/hooks/pre-commit", "../x", ".env", ".roundtable/x"])
    def test_protected_places_are_never_part_of_it(self, tmp_path: Path, path: str) -> None:
        desk = fill(tmp_path, {"a.md": "a\n"})
        log = play(
            apply_start("a.md", path, widened=True, parley=False),
            saying(answer_with({path: "x\n", "a.md": "A\n"})),
            always("approve"),
            deed=desk.perform,
        )
        for proposed in kinds(log, e.ChangesProposed):
            assert isinstance(proposed, e.ChangesProposed)
            assert path not in [p.change.path for p in proposed.changes]
        assert not (tmp_path / path).exists() or path == "../x"


def test_without_parley_a_failed_check_waits_for_the_king(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"cart.py": CART})
    log = play(
        apply_start("cart.py", parley=False),
        saying(answer_with({"cart.py": "def total(:\n    return 1\n"})),
        deed=desk.perform,
    )
    assert fold(log).question is not None
    assert (tmp_path / "cart.py").read_text() == CART


def test_a_file_edited_since_stops_it_and_nothing_is_lost(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"a.md": "a\n", "b.md": "b\n"})

    def king(_: Question) -> Choose:
        (tmp_path / "b.md").write_text("edited by me\n")
        return Choose("approve")

    log = play(
        apply_start("a.md", "b.md"),
        saying(answer_with({"a.md": "A\n", "b.md": "B\n"})),
        king,
        deed=desk.perform,
    )
    assert fold(log).ended.outcome == "not_applied"  # type: ignore[union-attr]
    assert (tmp_path / "a.md").read_text() == "a\n"
    assert (tmp_path / "b.md").read_text() == "edited by me\n"


def test_a_lead_that_does_not_answer_ends_it_with_the_reason(tmp_path: Path) -> None:
    def silent(_: PlannedTurn) -> str:
        raise KnightError(ErrorKind.OVERLOADED, "busy")

    log = play(apply_start("a.md"), silent, deed=fill(tmp_path, {"a.md": "a\n"}).perform)
    (failed,) = kinds(log, e.ChangesNotApplied)
    assert isinstance(failed, e.ChangesNotApplied)
    assert "did not answer: overloaded" in failed.reason


def test_a_lead_that_fails_when_asked_again_leaves_its_first_answer(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"a.md": "a\n"})
    asked: list[str] = []

    def once(turn: PlannedTurn) -> str:
        if turn.iteration > 1:
            raise KnightError(ErrorKind.OVERLOADED, "busy")
        return answer_with({"a.md": "A\n"})

    def king(question: Question) -> Choose:
        asked.append(question.id)
        return Choose("ask", "louder") if len(asked) == 1 else Choose("approve")

    play(apply_start("a.md"), once, king, deed=desk.perform)
    assert (tmp_path / "a.md").read_text() == "A\n"


def test_an_answer_without_files_is_asked_for_again_and_then_told(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"a.md": "a\n"})
    log = play(apply_start("a.md"), saying("I would rather not."), deed=desk.perform)
    assert len(fold(log).iterations) == 2
    assert fold(log).ended.outcome == "not_applied"  # type: ignore[union-attr]


OPTIONS = ("approve", "refuse", "ask", "edit", "approve_rest", "stop")


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(choices=st.lists(st.sampled_from(OPTIONS), min_size=1, max_size=8))
def test_whatever_the_king_answers_only_approved_bytes_are_written(
    tmp_path_factory: pytest.TempPathFactory, choices: list[str]
) -> None:
    root = tmp_path_factory.mktemp("apply")
    files = {f"{n}.md": f"{n}\n" for n in "abc"}
    desk = fill(root, files)
    turns = iter(choices)
    log = play(
        apply_start(*files),
        saying(answer_with({name: f"new {name}\n" for name in files})),
        lambda question: Choose(next(turns, "stop"), f"{question.id}\n"),
        deed=desk.perform,
    )
    applying = fold(log).applying
    now = {name: (root / name).read_text() for name in files}
    changed = {name: text for name, text in now.items() if text != files[name]}
    if applying.written is None:
        assert not changed
        return
    assert applying.proposed is not None
    written = {p.change.path: p.change for p in applying.proposed.changes}
    assert changed == {path: change.text for path, change in written.items()}
    assert {change.digest for change in written.values()} <= applying.approved


def test_a_process_that_died_after_writing_only_has_to_write_it_down(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"a.md": "a\n"})
    answer = saying(answer_with({"a.md": "A\n"}))
    log = play(apply_start("a.md"), answer, always("approve"), deed=desk.perform)
    written = next(i for i, event in enumerate(log) if isinstance(event, e.ChangesApplied))
    again = go_on(log[:written], answer, always("stop"), deed=desk.perform)
    assert [event.type for event in again] == [event.type for event in log]
    assert again[written] == log[written]
    assert (tmp_path / "a.md").read_text() == "A\n"


def test_a_file_with_the_sign_of_a_unit_in_its_name_is_a_file(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"c#.py": CART})
    log = play(
        apply_start("c#.py", "C# notes.md"),
        saying(answer_with({"c#.py": BETTER, "C# notes.md": "new\n"})),
        always("approve"),
        deed=desk.perform,
    )
    assert fold(log).ended.outcome == "applied"  # type: ignore[union-attr]
    assert (tmp_path / "c#.py").read_text() == BETTER
    assert (tmp_path / "C# notes.md").read_text() == "new\n"


def test_an_answer_without_a_change_says_so_to_the_lead_and_to_the_king(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"cart.py": CART})
    log = play(apply_start("cart.py"), saying("I cannot."), always("approve"), deed=desk.perform)
    failed = fold(log).applying.failed
    assert failed is not None
    assert "no file that is other than it stands" in failed.reason
