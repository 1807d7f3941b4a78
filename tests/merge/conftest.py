"""What the tests of merging share: probes that a busy machine does not make late."""

import pytest

from roundtable.merge import agreement
from roundtable.merge.probe_kit import KIT

_REAL = "LIMIT = 0.5, 2.0"


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sleeps in a probe is waited for so long that nobody else is taken for asleep."""
    assert _REAL in KIT
    monkeypatch.setattr(agreement, "KIT", KIT.replace(_REAL, "LIMIT = 0.5, 12.0"))
