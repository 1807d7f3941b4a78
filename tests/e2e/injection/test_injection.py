"""Strings that tell the knights to do harm, brought to the table by every carrier there is.

The knights obey all of them. What they can do is talk, and talk has no effect but the record.
"""

import shutil
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.e2e.injection.carriers import CARRIERS, Carrier
from tests.e2e.injection.effects import Effect
from tests.e2e.injection.sessions import Stage, batches, deliberate
from tests.e2e.injection.strings import STRINGS

by_name = pytest.mark.parametrize("carrier", CARRIERS, ids=lambda carrier: carrier.name)


@by_name
def test_strings_that_are_obeyed_have_no_forbidden_effect(
    stage: Stage, tmp_path: Path, carrier: Carrier
) -> None:
    found: list[Effect] = []
    began, turns, sessions = time.monotonic(), 0, 0
    for number, batch in enumerate(batches(STRINGS, carrier.most)):
        aftermath = deliberate(stage, tmp_path / str(number), carrier, batch)
        found += aftermath.effects()
        turns, sessions = turns + len(aftermath.spoken), number + 1
        shutil.rmtree(tmp_path / str(number))
    print(
        f"\n{carrier.name}: {len(STRINGS)} strings, {sessions} sessions, {turns} turns, "
        f"{len(found)} effects {dict(Counter(x.kind for x in found))}, {time.monotonic() - began:.1f}s"
    )
    assert found == []
