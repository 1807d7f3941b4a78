"""After every run in the sandbox nothing of it may be left."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest


@pytest.fixture(autouse=True)
def nothing_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After each run: no process of ours, no file in the folder for temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    before = set(psutil.Process().children(recursive=True))
    yield
    left = set(psutil.Process().children(recursive=True)) - before
    assert left == set(), "a browser of this worker's other tests may be there, and nothing else"
    assert list(folder.iterdir()) == []
    assert len(list(Path("/proc/self/fd").iterdir())) <= descriptors + 3, (
        "the loop itself has three"
    )
