"""A way that is not there says why, and costs nothing."""

import pytest

from roundtable.adapters.knights.absent import AbsentKnight
from roundtable.core.budget import Usage
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.testing.knight_suite import ask


async def test_it_says_why_it_cannot_speak() -> None:
    knight = AbsentKnight(ErrorKind.NOT_SIGNED_IN, "no key")
    with pytest.raises(KnightError) as caught:
        await anext(knight.speak(ask()))
    assert (caught.value.kind, caught.value.detail) == (ErrorKind.NOT_SIGNED_IN, "no key")
    assert knight.worst_case(ask()) == Usage()
    await knight.close()
