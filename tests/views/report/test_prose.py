"""The small part of Markdown: it reads well, loses nothing, and lets nothing through."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.views.report.prose import blocks, code, inline, prose
from tests.timing import seconds
from tests.views.report.reading import Page, in_order, letters

TAGS = {"p", "strong", "ul", "ol", "li", "blockquote", "hr", "pre", "code", "details", "summary"}


def read(text: str) -> Page:
    return Page(str(prose(text)))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("one\ntwo\n\nthree", "<p>one\ntwo</p>\n<p>three</p>"),
        ("# A `b`", "<p class=head><strong>A <code>b</code></strong></p>"),
        ("- a\n- b\n  more", "<ul><li class=in0>a</li><li class=in0>b\nmore</li></ul>"),
        ("3. a\n4) b", '<ol><li class=in0 value="3">a</li><li class=in0 value="4">b</li></ol>'),
        (
            "1. a\n   - b",
            '<ol><li class=in0 value="1">a</li></ol><ul><li class=in1>b</li></ul>',
        ),
        ("> said\n> so", "<blockquote>said\nso</blockquote>"),
        ("| a | b |\n|---|---|", "<pre>\n| a | b |\n|---|---|</pre>"),
        ("---", "<hr>"),
        ("    indented", "<pre>\n    indented</pre>"),
        ("```\nx < y\n```", "<pre>\nx &lt; y</pre>"),
        ("~~~py\nx\n~~~", "<p class=info>py</p><pre>\nx</pre>"),
        ("```\nnever closed", "<pre>\nnever closed</pre>"),
        ("one\r\ntwo\rthree", "<p>one\ntwo\nthree</p>"),
        ("", ""),
        (" \n\n ", ""),
    ],
)
def test_each_kind_of_block(text: str, html: str) -> None:
    assert prose(text) == html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**a** b", "<strong>a</strong> b"),
        ("**`a`**", "<strong><code>a</code></strong>"),
        ("``a ` b``", "<code>a ` b</code>"),
        ("2**3 and 4**5", "2**3 and 4**5"),
        ("** a **", "** a **"),
        ("**a", "**a"),
        ("a`b", "a`b"),
        ("`**a**`", "<code>**a**</code>"),
        ("<b>&amp;", "&lt;b&gt;&amp;amp;"),
        ("[x](javascript:y)", "[x](javascript:y)"),
        ("{0} {{x}} %s", "{0} {{x}} %s"),
    ],
)
def test_words_within_a_line(text: str, html: str) -> None:
    assert inline(text) == html


def test_long_code_is_folded_behind_a_line_that_says_how_long_it_is() -> None:
    page = read("```python\n" + "x = 1\n" * 30 + "```")
    assert page.all("summary")[0].text == "python · 30 lines"
    assert page.all("pre")[0].text == "\n" + "x = 1\n" * 29 + "x = 1"


def test_a_file_is_folded_under_the_line_that_names_it() -> None:
    page = read("Here:\nFILE: a/b.py\n```python\nx\n```\n\n### FILE: `c.py`\n```\ny\n```")
    assert [s.text for s in page.all("summary")] == [
        "FILE: a/b.py · python · 1 line",
        "FILE: `c.py` · 1 line",
    ]
    assert [p.text for p in page.all("p")] == ["Here:"]


def test_a_block_for_the_program_is_folded_sooner_than_code() -> None:
    object_ = '{\n "a": 1,\n "b": 2\n}'
    assert read(f"```json\n{object_}\n```").all("details")
    assert not read(f"```python\n{object_}\n```").all("details")


def test_what_is_folded_does_not_weigh() -> None:
    folded, words_ = blocks("```python\n" + "x = 1\n" * 30 + "```\n\nwords")
    assert (folded.weight, words_.weight) == (0, len("words"))


def test_an_empty_line_at_the_beginning_of_code_is_kept() -> None:
    assert code("\n\nx") == "<pre>\n\n\nx</pre>"


_MARKED = st.text(alphabet="ab1 \n\t`*#->|~_.)<&\"'[](){}%\\", max_size=80)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=80), _MARKED))
def test_no_word_is_lost_and_only_our_own_tags_come_out(text: str) -> None:
    page = Page(f"<div>{prose(text)}</div>")
    assert page.problems == []
    assert {e.tag for e in page.elements[1:]} <= TAGS
    assert in_order(letters(text), letters(page.elements[0].text))


@pytest.mark.parametrize(
    "text",
    [
        "**a " * 50_000,
        "**" * 100_000,
        "".join("`" * (i % 9 + 1) + "x" for i in range(40_000)),
        "```\n" * 30_000,
        "~~~\n```\n" * 20_000,
        "- a\n" + "b\n" * 50_000,
        "- \n" * 50_000,
        " " * 200_000 + "x",
        "#" * 200_000,
        "> " * 100_000,
        "1" * 200_000,
        "|\n" * 50_000,
        "_" * 200_000 + "x",
    ],
    ids=lambda text: repr(text[:8]),
)
def test_no_text_takes_more_than_its_length_in_time(text: str) -> None:
    assert seconds(lambda: prose(text), enough=3) < 3
