"""Our Python as it is shown inside."""

import sys
from pathlib import Path

import pytest

from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.adapters.sandboxes.interpreters import interpreter
from tests.adapters.sandboxes.programs import python


async def test_it_is_the_same_python_with_the_same_packages(box: Bubblewrap) -> None:
    ran = await python(box, "import sys, pydantic; print(sys.version); print(pydantic.VERSION)")
    import pydantic

    assert ran.stdout.decode() == f"{sys.version}\n{pydantic.VERSION}\n"


async def test_its_places_inside_do_not_tell_ours(box: Bubblewrap) -> None:
    ran = await python(box, "import sys; print(sys.prefix, sys.base_prefix, sys.path)")
    assert ran.exit_code == 0
    assert str(Path.home()).encode() not in ran.stdout
    assert str(Path(__file__).parents[3]).encode() not in ran.stdout


async def test_its_packages_cannot_be_changed(box: Bubblewrap) -> None:
    code = "import os, pydantic; os.remove(pydantic.__file__)"
    ran = await python(box, code)
    assert b"Read-only file system" in ran.stderr or b"Permission denied" in ran.stderr


def test_only_libraries_packages_and_the_program_are_shown() -> None:
    shown = interpreter().binds
    assert all(
        path.is_file() or path.name in ("lib", "site-packages", "dist-packages")
        for path in shown.values()
    )


def test_the_system_s_own_python_needs_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", "/usr")
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")
    laid = interpreter()
    assert laid.python.startswith("/usr/bin/python3")
    assert (laid.binds, laid.links, laid.settings, laid.libraries) == ({}, {}, "", "")


def test_a_virtual_environment_of_the_system_s_python_points_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    laid = interpreter()
    assert laid.python == "/opt/venv/bin/python3"
    assert laid.settings.startswith("home = /usr/bin\n")
    assert laid.links["/opt/venv/bin/python3"].startswith("/usr/bin/python3")
