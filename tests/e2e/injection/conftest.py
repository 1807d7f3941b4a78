"""The machine on which all sessions with injected strings are held."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from tests.e2e.injection.machine import Canaries, set_up
from tests.e2e.injection.sessions import Stage

MEMORY = Path("/dev/shm")


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    Bubblewrap.find()  # once a process it tries the sandbox out; no session shall have to
    canaries = Canaries()
    return Stage(set_up(tmp_path_factory.mktemp("machine") / "template", canaries), canaries)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder of the test's own: in memory if it can be, since every turn waits for the disk."""
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=MEMORY, prefix="injection-") as name:
        yield Path(name)
