"""Docs that can fail: the made pages match the source, and what pages point to exists."""

import re
from pathlib import Path

import pytest

from docs.generate import HERE, pages

ROOT = HERE.parent
WRITTEN = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")]


@pytest.mark.parametrize("name", pages())
def test_a_made_page_is_up_to_date(name: str) -> None:
    assert (HERE / name).read_text(encoding="utf-8") == pages()[name], "run: make docs"


@pytest.mark.parametrize("page", [*WRITTEN, *HERE.glob("*.md")], ids=lambda p: p.name)
def test_every_link_inside_the_project_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", WRITTEN, ids=lambda p: p.name)
def test_every_source_file_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"`((?:src|tests|docs|benchmarks)/[a-z0-9_./-]+)`", text):
        assert (ROOT / name).exists(), name


def test_ci_runs_exactly_the_test_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^\$ (.+)$", readme, re.MULTILINE)
    assert commands[:2] == ["make demo", "make test"]
    assert "exec make test\n" in (ROOT / ".ci" / "run").read_text()
