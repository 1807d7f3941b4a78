"""Only absolute folders are searched."""

import pytest

from roundtable.adapters.search_path import search_path


def test_relative_entries_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", ".:/usr/bin::bin:/bin:../x")
    assert search_path() == "/usr/bin:/bin"
