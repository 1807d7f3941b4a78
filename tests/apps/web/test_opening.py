"""A browser is told of a page that only its user can read, and not of the link."""

import asyncio
import stat
import webbrowser
from pathlib import Path

import pytest

from roundtable.apps.web.opening import Opening

LINK = "http://127.0.0.1:7117/#launch=a&b"


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a browser writes what it was told to open."""
    heard, program = tmp_path / "heard", tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$@" >{heard}.part\nmv {heard}.part {heard}\n')
    program.chmod(0o700)
    monkeypatch.setenv("BROWSER", f"{program} %s")
    monkeypatch.setattr(webbrowser, "_tryorder", None)  # it is looked for anew
    return heard


async def _until(path: Path) -> str:
    async with asyncio.timeout(60):
        while not path.exists():
            await asyncio.sleep(0.02)
    return path.read_text()


async def test_what_a_browser_is_told_leads_to_the_link_and_does_not_hold_it(
    tmp_path: Path, browser: Path
) -> None:
    page = tmp_path / "state" / "page.html"
    opening = Opening(page)
    opening.begin(LINK)
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert 'url=http://127.0.0.1:7117/#launch=a&amp;b"' in page.read_text()
    assert (await _until(browser)).strip() == page.as_uri()
    opening.end()
    opening.end()
    assert not page.exists()


def test_a_page_that_cannot_be_written_opens_nothing_and_harms_nobody(
    tmp_path: Path, browser: Path
) -> None:
    (tmp_path / "state").write_text("a file stands there")
    Opening(tmp_path / "state" / "page.html").begin(LINK)
    assert not browser.exists()


async def test_what_somebody_has_laid_in_its_place_is_not_written_to(
    tmp_path: Path, browser: Path
) -> None:
    elsewhere, page = tmp_path / "elsewhere", tmp_path / "page.html"
    page.symlink_to(elsewhere)
    Opening(page).begin(LINK)
    await _until(browser)
    assert not elsewhere.exists()
    assert not page.is_symlink()
