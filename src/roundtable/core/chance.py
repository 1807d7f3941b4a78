"""All chance of a session flows from its recorded seed; what was drawn is recorded as well."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def shuffled(items: Sequence[T], seed: int, *purpose: object) -> tuple[T, ...]:
    """The items in an order that depends on the seed and the purpose alone."""
    order = list(items)
    random.Random(f"{seed}/{'/'.join(map(str, purpose))}").shuffle(order)  # noqa: S311
    return tuple(order)
