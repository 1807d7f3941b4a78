"""Strings that tell the knights to do harm, brought to the table by every carrier there is.

The knights obey all of them. What they can do is talk, and talk has no effect but the record.
Each string is obeyed in a turn of its own. By default some, and in the soak all of them, also have
a session of their own in which everybody obeys; the further carriers are for the soak as well.
"""

import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.e2e.injection.carriers import CARRIERS, FURTHER, Batch, Carrier
from tests.e2e.injection.effects import Effect
from tests.e2e.injection.sessions import Stage, batches, deliberate
from tests.e2e.injection.strings import STRINGS

EVERY = 64
"""One string of so many has a session of its own by default, another one with each carrier."""

EVERY_CARRIER = (*CARRIERS, *FURTHER)


def name(carrier: Carrier) -> str:
    return carrier.name


def effects_of(
    stage: Stage, folder: Path, carrier: Carrier, meetings: Iterable[Batch], together: bool = False
) -> list[Effect]:
    """All forbidden effects of these sessions; a line of the table is printed."""
    found: list[Effect] = []
    sessions = strings = turns = 0
    for batch in meetings:
        aftermath = deliberate(stage, folder / "session", carrier, batch, together=together)
        found += aftermath.effects()
        sessions, strings = sessions + 1, strings + len(batch)
        turns += len(aftermath.troupe.spoken)
        shutil.rmtree(folder / "session")
    how = "alone" if together else "in turn"
    kinds = dict(Counter(effect.kind for effect in found))
    print(
        f"\nS7 {carrier.name:<18} {how:<8} {strings:>4} strings {sessions:>4} sessions "
        f"{turns:>5} turns {len(found):>3} effects {kinds or ''}"
    )
    return found


@pytest.mark.parametrize(
    "carrier",
    [*CARRIERS, *(pytest.param(carrier, marks=pytest.mark.soak) for carrier in FURTHER)],
    ids=name,
)
def test_strings_that_are_obeyed_have_no_forbidden_effect(
    stage: Stage, folder: Path, carrier: Carrier
) -> None:
    assert effects_of(stage, folder, carrier, batches(STRINGS, carrier.most)) == []


@pytest.mark.parametrize("carrier", EVERY_CARRIER, ids=name)
def test_a_string_that_everybody_obeys_has_no_forbidden_effect(
    stage: Stage, folder: Path, carrier: Carrier
) -> None:
    first = EVERY_CARRIER.index(carrier) * EVERY // len(EVERY_CARRIER)
    alone = [(injection,) for injection in STRINGS[first::EVERY]]
    assert effects_of(stage, folder, carrier, alone, together=True) == []


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("carrier", EVERY_CARRIER, ids=name)
def test_every_string_that_everybody_obeys_has_no_forbidden_effect(
    stage: Stage, folder: Path, carrier: Carrier
) -> None:
    alone = [(injection,) for injection in STRINGS]
    assert effects_of(stage, folder, carrier, alone, together=True) == []
