"""A summon as one page: the patch, the reading, the findings with their lines, what was dropped."""

import re
from itertools import pairwise

from roundtable.core import events as e
from roundtable.core.context import LeftOut
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.rehearsal import go_on
from roundtable.views.report import report_page
from tests.core.summons import LARGE, SMALL, finding, given, opening, speech, summon
from tests.views.report.reading import Page, dangers


def page_of(log: list[e.Event]) -> str:
    return report_page(log, fold(log, SessionState(session="played")))


def wavering(turn: PlannedTurn) -> str:
    if turn.iteration == 1:
        return speech(turn, 5, finding("a bad name", line=1, severity="note"), issues=("x",))
    return speech(turn, 9, finding())


def test_the_page_shows_the_change_and_what_is_left_out() -> None:
    left = LeftOut(title=".env", reason="a secret file is never read")
    log = go_on([opening()[0], given(SMALL, left_out=(left,))], wavering)
    page = page_of(log)
    assert "A discussion of a change at the round table" in page
    assert "The change: uncommitted changes, 2 files" in page
    assert "+    return sum(items) + 1" in page
    assert "a secret file is never read" in page
    assert 'href="#files"' not in page


def test_findings_stand_with_their_lines_and_those_that_were_dropped_below() -> None:
    page = page_of(summon(wavering))
    assert "1 finding in the end" in page
    assert "2      return sum(items) + 1" in page
    assert "Raised on the way, and not upheld in the end" in page
    assert "a bad name" in page.split("Raised on the way", 1)[1]


def test_a_reading_is_a_part_of_its_own_and_of_the_account() -> None:
    page = page_of(summon(lambda turn: speech(turn, 9), patch=LARGE))
    assert "Chunk 3 of 3" in page
    assert "0 findings of all reviewers" in page
    assert "0 findings in the end" in page
    assert "reading</th>" in page


def test_nothing_in_a_patch_becomes_markup() -> None:
    hostile = SMALL.replace("+    return sum(items) + 1", "+<script>alert(1)</script>")
    log = go_on([opening()[0], given(hostile)], wavering)
    assert "<script" not in page_of(log)


def test_the_page_has_the_form_of_every_other() -> None:
    page = Page(page_of(summon(lambda turn: speech(turn, 9), patch=LARGE)))
    assert dangers(page) == []
    levels = [int(found.tag[1]) for found in page.elements if re.fullmatch(r"h[1-6]", found.tag)]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    anchors = [found.attributes["id"] for found in page.elements if "id" in found.attributes]
    assert len(anchors) == len(set(anchors))
    links = {a.attributes["href"] for a in page.all("a")}
    assert {link.removeprefix("#") for link in links} <= set(anchors)
