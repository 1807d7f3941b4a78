"""The real sandbox, or a clear word why it was not tried."""

import os

import pytest

from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.adapters.workshop import SandboxedWorkshop
from tests.patience import patience

__all__ = ["patience"]


@pytest.fixture
def box() -> Bubblewrap:
    found = Bubblewrap.find()
    if found is None:
        reason = f"no light sandbox on this machine: {Bubblewrap.why_not()}"
        if os.environ.get("REQUIRE_SANDBOX") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture
def running(box: Bubblewrap) -> SandboxedWorkshop:
    return SandboxedWorkshop(Checker(box))


@pytest.fixture
def reading() -> SandboxedWorkshop:
    """Without a sandbox: everything is read and nothing is run."""
    return SandboxedWorkshop(Checker(None))
