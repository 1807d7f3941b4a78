"""Nothing from outside becomes more than text, wherever in a session it stands."""

from pathlib import Path

import pytest

import roundtable.views.report.page as page_module
from roundtable.core.events import Token, event_types
from roundtable.core.state import fold
from roundtable.views.report import report_page
from tests.views.report.attacks import ATTACKS, poisoned_log
from tests.views.report.reading import Page, dangers, letters

STYLE = Path(page_module.__file__).parent / "templates" / "style.css"


def read(attack: str) -> Page:
    log = poisoned_log(attack)
    return Page(report_page(log, fold(log)))


def test_there_are_enough_of_them_and_all_are_different() -> None:
    assert len(set(ATTACKS)) == len(ATTACKS) >= 60


def test_the_poisoned_log_holds_every_kind_of_event() -> None:
    kinds = {type(event) for event in poisoned_log("x")}
    assert kinds == set(event_types()) - {Token}


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_an_attack_stays_text_on_every_surface(attack: str) -> None:
    page = read(attack)
    assert dangers(page) == []
    assert page.all("style")[0].text.strip() == STYLE.read_text().strip()
    assert page.all("meta")[1].attributes["content"].startswith("default-src 'none'; ")


SURFACES = {
    "topic": "h1",
    "turn": "article",
    "note": "div",
    "path": "code",
    "file": "pre",
    "seat": "th",
    "claim": "li",
    "verdict": "dd",
}


@pytest.mark.parametrize("tag", SURFACES.values(), ids=SURFACES)
def test_what_was_meant_as_an_attack_can_be_read_in_full(tag: str) -> None:
    attack = '<script>alert("one")</script>&amp;'
    assert any(attack in element.text for element in read(attack).all(tag))


def test_what_nobody_would_see_is_shown_by_its_number() -> None:
    text = read("a\u202eb\x00c\x1bd").text
    assert "a⟨U+202E⟩b⟨U+0000⟩c⟨U+001B⟩d" in text
    assert not {"\u202e", "\x00", "\x1b"} & set(text)


def test_half_a_character_does_not_break_the_page() -> None:
    log = poisoned_log("half \ud800 of one")
    source = report_page(log, fold(log))
    assert source.encode("utf-8")
    assert letters("half of one") in letters(Page(source).text)
