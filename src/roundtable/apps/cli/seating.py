"""Whom the flags of `init` seat, and who takes over for them."""

from collections.abc import Sequence
from dataclasses import dataclass

from roundtable.apps.founding import REHEARSAL_SCRIPT
from roundtable.core.config import ADAPTERS, KnightConfig
from roundtable.core.errors import KnightUnavailable, UsageError


@dataclass(frozen=True, slots=True)
class Draft:
    project: str
    language: str
    knights: tuple[KnightConfig, ...]


def knight_from_flag(flag: str, priority: int) -> KnightConfig:
    """`NAME=ADAPTER`, and `NAME=scripted:PATH` for a script of one's own."""
    name, equals, adapter = flag.partition("=")
    adapter, _, script = adapter.partition(":")
    if not name.strip() or not equals or not adapter:
        raise UsageError(f"--knight {flag!r} cannot be read", "write --knight NAME=ADAPTER")
    if adapter not in ADAPTERS:
        raise KnightUnavailable(
            f"there is no adapter {adapter!r}", f"one of: {', '.join(ADAPTERS)}"
        )
    return KnightConfig.model_construct(
        name=name.strip(),
        adapter=adapter,
        capabilities=(),
        priority=priority,
        fallback=None,
        model=None,
        script=(script or REHEARSAL_SCRIPT) if adapter == "scripted" else None,
    )


def with_fallbacks(
    knights: tuple[KnightConfig, ...], flags: Sequence[str]
) -> tuple[KnightConfig, ...]:
    wanted = dict(flag.partition("=")[::2] for flag in flags)
    names = [knight.name for knight in knights]
    for name in wanted:
        if name not in names:
            raise KnightUnavailable(
                f"--fallback names {name!r}, who is not seated", f"one of: {', '.join(names)}"
            )
    return tuple(
        knight.model_copy(update={"fallback": wanted[knight.name]})
        if knight.name in wanted
        else knight
        for knight in knights
    )
