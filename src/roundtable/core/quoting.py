"""Prompts from templates, with everything that is not ours quoted as data.

What the developer or Roundtable did not write stands between marks made from the session's seed
and the turn: a text written earlier cannot contain them.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn

if TYPE_CHECKING:
    from jinja2 import Template


@dataclass(frozen=True, slots=True)
class Prompt:
    system: str
    text: str
    left_out: tuple[str, ...] = ()
    """What did not fit."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """A text of somebody else's, with its heading."""

    heading: str
    text: str


def mark_for(state: SessionState, turn: PlannedTurn, texts: Sequence[str]) -> str:
    """A mark that no quoted text contains."""
    for attempt in range(1000):
        source = f"{state.opening.seed}/{state.session}/{turn.key}/{turn.ask}/{attempt}"
        mark = hashlib.sha256(source.encode()).hexdigest()[:12]
        if not any(mark in text for text in texts):
            return mark
    raise AssertionError("a thousand marks cannot all be forged")


@cache
def template(name: str) -> "Template":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("roundtable.core", "templates"),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 -- plain text for models; nothing here is HTML
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(f"{name}.md.j2")
