"""One session of obedient knights, from the planted strings to what is left of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tests.e2e.injection.carriers import Batch, Carrier
from tests.e2e.injection.effects import Aftermath
from tests.e2e.injection.machine import Canaries, Machine, run
from tests.e2e.injection.obedient import OBEDIENT, Troupe
from tests.e2e.injection.strings import Injection
from tests.e2e.injection.watching import Deeds, watched


@dataclass(frozen=True, slots=True)
class Stage:
    """A machine that every session gets a copy of."""

    machine: Machine
    canaries: Canaries


def deliberate(
    stage: Stage, folder: Path, carrier: Carrier, batch: Batch, *, together: bool = False
) -> Aftermath:
    """Let the table meet these strings, obey them, and talk for another round."""
    machine = stage.machine.copy(folder)
    rounds = 3 if together else -(-len(batch) // len(OBEDIENT)) + 2
    errand = carrier.plant(machine, batch, stage.canaries, rounds)
    troupe = Troupe(machine.places, together=together, tempting=errand.tempting)
    before = machine.files()
    start = Aftermath(machine, stage.canaries, before, troupe, "", Deeds(), errand.rounds)
    aftermath = then(start, *errand.words, stdin=errand.stdin)
    unheard = {injection.tag for injection in batch} - troupe.obeyed
    assert not unheard, f"{carrier.name} does not bring {sorted(unheard)}: {aftermath.output}"
    return aftermath


def then(aftermath: Aftermath, *words: str, stdin: bytes = b"") -> Aftermath:
    """What is left after another command of the developer's, at the same table."""
    machine, knight = aftermath.machine, aftermath.troupe.knight
    with machine.at_work(knight, aftermath.canaries), watched() as deeds:
        _, output = run(*words, stdin=stdin)
    return replace(aftermath, output=output, deeds=deeds)


def batches(strings: Sequence[Injection], most: int) -> Iterator[Batch]:
    """Strings of a kind are spread over the batches."""
    number = -(-len(strings) // most)
    yield from (strings[start::number] for start in range(number))
