"""The form of the page: one file, no request, readable by everybody, in both schemes of colour."""

import re
from itertools import pairwise, product
from pathlib import Path

import pytest

import roundtable.views.report.page as page_module
from tests.views.report import sessions
from tests.views.report.reading import Page
from tests.views.report.sessions import report

STYLE = (Path(page_module.__file__).parent / "templates" / "style.css").read_text()
LIGHT, DARK, *_, PRINTED, _REST = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part)) for part in STYLE.split("@media ")
)
SESSIONS = {
    "built": sessions.built,
    "discussed": sessions.discussed,
    "reviewed": sessions.reviewed,
}


@pytest.fixture(params=SESSIONS)
def page(request: pytest.FixtureRequest) -> Page:
    return Page(report(SESSIONS[request.param]()))


def test_the_browser_is_told_to_load_nothing(page: Page) -> None:
    policy = next(m for m in page.all("meta") if "http-equiv" in m.attributes)
    assert policy.attributes["http-equiv"] == "Content-Security-Policy"
    assert policy.attributes["content"].split("; ") == [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]


def test_the_policy_stands_before_anything_that_it_governs(page: Page) -> None:
    tags = [element.tag for element in page.elements]
    assert tags[:4] == ["html", "head", "meta", "meta"]


def test_nothing_in_the_page_asks_for_anything(page: Page) -> None:
    assert not {"script", "link", "img", "iframe", "form"} & {e.tag for e in page.elements}
    assert "url(" not in STYLE
    assert "@import" not in STYLE


def test_headings_go_down_one_step_at_a_time(page: Page) -> None:
    levels = [int(e.tag[1]) for e in page.elements if re.fullmatch(r"h[1-6]", e.tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_the_landmarks_are_there_once_and_named(page: Page) -> None:
    assert [len(page.all(tag)) for tag in ("main", "nav", "footer")] == [1, 1, 1]
    ids = {e.attributes.get("id") for e in page.elements}
    assert page.all("nav")[0].attributes["aria-label"] == "Contents"
    assert all(s.attributes["aria-labelledby"] in ids for s in page.all("section"))
    assert page.all("a")[0].attributes == {"class": "skip", "href": "#rounds"}


def test_what_scrolls_can_be_reached_by_keyboard_and_has_a_name(page: Page) -> None:
    assert len(page.all("table")) == len(page.all("div", "wide"))
    for frame in (*page.all("div", "wide"), *page.all("div", "diff")):
        assert frame.attributes["tabindex"] == "0"
        assert frame.attributes["role"] == "region"
        assert frame.attributes["aria-label"]


def test_every_cell_has_its_heads(page: Page) -> None:
    assert all(th.attributes.get("scope") in ("col", "row") for th in page.all("th"))


def test_a_shape_is_not_read_out(page: Page) -> None:
    assert all(shape.attributes["aria-hidden"] == "true" for shape in page.all("span", "shape"))
    assert page.all("span", "shape")


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


INKS = ("ink", "soft", "link", "good", "warn", "bad", "info", *(f"s{n}" for n in range(7)))


@pytest.mark.parametrize("scheme", [LIGHT, DARK, LIGHT | PRINTED], ids=["light", "dark", "printed"])
def test_every_ink_can_be_read_on_every_ground(scheme: dict[str, str]) -> None:
    poor = {
        (ink, ground): round(contrast(scheme[ink], scheme[ground]), 2)
        for ink, ground in product(INKS, ("bg", "card", "sunk"))
        if contrast(scheme[ink], scheme[ground]) < 4.5
    }
    assert poor == {}
    assert contrast(scheme["ink"], scheme["added"]) >= 4.5
    assert contrast(scheme["ink"], scheme["removed"]) >= 4.5


def test_contrast_is_measured_as_it_should_be() -> None:
    assert round(contrast("#000000", "#ffffff"), 2) == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


def test_the_dark_scheme_changes_every_colour_and_knows_no_other() -> None:
    assert LIGHT.keys() == DARK.keys() > PRINTED.keys() == {"bg", "sunk"}
    assert all(LIGHT[name] != DARK[name] for name in LIGHT)


def test_folded_parts_are_printed_and_focus_is_seen() -> None:
    assert "details::details-content" in STYLE.split("@media print")[1]
    assert ":focus-visible { outline:" in STYLE
