"""What came of tests is told in bounded, harmless words."""

from roundtable.adapters.checking.outcomes import Outcomes, clean, signed, told


def test_who_failed_once_has_not_passed() -> None:
    made = Outcomes()
    for outcome in ("pass", "fail", "pass"):
        made.add("a", outcome, "because")
    assert (list(made.passed), made.failed) == ([], {"a": "because"})


def test_an_outcome_that_nobody_knows_is_no_pass() -> None:
    made = Outcomes()
    made.add("a", "PASS", "")
    assert list(made.failed) == ["a"]


def test_two_parts_make_one() -> None:
    one, two = Outcomes(), Outcomes(notes=["n"])
    one.add("a", "pass", "")
    one.add("b", "pass", "")
    two.add("b", "fail", "x")
    two.add("c", "skip", "y")
    one.join(two)
    assert (list(one.passed), one.failed, one.not_run) == (["a"], {"b": "x"}, {"c": "y"})
    assert one.check().detail.splitlines() == ["1 passed, 1 failed", "n", "not run: c: y", "b: x"]


def test_no_result_is_no_success() -> None:
    assert (Outcomes().check().status, Outcomes().check().detail) == (
        "not_run",
        "there are no tests",
    )
    skipped = Outcomes()
    for name in "abcde":
        skipped.add(name, "need", "needs pytest")
    assert skipped.check().status == "not_run"
    assert skipped.check().detail.splitlines()[-2:] == [
        "not run: c: needs pytest",
        "not run: 2 more",
    ]


def test_many_reasons_are_counted_and_the_first_are_told() -> None:
    check = told("lint", "failed", [str(n) for n in range(100)])
    assert len(check.detail.splitlines()) == 13
    assert check.detail.endswith("… and 88 more")


def test_text_cannot_steer_a_terminal_nor_break_a_log() -> None:
    assert clean("a\x1b[31mb\x00\u202ec\ud800\n\td", 100) == "a[31mbc\n\td"
    assert clean("x" * 50 + "end", 10) == "…" + "x" * 7 + "end"


def test_only_signed_lines_are_heard() -> None:
    output = b'ab {"a": 1}\nxy {"a": 2}\nab {"a"\nab [1]\nab\n\n{"a": 3}\nab {"b": 4}'
    assert signed(output, "ab") == [{"a": 1}, {"b": 4}]
