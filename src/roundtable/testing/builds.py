"""Builds in a few words: what seats say in each round, and a workshop that only reads."""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.workshop import SandboxedWorkshop
from roundtable.core.events import Event, RoundStart
from roundtable.core.steps import Craft, PlannedTurn


def _cart(total: str, label: str) -> str:
    return f"def total(items):\n    return {total}\n\n\ndef label(items):\n    return {label}\n"


CART = {
    "Gawain": _cart("sum(items)", "'cart'"),
    "Lancelot": _cart("sum(items, 0)", "''"),
    "Percival": _cart("0", "str(items)"),
}
"""One file as three seats would write it."""

Said = Callable[[PlannedTurn], str | None]
"""What a seat says to a turn; None: what anybody would say."""


def said(words: str, **block: Any) -> str:
    """Prose with a JSON block at its end."""
    return f"{words}\n\n```json\n{json.dumps(block, indent=2)}\n```\n"


def claims(turn: PlannedTurn, **moves: Any) -> str:
    nothing: dict[str, Any] = {"raises": [], "answers": [], "concedes": []}
    return said("So I see it.", agent=turn.seat, **(nothing | moves))


def verdict(turn: PlannedTurn, word: str = "CONSENSUS", **fields: Any) -> str:
    return said(
        "So I judge.",
        verdict=word,
        round=stage(turn),
        iteration=turn.iteration,
        **({"summary": "It is agreed.", "options": [], "rulings": []} | fields),
    )


def files(given: Mapping[str, str]) -> str:
    """Files in the form that a seat gives them in."""
    return "\n".join(f"FILE: {path}\n````\n{text}````\n" for path, text in given.items())


def stage(turn: PlannedTurn) -> str:
    return turn.key.split(".", 1)[0]


def anybody(turn: PlannedTurn) -> str:
    """A table that agrees at once on everything, and finds nothing in review."""
    round_ = stage(turn)
    code = round_ in ("development", "qa", "devops")
    match turn.purpose:
        case "judge" | "rejudge" if code:
            return verdict(turn, base="A", incorporate=[], must_fix=[])
        case "judge" | "rejudge" if round_ in ("review", "execution"):
            return verdict(turn, critical=[], warnings=[], confirmed_clean=[])
        case "judge" | "rejudge":
            return verdict(turn)
        case "compare":
            return said("I choose.", winner="first", reason="clearer")
        case "chat":
            return "It is in the record."
        case _ if round_ == "development":
            return files({"cart.py": CART[turn.seat]}) + claims(turn)
        case _ if code:
            return files({f"{round_}_{turn.seat.lower()}.txt": "text\n"}) + claims(turn)
        case _ if turn.part:
            return said("Nothing.", agent=turn.seat, findings=[], clean=[])
        case _:
            return claims(turn)


def answers(special: Said) -> Callable[[PlannedTurn], str]:
    """Where nothing special is said, what anybody would say."""

    def answer(turn: PlannedTurn) -> str:
        words = special(turn)
        return anybody(turn) if words is None else words

    return answer


def reading_workshop() -> Callable[[Craft], Event]:
    """The real workshop without a sandbox: everything is read and nothing is run."""
    shop = SandboxedWorkshop(Checker(None))

    def perform(craft: Craft) -> Event:
        return asyncio.run(shop.perform(craft))

    return perform


def label_of(log: list[Event], seat: str, round_: str) -> str:
    """The letter of a seat in a round that has been played; the first attempt's."""
    opened = next(e for e in log if isinstance(e, RoundStart) and e.round == round_)
    return next(item.label for item in opened.labels if item.seat == seat)
