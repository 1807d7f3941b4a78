"""Limits of ours that a busy machine would meet, widened for the tests that are not about them."""

import pytest

from roundtable.adapters import history_links
from roundtable.adapters.checking import checker
from roundtable.adapters.knights import api_knight, codex_app_server
from roundtable.adapters.workspaces import git, listing

__all__ = ["patience"]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that stands still for ten seconds is no command that hangs."""
    monkeypatch.setattr(git, "SECONDS", 60.0)
    monkeypatch.setattr(listing, "_SECONDS", 60.0)
    monkeypatch.setattr(history_links, "_SECONDS", 60.0)
    monkeypatch.setattr(api_knight, "COUNT_SECONDS", 60.0)
    monkeypatch.setattr(codex_app_server, "GREETING_SECONDS", 60.0)
    monkeypatch.setattr(checker, "TEST_SECONDS", 30.0)
