"""Where containers are promised, no test that needs them is passed over in silence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.container_needs import PROMISED, not_run

ROOT = Path(__file__).parents[1]
NEEDING = (
    "tests/adapters/checking/test_bases.py",
    "tests/adapters/checking/test_containers.py",
    "tests/adapters/runners/dockerfiles/test_lowering_built.py",
    "tests/adapters/sandboxes/test_containers.py",
)


@pytest.mark.parametrize(("promised", "word"), [("1", "failed"), ("", "skipped")])
def test_without_an_engine_they_fail_where_it_is_promised_and_say_so_elsewhere(
    promised: str, word: str
) -> None:
    words = ("-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider", "--no-header", *NEEDING)
    without = {**os.environ, PROMISED: promised, "PATH": str(Path(sys.executable).parent)}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=without, capture_output=True, text=True, check=False
    )
    counted = done.stdout.splitlines()[-1]
    other = {"failed": "skipped", "skipped": "failed"}[word]
    assert word in counted.replace("error", "failed"), done.stdout
    assert other not in counted.replace("error", "failed"), done.stdout


def test_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PROMISED, "1")
    with pytest.raises(pytest.fail.Exception, match="busybox is not on this machine"):
        not_run("busybox is not on this machine")
