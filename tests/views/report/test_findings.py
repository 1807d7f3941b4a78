"""A finding stands with the lines that it is about."""

from roundtable.core import events as e
from roundtable.core.chunks import Chunk, Part
from roundtable.core.findings import MergedFinding
from roundtable.views.report.findings import findings_of, numbered

TEXT = "".join(f"line {n}\n" for n in range(11, 31))
PLAN = e.ReviewPlanned(
    round="review",
    attempt=1,
    chunks=(
        Chunk(
            index=1,
            total=1,
            sort="code",
            parts=(Part(path="a.py", start_line=11, end_line=30, text=TEXT, lines=90),),
            tokens=1,
        ),
    ),
    digests={},
)


def shown(line: int | None, end: int | None = None, file: str = "a.py") -> tuple[int, list[str]]:
    finding = MergedFinding(
        id="F1",
        severity="note",
        file=file,
        line=line,
        end_line=end,
        claim="wrong",
        who=("Gawain",),
        support="single",
    )
    event = e.FindingsMerged(round="review", attempt=1, findings=(finding,))
    (told,) = findings_of(event, PLAN)
    return told.first, told.code.split("\n")


def test_two_lines_before_and_behind_are_shown() -> None:
    assert shown(20) == (18, [f"line {n}" for n in range(18, 23)])
    assert shown(20, 22) == (18, [f"line {n}" for n in range(18, 25)])


def test_at_the_edge_of_a_part_there_is_less() -> None:
    assert shown(11) == (11, ["line 11", "line 12", "line 13"])
    assert shown(30) == (28, ["line 28", "line 29", "line 30"])


def test_a_wide_range_is_shown_from_its_beginning() -> None:
    first, lines = shown(13, 30)
    assert (first, len(lines)) == (11, 12)


def test_without_a_known_place_there_is_no_code() -> None:
    assert shown(None) == (0, [""])
    assert shown(5) == (0, [""])
    assert shown(20, file="b.py") == (0, [""])
    event = e.FindingsMerged(round="review", attempt=1, findings=())
    assert findings_of(event, None) == ()


def test_lines_have_their_numbers() -> None:
    assert numbered(9, "a\nb") == " 9  a\n10  b"
