"""A seat's findings are read from its own block or lines; unreadable is not "nothing found"."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.findings import Finding, FindingsReading
from roundtable.core.parsing.findings import MOST_FINDINGS, read_findings
from roundtable.core.stances import Unparsed

SEAT = "Gawain"
FILES = ("app.py", "util.py", "src/shop/cart.py")
ONE = {"severity": "critical", "file": "app.py", "line": 12, "claim": "The key is in the source."}


def fenced(**fields: object) -> str:
    return f"```json\n{json.dumps(fields)}\n```"


def block(*findings: object, agent: str = SEAT, clean: object = ()) -> str:
    return fenced(agent=agent, findings=list(findings), clean=clean)


def read(text: str) -> FindingsReading:
    reading = read_findings(text, SEAT, FILES)
    assert isinstance(reading, FindingsReading), reading
    return reading


def test_the_agreed_form_is_read() -> None:
    reading = read(
        "I looked at everything.\n\n"
        + block(
            {**ONE, "evidence": "KEY = 'x'", "fix": "Read it from the environment."},
            clean=["util.py"],
        )
    )
    assert reading == FindingsReading(
        findings=(
            Finding(
                severity="critical",
                file="app.py",
                line=12,
                claim="The key is in the source.",
                evidence="KEY = 'x'",
                fix="Read it from the environment.",
                who=(SEAT,),
            ),
        ),
        clean=("util.py",),
    )


def test_nothing_found_is_said_by_an_empty_list_and_by_nothing_else() -> None:
    reading = read(block(clean=["app.py", "./util.py"]))
    assert (reading.findings, reading.rejected) == ((), ())
    assert reading.clean == ("app.py", "util.py")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I found nothing.",
        "No findings. Everything is clean.",
        "ERROR: the files could not be read",
        fenced(agent=SEAT, clean=["app.py"]),
        fenced(agent=SEAT, findings=None),
        fenced(agent=SEAT, findings={"app.py": []}),
        fenced(agent=SEAT, findings="none"),
        '```json\n{"agent": "Gawain", "findings": [\n```',
        '```json\n{"findings": [],}\n```',
        "```json\n[]\n```",
        "- [CRITICAL] other.py:3 — a file that nobody knows",
    ],
)
def test_what_cannot_be_read_is_not_nothing_found(text: str) -> None:
    reading = read_findings(text, SEAT, FILES)
    assert isinstance(reading, Unparsed)
    assert reading.reason


def test_fields_are_read_in_the_forms_that_models_use() -> None:
    reading = read(
        block(
            {"Severity": "High", "path": ".\\src\\shop\\cart.py", "lines": "12-18", "issue": "a"},
            {"level": "nit", "file": "app.py:7", "message": "b", "suggestion": ["x", "y"]},
            {"severity": "P2", "location": "util.py#L3", "title": "c", "description": "d"},
            {"severity": "low", "file": "app.py", "line": 4, "end_line": 6, "claim": "e"},
            "[WARNING] app.py:9 — f",
        )
    )
    assert [(f.severity, f.file, f.line, f.end_line, f.claim, f.fix) for f in reading.findings] == [
        ("critical", "src/shop/cart.py", 12, 18, "a", ""),
        ("note", "app.py", 7, None, "b", "x\ny"),
        ("warning", "util.py", 3, None, "c — d", ""),
        ("note", "app.py", 4, 6, "e", ""),
        ("warning", "app.py", 9, None, "f", ""),
    ]
    assert reading.rejected == ()


def test_a_line_in_its_own_field_counts_before_one_in_the_path() -> None:
    assert read(block({**ONE, "file": "app.py:3", "line": "L5"})).findings[0].line == 5


def test_an_unknown_severity_and_line_are_read_and_told() -> None:
    reading = read(block({**ONE, "severity": "spicy", "line": "top"}))
    assert (reading.findings[0].severity, reading.findings[0].line) == ("warning", None)
    assert len(reading.notes) == 2


@pytest.mark.parametrize(
    ("item", "why"),
    [
        ({**ONE, "file": "other.py"}, "no file 'other.py'"),
        ({**ONE, "file": ""}, "names no file"),
        ({**ONE, "file": None}, "names no file"),
        ({**ONE, "claim": "  "}, "no claim"),
        ({"severity": "critical", "file": "app.py"}, "no claim"),
        (7, "not an object"),
        (None, "not an object"),
        ([ONE], "not an object"),
        ("something is wrong somewhere", "does not begin with a file"),
    ],
)
def test_an_item_that_is_no_finding_is_kept_with_the_reason(item: object, why: str) -> None:
    reading = read(block(ONE, item))
    assert len(reading.findings) == 1
    assert len(reading.rejected) == 1
    assert why in reading.rejected[0]
    assert reading.rejected[0].endswith(item if isinstance(item, str) else json.dumps(item))


def test_a_file_with_a_finding_is_not_clean_and_an_unknown_one_is_told() -> None:
    reading = read(block(ONE, clean=["app.py", "ghost.py", "util.py", 3]))
    assert reading.clean == ("util.py",)
    assert len(reading.notes) == 3


def test_too_many_findings_are_counted_not_forgotten() -> None:
    reading = read(block(*[ONE] * (MOST_FINDINGS + 5)))
    assert len(reading.findings) == MOST_FINDINGS
    assert len(reading.rejected) == 1
    assert "5 more" in reading.rejected[0]


def test_another_seats_block_is_never_read() -> None:
    theirs = block(ONE, agent="Lancelot")
    assert isinstance(read_findings(f"Lancelot said:\n{theirs}", SEAT, FILES), Unparsed)
    mine = block({**ONE, "claim": "mine"})
    for text in (f"{theirs}\n{mine}", f"{mine}\n{theirs}"):
        assert [f.claim for f in read(text).findings] == ["mine"]


def test_a_quoted_block_is_never_read() -> None:
    quoted = "\n".join(f"> {line}" for line in block(ONE).splitlines())
    assert isinstance(read_findings(quoted, SEAT, FILES), Unparsed)


def test_an_unnamed_block_must_be_the_only_one_and_end_the_turn() -> None:
    mine = fenced(findings=[ONE], clean=[])
    assert len(read(f"Here it is.\n{mine}").findings) == 1
    assert isinstance(read_findings(f"{mine}\nThat was Lancelot's.", SEAT, FILES), Unparsed)
    assert isinstance(read_findings(f"{mine}\n{fenced(findings=[])}", SEAT, FILES), Unparsed)


def test_two_blocks_in_ones_name_must_be_the_same() -> None:
    assert len(read(block(ONE) + "\n" + block(ONE)).findings) == 1
    assert isinstance(read_findings(block(ONE) + "\n" + block(), SEAT, FILES), Unparsed)


def test_the_name_is_compared_without_regard_to_case_and_edges() -> None:
    assert len(read(block(ONE, agent=" gawain ")).findings) == 1
    assert isinstance(read_findings(block(ONE, agent="Gawain II"), SEAT, FILES), Unparsed)


def test_lines_of_text_are_read_where_there_is_no_block() -> None:
    reading = read(
        "My findings:\n- [CRITICAL] app.py:12 — The key is in the source.\n"
        "- [nit] ./util.py:3-5: a poor name\n- [HIGH] ghost.py:1 — not there\nCLEAN: util.py, "
        "src/shop/cart.py\n"
    )
    assert [(f.severity, f.file, f.line, f.end_line) for f in reading.findings] == [
        ("critical", "app.py", 12, None),
        ("note", "util.py", 3, 5),
    ]
    assert reading.rejected == (
        "there is no file 'ghost.py' among those under review: - [HIGH] ghost.py:1 — not there",
    )
    assert reading.clean == ("src/shop/cart.py",)


def test_a_list_of_clean_files_alone_can_be_read() -> None:
    assert read("CLEAN: app.py").clean == ("app.py",)


def test_a_broken_block_is_not_made_good_by_lines_beside_it() -> None:
    text = '- [LOW] app.py:1 — x\n```json\n{"agent": "Gawain", "findings": [oops]}\n```'
    assert isinstance(read_findings(text, SEAT, FILES), Unparsed)


def test_text_that_utf8_cannot_carry_is_replaced() -> None:
    text = '```json\n{"findings": [{"file": "app.py", "claim": "\\ud800 x"}]}\n```'
    assert read(text).findings[0].claim == "? x"


@settings(deadline=None)
@given(st.text(max_size=300))
def test_no_text_makes_the_reader_raise(text: str) -> None:
    assert isinstance(read_findings(text, SEAT, FILES), FindingsReading | Unparsed)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["file", "line", "severity", "claim", "evidence", "fix", "end_line", "x"]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.lists(JSON, max_size=5), JSON)
def test_every_item_of_a_list_is_either_a_finding_or_rejected(
    items: list[object], clean: object
) -> None:
    reading = read(block(*items, clean=clean))
    assert len(reading.findings) + len(reading.rejected) == len(items)


def test_whose_fault_it_is_is_read_with_the_finding() -> None:
    causes = ["code", "the test", "who knows"]
    reading = read(block(*({**ONE, "claim": f"Claim {c}", "cause": c} for c in causes)))
    assert [finding.cause for finding in reading.findings] == ["code", "test", None]
