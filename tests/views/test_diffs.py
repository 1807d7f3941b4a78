"""A diff tells every change, and says so where it does not."""

import random
import time

from roundtable.views.diffs import DiffRun, difference

MOST = 200_000


def test_runs_of_lines_are_told_with_their_signs() -> None:
    runs, note = difference("a\nb\nc\n", "a\nx\nc\n", MOST)
    assert note == ""
    assert runs == (
        DiffRun("place", "@@ -1,3 +1,3 @@"),
        DiffRun("same", " a"),
        DiffRun("removed", "-b"),
        DiffRun("added", "+x"),
        DiffRun("same", " c"),
    )


def test_lines_that_look_like_signs_are_not_taken_for_them() -> None:
    runs, _ = difference("@@ x\n", "@@ x\n+y\n", MOST)
    assert runs[1:] == (DiffRun("same", " @@ x"), DiffRun("added", "++y"))


def test_a_lost_line_feed_at_the_end_is_seen() -> None:
    runs, _ = difference("a\n", "a", MOST)
    assert [(run.kind, run.text) for run in runs[1:]] == [
        ("removed", "-a"),
        ("added", "+a ⟨no line feed at the end⟩"),
    ]


def test_other_ends_of_lines_are_a_word_and_no_diff() -> None:
    assert difference("a\r\nb\r\n", "a\nb\n", MOST) == ((), "Only the ends of lines are different.")


def test_what_is_too_large_is_not_compared_and_that_is_said() -> None:
    runs, note = difference("a\n" * 150_000, "b", MOST)
    assert (runs, note) == ((), "No diff: one of the two versions has more than 200 kB.")


def test_what_is_too_different_is_not_compared_and_that_is_said() -> None:
    runs, note = difference("a\n" * 4_000, "b\n" * 4_000, MOST)
    assert (runs, note) == ((), "No diff: too many lines are different to compare them one by one.")


def test_a_small_change_in_a_long_file_is_compared() -> None:
    before = "".join(f"{n}\n" for n in range(20_000))
    runs, note = difference(before, before.replace("\n777\n", "\nx\n"), MOST)
    assert note == ""
    assert [run.text for run in runs if run.kind in ("added", "removed")] == ["-777", "+x"]


def test_shuffled_lines_take_no_longer_than_a_moment() -> None:
    lines = [f"line {n}" for n in range(2_900)]
    other = random.Random(1).sample(lines, len(lines))
    begun = time.process_time()
    assert difference("\n".join(lines), "\n".join(other), MOST)[0]
    assert time.process_time() - begun < 3


def test_an_empty_file_is_called_empty() -> None:
    assert difference("", "", MOST) == ((), "It is empty.")
