"""Docs that can fail: the made pages match the source, and what pages point to exists."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from docs.generate import HERE, exit_meanings, pages
from docs.manpage import ENVIRONMENT, FILES
from roundtable import __version__
from roundtable.apps.cli.main import COMMANDS

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


@pytest.fixture(scope="module")
def manual() -> str:
    """The manual as a reader sees it, set without a single warning."""
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("groff is not installed, so the manual page was not set")
    words = [groff, "-man", "-ww", "-Tutf8", "-P-cbou", "-rLL=200n", str(HERE / "roundtable.1")]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    assert done.stderr == ""
    return done.stdout


def test_the_manual_tells_of_commands_arguments_and_examples(manual: str) -> None:
    for command in COMMANDS:
        assert f"\n   roundtable {command}\n" in manual
    assert "roundtable export [OPTION ...] --to DIR|x.zip [session]" in manual
    assert "\n       --format json|sarif|markdown\n" in manual
    assert "\n   roundtable decree revoke\n       Take a decree back.\n" in manual
    assert "\n         git log -1 --format=%B | roundtable discuss - --yes --json\n" in manual
    assert "--knight Claude=claude-cli \\\n" in manual, "a backslash at the end of a line stays"


def test_the_manual_tells_of_exit_codes_files_and_variables(manual: str) -> None:
    for code, meaning in exit_meanings().items():
        assert f"\n       {code:<6} {meaning.replace('`', '')}\n" in manual
    for name in (*FILES, *ENVIRONMENT):
        assert f"\n       {name}\n" in manual


def test_the_manual_names_every_variable_that_the_source_reads() -> None:
    told = " ".join(f"{name} {meaning}" for name, meaning in ENVIRONMENT.items())
    for path in (ROOT / "src" / "roundtable").rglob("*.py"):
        for name in re.findall(r"ROUNDTABLE_[A-Z_]+", path.read_text(encoding="utf-8")):
            # ROUNDTABLE_TURN is a mark of ours on processes, nothing that somebody sets.
            assert name in told or name == "ROUNDTABLE_TURN", f"{name} in {path}"


def test_the_manual_carries_the_version_and_no_date() -> None:
    page = (HERE / "roundtable.1").read_text(encoding="ascii")
    assert f'.TH ROUNDTABLE 1 "" "roundtable {__version__}" "User Commands"\n' in page
    assert not re.search(r"\b20\d\d-\d\d", page.replace("\\-", "-"))


def test_the_manual_is_installed_with_the_command(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (n for n in packed.namelist() if n.endswith("/share/man/man1/roundtable.1"))
        assert packed.read(name) == (HERE / "roundtable.1").read_bytes()
