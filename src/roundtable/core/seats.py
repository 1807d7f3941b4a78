"""Who sits at the table. A seat is an identity: it outlives the adapter that speaks for it."""

from collections.abc import Iterable

from pydantic import Field

from roundtable.core.values import Value

REHEARSAL = "scripted rehearsal"


class Seat(Value):
    name: str = Field(min_length=1, max_length=40, pattern=r"^[\w][\w .\-]*$")
    """How the others and the developer call it."""
    adapter: str
    """Through what it speaks."""
    capabilities: tuple[str, ...] = ()
    """What it is good at; breaks ties for the lead."""
    priority: int = 1
    """Lower speaks first in the opening round."""
    fallback: str | None = None
    """The adapter that takes over when the first one fails."""
    model: str | None = None
    """The vendor's model, where the adapter's default is not wanted."""
    script: str | None = None
    """Where a scripted knight's replies are."""

    @property
    def scripted(self) -> bool:
        return self.adapter == "scripted"

    @property
    def label(self) -> str:
        """The name as a person may see it: a scripted knight never passes for a model."""
        return f"{self.name} ({REHEARSAL})" if self.scripted else self.name


def together(seats: Iterable[Seat]) -> str:
    """Several seats in one breath, labelled once when all of them are scripted."""
    present = tuple(seats)
    if len(present) > 1 and all(seat.scripted for seat in present):
        return f"{', '.join(seat.name for seat in present)} ({REHEARSAL})"
    return ", ".join(seat.label for seat in present) or "nobody"
