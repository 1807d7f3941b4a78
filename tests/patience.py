"""Limits of ours that a busy machine would meet, widened for the tests that are not about them."""

import runpy
import sys
from pathlib import Path

import pytest

from roundtable.adapters import history_links, keys
from roundtable.adapters.checking import checker
from roundtable.adapters.knights import api_knight, codex_app_server, discovery
from roundtable.adapters.workspaces import git, listing
from roundtable.merge import agreement
from roundtable.merge.probe_kit import KIT

__all__ = ["patience"]

_ROOT = Path(__file__).parents[1]
_ASLEEP = "LIMIT = 0.5, 2.0"
assert _ASLEEP in KIT
_LIMITS = (
    (git, "SECONDS", 60.0),
    (listing, "_SECONDS", 60.0),
    (history_links, "_SECONDS", 60.0),
    (api_knight, "COUNT_SECONDS", 60.0),
    (codex_app_server, "GREETING_SECONDS", 60.0),
    (discovery, "CHECK_SECONDS", 60.0),
    (keys, "_PATIENCE", 60.0),
    (checker, "TEST_SECONDS", 30.0),
    (agreement, "KIT", KIT.replace(_ASLEEP, "LIMIT = 0.5, 12.0")),
)
"""A machine that stands still for ten seconds is no command that hangs, no probe that sleeps."""

_START = f"import sys; sys.path.append({str(_ROOT)!r}); from tests.patience import main; main()"
PATIENT = (sys.executable, "-c", _START)
"""The command as a child with these limits, for what would come out otherwise without them."""


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name, value in _LIMITS:
        monkeypatch.setattr(module, name, value)


def main() -> None:
    for module, name, value in _LIMITS:
        setattr(module, name, value)
    runpy.run_module("roundtable", run_name="__main__", alter_sys=True)
