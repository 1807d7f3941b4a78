"""Who `init` offers to seat: what was found, what the flags say, or a rehearsal."""

from collections.abc import Sequence
from dataclasses import dataclass

from roundtable.adapters.knights.discovery import Discovery
from roundtable.core.config import ADAPTERS, KnightConfig
from roundtable.core.errors import KnightUnavailable, UsageError

REHEARSAL_SCRIPT = "builtin:rehearsal"


@dataclass(frozen=True, slots=True)
class Draft:
    project: str
    language: str
    knights: tuple[KnightConfig, ...]


def found_knights(found: Discovery) -> tuple[KnightConfig, ...]:
    """What `init` seats by itself: all that were found, if they are enough for a table."""
    knights = all_knights(found)
    return knights if len(knights) >= 2 else ()


def all_knights(found: Discovery) -> tuple[KnightConfig, ...]:
    """A knight for each vendor that can be reached."""
    reachable = [f for f in found.vendors if f.adapter]
    return tuple(
        KnightConfig(
            name=f.vendor.knight,
            adapter=str(f.adapter),
            capabilities=f.vendor.capabilities,
            priority=number,
            fallback=f.vendor.api_adapter if f.adapter == f.vendor.cli_adapter else None,
        )
        for number, f in enumerate(reachable, start=1)
    )


def rehearsal_knights() -> tuple[KnightConfig, ...]:
    parts = {
        "Gawain": ("security", "reliability"),
        "Lancelot": ("simplicity", "refactoring"),
        "Percival": ("operations", "testing"),
    }
    return tuple(
        KnightConfig(
            name=name,
            adapter="scripted",
            capabilities=capabilities,
            priority=number,
            script=REHEARSAL_SCRIPT,
        )
        for number, (name, capabilities) in enumerate(parts.items(), start=1)
    )


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
