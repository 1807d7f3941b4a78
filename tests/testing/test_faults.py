"""The fault table is whole, and its judgement can go against a knight."""

from collections.abc import AsyncGenerator

from roundtable.core.budget import Usage
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.ports import Ask, Delta, Finished
from roundtable.testing.faults import FAULTS, undergo


class Steady:
    """Meets everything in the same way."""

    context_tokens = 1000

    def __init__(self, error: KnightError | None = None) -> None:
        self._error = error

    def worst_case(self, ask: Ask) -> Usage:
        return Usage()

    async def speak(self, ask: Ask) -> AsyncGenerator[Delta | Finished, None]:
        if self._error:
            raise self._error
        yield Finished("All is well.", Usage(input_tokens=1, output_tokens=1))

    async def close(self) -> None: ...


def test_there_are_faults_enough_and_each_has_its_name_and_its_kinds() -> None:
    names = [fault.name for fault in FAULTS]
    assert len(names) == len(set(names)) >= 24
    assert all(fault.kinds for fault in FAULTS)
    lasting = {kind for fault in FAULTS for kind in fault.kinds}
    assert lasting == set(ErrorKind) - {ErrorKind.NOT_INSTALLED}


async def test_an_answer_or_a_wrong_kind_is_not_right_and_a_right_kind_is() -> None:
    fault = next(fault for fault in FAULTS if fault.name == "401")
    answered = await undergo(fault, lambda _: Steady())
    assert (answered.right, answered.kind, answered.detail) == (
        False,
        None,
        "answered: All is well.",
    )
    wrong = await undergo(fault, lambda _: Steady(KnightError(ErrorKind.GARBLED, "?")))
    assert not wrong.right
    right = await undergo(fault, lambda _: Steady(KnightError(ErrorKind.NOT_SIGNED_IN, "?", 2.0)))
    assert (right.right, right.retry_after) == (True, 2.0)
