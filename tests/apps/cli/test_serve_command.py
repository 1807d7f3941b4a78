"""Which project is served."""

from pathlib import Path

import pytest

from roundtable.apps.cli import serve_command
from roundtable.core.errors import UsageError
from tests.apps.conftest import Run


def test_the_nearest_project_is_served_else_this_folder(project: Path, tmp_path: Path) -> None:
    inside = project / "src"
    inside.mkdir()
    assert serve_command._project(inside).root == project
    elsewhere = tmp_path / "new"
    elsewhere.mkdir()
    assert serve_command._project(elsewhere).root == elsewhere


def test_a_port_that_cannot_be_is_refused(run: Run, bare: Path) -> None:
    code, _, errors = run("serve", "--port", "70000")
    assert code == 2
    assert "--port must be from 0 to 65535, not 70000" in errors


def test_a_file_is_no_project(project: Path) -> None:
    with pytest.raises(UsageError, match="not a folder"):
        serve_command._project(project / "script.yaml")
