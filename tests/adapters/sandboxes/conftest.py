"""The real sandbox, or a clear word why it was not tried."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap


@pytest.fixture
def box() -> Bubblewrap:
    found = Bubblewrap.find()
    if found is None:
        reason = f"no light sandbox on this machine: {Bubblewrap.why_not()}"
        if os.environ.get("REQUIRE_SANDBOX") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture(autouse=True)
def nothing_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After each run: no process of ours, no file in the folder for temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    yield
    assert psutil.Process().children(recursive=True) == []
    assert list(folder.iterdir()) == []
    assert len(list(Path("/proc/self/fd").iterdir())) <= descriptors + 3, (
        "the loop itself has three"
    )
