import pytest

from roundtable.core.parsing.run_log_extents import EXTENTS, MOST_LINES, Extent
from roundtable.core.parsing.run_log_lines import Piece, chunks, service_logs


def block(extent: Extent, text: str) -> tuple[str, str]:
    """What belongs to the error on the first line, and the line that names it."""
    (log,) = service_logs(chunks([Piece("app", "stdout", text)]))
    end, told = EXTENTS[extent](log, 0)
    return log.text[:end], log.text[told : log.line_end(told)].rstrip("\n")


HEAD = "Traceback (most recent call last):\n"
FRAME = '  File "a.py", line 1, in f\n    g()\n'


@pytest.mark.parametrize(
    ("extent", "error", "told"),
    [
        ("traceback", f"{HEAD}{FRAME}ValueError: x\n", "ValueError: x"),
        (
            "traceback",
            f"{HEAD}{FRAME}KeyError: 1\n\nDuring handling of the above exception, another "
            f"exception occurred:\n\n{HEAD}{FRAME}ValueError: x\n",
            "ValueError: x",
        ),
        ("indented", "Error: x\n    at f (a.js:1:2)\n    at g\n", "Error: x"),
        ("indented", "a.b.C: x\n\tat A.f(A.java:1)\nCaused by: y\n\t... 2 more\n", "a.b.C: x"),
        ("paragraph", "error[E1]: x\n --> a.rs:1\n  |\n", "error[E1]: x"),
        ("single", "free(): invalid\n", "free(): invalid"),
        ("logged", f"ERROR x\n{HEAD}{FRAME}ValueError: y\n", "ERROR x"),
        ("go", "panic: x\n\ngoroutine 1 [running]:\nmain.main()\n\t/a.go:1\n", "panic: x"),
        ("npm", "npm error code E1\nnpm error more\n", "npm error code E1"),
    ],
)
def test_an_error_ends_where_its_tool_ends_it(extent: Extent, error: str, told: str) -> None:
    assert block(extent, f"{error}\nserving on\nand on\n") == (error, told)


def test_a_traceback_at_the_very_end_is_whole() -> None:
    assert block("traceback", f"{HEAD}{FRAME}ValueError: x") == (
        f"{HEAD}{FRAME}ValueError: x\n",
        "ValueError: x",
    )


def test_a_traceback_that_breaks_off_ends_with_the_log() -> None:
    text, _ = block("traceback", HEAD + FRAME)
    assert text == HEAD + FRAME


@pytest.mark.parametrize("extent", sorted(EXTENTS))
def test_no_error_goes_on_for_ever(extent: Extent) -> None:
    text, _ = block(extent, "Error: x\n" + "".join(f"    at frame {n}\n" for n in range(5_000)))
    assert text.count("\n") <= MOST_LINES + 3
