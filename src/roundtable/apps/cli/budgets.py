"""The flags that cap what a session may consume."""

import argparse

from roundtable.core.budget import MICRO, Budget
from roundtable.core.errors import UsageError

_MOST = 1_000_000_000


def add_budget_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("caps; reaching one pauses the session")
    group.add_argument("--max-cost", type=float, metavar="USD", help="dollars in all")
    group.add_argument("--max-tokens", type=int, metavar="N", help="tokens in all")
    group.add_argument("--max-minutes", type=float, metavar="N", help="minutes of the table's work")


def budget(arguments: argparse.Namespace) -> Budget:
    for name in ("max_cost", "max_tokens", "max_minutes"):
        value = getattr(arguments, name)
        if value is not None and not 0 <= value <= _MOST:
            flag = "--" + name.replace("_", "-")
            raise UsageError(f"{flag} must be from 0 to {_MOST:,}", f"try {flag} 5")
    cost = arguments.max_cost
    return Budget(
        max_cost_microusd=None if cost is None else round(cost * MICRO),
        max_tokens=arguments.max_tokens,
        max_minutes=arguments.max_minutes,
    )
