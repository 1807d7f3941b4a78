"""`roundtable mcp`: which project it serves is settled before the first word of the protocol."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]
Spawn = Callable[..., "subprocess.Popen[str]"]


def test_a_folder_without_a_table_is_refused(bare: Path, run: Run) -> None:
    code, out, err = run("mcp")
    assert (code, out) == (3, "")
    assert "roundtable init" in err
    assert list(bare.iterdir()) == []


def test_a_root_that_is_named_must_be_the_project_itself(project: Path, run: Run) -> None:
    (project / "src").mkdir()
    for root in ("src", project / "src", "nowhere"):
        code, out, err = run("mcp", "--root", root)
        assert (code, out) == (3, "")
        assert f"--root {project}" in err


@pytest.mark.parametrize("words", [("--max-cost", "-1"), ("--max-tokens", "x"), ("--joust",)])
def test_what_cannot_be_meant_is_refused(project: Path, run: Run, words: tuple[str, ...]) -> None:
    code, out, _ = run("mcp", *words)
    assert (code, out) == (2, "")


def test_from_a_folder_below_the_nearest_project_is_served(
    project: Path, spawn: Spawn, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "src").mkdir()
    monkeypatch.chdir(project / "src")
    process = spawn("mcp")
    out, err = process.communicate(timeout=60)  # nobody speaks: it leaves at once
    assert (process.returncode, out, err) == (0, "", "")


def test_its_help_does_not_wait_for_the_sdk() -> None:
    code = (
        "import sys\n"
        "from roundtable.apps.cli.main import main\n"
        "try: main(['mcp', '--help'])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('mcp', 'mcp_types', 'starlette') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "roundtable mcp --root" in done.stdout
    assert "claude mcp add roundtable -- roundtable mcp" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"
