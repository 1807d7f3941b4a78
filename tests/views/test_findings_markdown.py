"""The report is read by people; nothing that a model wrote becomes markup in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from roundtable.core.findings import MergedFinding, ReviewHeader
from roundtable.views.findings_markdown import escaped, findings_markdown

HEADER = ReviewHeader(title="Review of shop", reviewers=("Gawain", "Bors", "Kay"), files=3)
FINDING = MergedFinding(
    id="F1",
    severity="critical",
    file="src/app.py",
    line=12,
    end_line=18,
    claim="The key in `load_key` is in the source.",
    evidence=("KEY = 'x'\nprint(KEY)",),
    fix="Read it from the environment.",
    who=("Bors", "Gawain"),
    support="majority",
)
NASTY = [
    "<script>alert(1)</script>",
    "<!-- hidden",
    "[click](http://evil.example)",
    "![x](http://evil.example/p.png)",
    "http://evil.example and www.evil.example",
    "a | b\n---|---\n1 | 2",
    "# heading\n## more",
    "title\n=====",
    "title\n---",
    "- a\n- b\n+ c\n* d",
    "1. a\n2) b",
    "**bold** _em_ ~~gone~~ $x^2$",
    "&lt;b&gt; &#x1b;",
    "    indented code",
    "> quoted",
    "```\nfenced\n```",
    "`open",
    "\\`x\\`",
    "[ref]: http://evil.example",
    "<http://evil.example>",
    "***\n___",
]


def other(**fields: object) -> MergedFinding:
    return FINDING.model_copy(update=fields)


def tokens(text: str) -> list[Token]:
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    flat: list[Token] = []
    for token in reader.parse(text):
        flat += [token, *(token.children or [])]
    return flat


def kinds(text: str) -> set[str]:
    return {token.type for token in tokens(text)}


def test_a_report_shows_what_where_who_and_how_to_mend_it() -> None:
    report = findings_markdown((FINDING,), HEADER)
    assert report == (
        "# Review of shop\n\n"
        "Gawain, Bors, Kay reviewed 3 files: 1 critical, 0 warnings, 0 notes.\n\n"
        "## Critical (1)\n\n"
        "### F1 · `src/app.py:12-18`\n\n"
        "The key in `load_key` is in the source.\n\n"
        "- Found by Bors, Gawain (most of those who reviewed it)\n"
        "- Fix: Read it from the environment.\n"
        "- Evidence:\n\n"
        "  ```\n  KEY = 'x'\n  print(KEY)\n  ```\n"
    )


def test_findings_are_grouped_by_severity_the_worst_first() -> None:
    report = findings_markdown((other(severity="note", id="F2"), FINDING), HEADER)
    assert report.index("## Critical (1)") < report.index("F1") < report.index("## Notes (1)")
    assert "Warnings" not in report


def test_what_others_said_and_a_higher_severity_are_told() -> None:
    report = findings_markdown(
        (other(also=("Secret in code.",), severity="note", highest="critical", support="all"),),
        HEADER,
    )
    assert "- In other words: Secret in code." in report
    assert "- Held to be critical by fewer than half of them" in report
    assert "(all who reviewed it)" in report


def test_nothing_found_and_what_was_not_reviewed_are_said() -> None:
    header = HEADER.model_copy(update={"not_reviewed": ("big.min.js: too large",), "files": 1})
    report = findings_markdown((), header)
    assert "reviewed 1 file: nothing found." in report
    assert "## Not reviewed (1)\n\n- big.min.js: too large" in report


@pytest.mark.parametrize("nasty", NASTY)
def test_what_a_model_wrote_never_becomes_markup(nasty: str) -> None:
    assert kinds(escaped(nasty)) <= {
        *("paragraph_open", "paragraph_close", "inline", "text", "softbreak", "hardbreak"),
        *("code_inline", "text_special"),
    }


@pytest.mark.parametrize("nasty", NASTY)
def test_a_reader_sees_what_was_written(nasty: str) -> None:
    seen = "".join(t.content for t in tokens(escaped(nasty)) if t.type != "inline")
    assert "".join(seen.replace("`", "").split()) == "".join(nasty.replace("`", "").split())


@pytest.mark.parametrize("nasty", NASTY)
def test_no_field_of_a_finding_breaks_the_report(nasty: str) -> None:
    plain = findings_markdown((other(also=("x",)),), HEADER)
    header = HEADER.model_copy(update={"title": nasty, "reviewers": (nasty,)})
    bad = other(
        claim=nasty, fix=nasty, evidence=(nasty,), file=nasty, who=(nasty, nasty), also=(nasty,)
    )
    report = findings_markdown((bad,), header)
    frame = ("heading_open", "list_item_open", "fence", "table_open", "html_block", "link_open")
    for kind in (*frame, "html_inline", "image", "blockquote_open", "hr", "code_block", "em_open"):
        count = [t.type for t in tokens(report)].count(kind)
        assert count == [t.type for t in tokens(plain)].count(kind), kind


def test_code_stays_code_and_a_mention_becomes_code() -> None:
    assert escaped("`a<b>` is not <b>") == "`a<b>` is not \\<b\\>"
    assert escaped("@app.route is missing, ask @bors") == "`@app.route` is missing, ask `@bors`"
    assert escaped("snake_case_name and __init__") == "snake_case_name and \\_\\_init\\_\\_"


def test_evidence_with_fences_in_it_stays_in_its_own() -> None:
    report = findings_markdown((other(evidence=("````\n<b>\n````",)),), HEADER)
    (fence,) = [t for t in tokens(report) if t.type == "fence"]
    assert fence.content == "````\n<b>\n````\n"


def test_control_characters_are_removed() -> None:
    report = findings_markdown((other(claim="a\x1b[31m\u202eb", evidence=("c\x07\x1b",)),), HEADER)
    assert not any(c in report for c in "\x1b\x07\u202e")


@settings(deadline=None)
@given(st.text(alphabet="ab `*_[]()<>|\\#-=+1.&!~@:/\n\t$", max_size=60))
def test_no_mixture_of_signs_becomes_markup(text: str) -> None:
    assert kinds(escaped(text)) <= {
        *("paragraph_open", "paragraph_close", "inline", "text", "softbreak", "hardbreak"),
        *("code_inline", "text_special"),
    }


def test_whose_fault_a_finding_is_stands_with_it() -> None:
    told = findings_markdown([FINDING.model_copy(update={"cause": "test"})], HEADER)
    assert "- Cause: a bug of the test\n" in told
    assert "Cause:" not in findings_markdown([FINDING], HEADER)
