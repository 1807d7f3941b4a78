"""The same walls when the one who builds them is a plain user."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap


def test_a_plain_user_builds_the_same_walls(box: Bubblewrap) -> None:
    if os.getuid() != 0:
        pytest.skip("we are a plain user: the other tests have shown it")
    if not Path("/usr/bin/python3").exists():
        pytest.skip("there is no Python that a plain user could run")
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-m", "tests.adapters.sandboxes.unprivileged"],
        cwd=root,
        env={**os.environ, "SECRET": "canary-5"},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["fault"] == ""
    assert seen["bomb"] == [True, True, True]
    assert seen["eaters"] == "used more than 200 MiB of memory"
    assert seen["peeked"] > 0
    assert not seen["peek"]
    assert seen["forged"] == [["test_a.py::T::test_b"], ["test_a.py::T::test_a"]]
