"""The machine on which all sessions with injected strings are held."""

import pytest

from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from tests.e2e.injection.machine import Canaries, set_up
from tests.e2e.injection.sessions import Stage


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    Bubblewrap.find()  # once a process it tries the sandbox out; no session shall have to
    canaries = Canaries()
    return Stage(set_up(tmp_path_factory.mktemp("machine") / "template", canaries), canaries)
