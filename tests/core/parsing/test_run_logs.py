import random
import time

import pytest

from roundtable.core.parsing.run_logs import Piece, excerpt

TRACEBACK = (
    "Traceback (most recent call last):\n"
    '  File "/app/a.py", line 3, in <module>\n'
    "    load()\n"
    "ValueError: row {} is broken\n"
)


def calm(count: int, word: str = "step") -> str:
    return "".join(f"{word} {n} is done, and all is well with it\n" for n in range(count))


def app(text: str) -> list[Piece]:
    return [Piece("app", "stdout", text)]


def test_nothing_written_is_nothing_told() -> None:
    assert excerpt([]) == ""
    assert excerpt(app("")) == ""


def test_a_short_log_is_given_whole_and_cleaned() -> None:
    assert excerpt(app("\x1b[31mred\x1b[0m\r\nnext\x07\n")) == "red\nnext"


def test_an_error_printed_a_thousand_times_is_told_once_with_its_count() -> None:
    text = "".join(TRACEBACK.format(n) + f"went on after {n}\n" for n in range(1000))
    told = excerpt(app(calm(300) + text + calm(300)))
    assert "… this error was printed 1,000 times …" in told
    assert told.count("ValueError: row") == 1
    assert "ValueError: row 0 is broken" in told


def test_distinct_errors_are_told_where_there_is_room() -> None:
    other = "sh: 1: nothere: not found\n"
    told = excerpt(app(calm(300) + TRACEBACK.format(1) + calm(300) + other + calm(300)))
    assert "row 1 is broken" in told
    assert "nothere: not found" in told
    assert told.index("row 1") < told.index("nothere")


def test_the_first_error_goes_before_those_that_come_later() -> None:
    later = "".join(
        f"late.c:{n}: error: {'abcdefgh'[n % 8] * n} is unknown\n" for n in range(1, 90)
    )
    told = excerpt(app(calm(300) + TRACEBACK.format(1) + calm(50) + later), 1_000)
    assert "ValueError: row 1 is broken" in told


def test_a_traceback_too_long_for_the_room_keeps_its_beginning_and_its_end() -> None:
    frames = "".join(f'  File "/app/m{n}.py", line {n}, in f\n    go({n})\n' for n in range(140))
    text = (
        f"{calm(200)}Traceback (most recent call last):\n{frames}KeyError: 'the key'\n{calm(200)}"
    )
    told = excerpt(app(text), 4_000)
    assert "KeyError: 'the key'" in told
    assert "Traceback (most recent call last):" in told
    assert "/app/m139.py" in told
    assert "/app/m70.py" not in told


def test_what_is_left_out_is_counted() -> None:
    told = excerpt(app(calm(2_000)), 1_000)
    left = int(told.split(" lines left out")[0].removeprefix("… ").replace(",", ""))
    assert left + len(told.splitlines()) - 1 == 2_000


def test_lines_of_several_services_are_labelled_and_each_has_its_end() -> None:
    pieces = []
    for n in range(600):
        pieces.append(Piece("web", "stdout", f"web serves request {n} as it should\n"))
        pieces.append(Piece("db", "stderr", f"db checkpoint {n} is written\n"))
        if n == 200:
            pieces.append(Piece("db", "stderr", "FATAL: the disk is gone\n"))
    told = excerpt(pieces, 4_000)
    assert "db | FATAL: the disk is gone" in told
    assert "web | web serves request 599 as it should" in told
    assert "db | db checkpoint 599 is written" in told
    assert all(line.startswith(("web | ", "db | ")) for line in told.splitlines())
    assert "db | … 1" in told


def test_a_short_log_of_several_services_is_in_the_order_of_arrival() -> None:
    pieces = [Piece("a", "stdout", "1\n"), Piece("b", "stdout", "2\n"), Piece("a", "stderr", "3\n")]
    assert excerpt(pieces) == "a | 1\nb | 2\na | 3"


def test_the_first_error_is_first_by_arrival_not_by_service() -> None:
    pieces = [Piece("a", "stdout", calm(300)), Piece("b", "stdout", calm(300, "b"))]
    pieces += [Piece("b", "stderr", "sh: 1: early: not found\n"), Piece("b", "stdout", calm(300))]
    pieces += [Piece("a", "stderr", "sh: 1: late: not found\n"), Piece("a", "stdout", calm(300))]
    told = excerpt(pieces, 700)
    assert "early: not found" in told


def test_notices_of_ours_are_kept() -> None:
    notice = Piece("app", "notice", "ended: it used more than 512 MB")
    told = excerpt([*app(calm(500)), notice, *app(calm(500))], 2_000)
    assert "ended: it used more than 512 MB" in told


def test_results_of_tests_far_from_the_end_are_shown() -> None:
    summary = "=" * 20 + " 212 passed in 3.10s " + "=" * 20 + "\n"
    told = excerpt(app(calm(400) + summary + calm(400)), 3_000)
    assert "212 passed in 3.10s" in told


def test_a_handled_error_does_not_hide_the_one_that_broke_it() -> None:
    text = calm(200) + "ERROR could not warm the cache\n" + calm(400) + TRACEBACK.format(5)
    told = excerpt(app(text + calm(400)), 2_000)
    assert "could not warm the cache" in told
    assert "ValueError: row 5 is broken" in told


@pytest.mark.parametrize("most", [1, 40, 120, 500, 3_000])
def test_it_is_never_longer_than_allowed(most: int) -> None:
    chance = random.Random(most)
    alphabet = ["error: x\n", "Traceback (most recent call last):\n", "  at f (a.js:1:2)\n", "\n"]
    alphabet += ["x" * 5_000, "FAIL  a.test.ts > b\n", "\r", "Killed\n", "… ok\n", "____ t ____\n"]
    for _ in range(60):
        pieces = [
            Piece(
                chance.choice("abc"), chance.choice(("stdout", "stderr", "build", "notice")), text
            )
            for text in chance.choices(alphabet, k=chance.randrange(60))
        ]
        assert len(excerpt(pieces, most)) <= most


def test_one_line_without_an_end_is_cut_and_says_so() -> None:
    told = excerpt(app("start of it " + "y" * 3_000_000))
    assert told.startswith("start of it yyy")
    assert "3,000,012 characters" in told


@pytest.mark.parametrize(
    "line",
    [
        "the same line once more\n",
        "error: the same\n",
        TRACEBACK,
        "x\ny\n",
        "\n",
        "error: error: ",
        "\rgetting it 10% [=====>     ]",
        "\x1b[31mred\x1b[0m\n",
        "____ " * 50,
        "a.b." * 500 + "Error\n",
        "at at at at [[[[[ ERROR\n" * 2,
        "=" * 3_000 + "\n",
    ],
)
def test_a_flood_takes_time_that_grows_with_its_length(line: str) -> None:
    text = line * (8_000_000 // len(line))
    start = time.process_time()
    assert len(excerpt(app(text))) <= 12_000
    assert time.process_time() - start < 10


def test_a_million_same_lines_are_one_and_a_number() -> None:
    told = excerpt(app("before\n" + "the same\n" * 1_000_000 + "after\n"))
    assert told == "before\nthe same\n… the line above 999,999 times more …\nafter"
