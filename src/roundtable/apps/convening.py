"""How every front door convenes a table: the seats, their models, the session's name."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from roundtable.adapters.history_links import link_history
from roundtable.bootstrap import Table, as_judge, seat_model
from roundtable.core.agenda import ROTATE, Agenda
from roundtable.core.budget import Budget
from roundtable.core.config import Config
from roundtable.core.errors import CommandRefused, KnightUnavailable, RoundtableError, UsageError
from roundtable.core.events import FilesGiven, SessionStart
from roundtable.core.naming import session_name
from roundtable.core.ports import Watcher
from roundtable.core.seats import Seat

MAX_TOPIC = 100_000


@contextmanager
def about(field: str) -> Iterator[None]:
    """What is refused in here is refused by the name of this field."""
    try:
        yield
    except RoundtableError as error:
        raise type(error)(f"{field}: {error.message}", error.remedy) from error


async def convene(
    table: Table, start: SessionStart, *watchers: Watcher, given: FilesGiven | None = None
) -> str:
    """Record the session under a name of its own, with the files that it starts from."""
    await link_history(table.store, table.clock, table.project.root)
    taken = {row.session for row in await table.store.sessions()}
    while True:
        name = session_name(start.topic, table.clock.now()[:10], taken)
        try:
            await table.driver.create(name, start, *watchers, given=given)
        except CommandRefused:
            taken.add(name)  # somebody else took it this moment
            continue
        return name


def pick_seats(config: Config, wanted: Sequence[str] | None) -> tuple[Seat, ...]:
    """The knights of the config, or those among them that were named."""
    seats = config.seats()
    if wanted:
        by_name = {seat.name.casefold(): seat for seat in seats}
        for name in wanted:
            if name.casefold() not in by_name:
                known = ", ".join(seat.name for seat in seats)
                raise KnightUnavailable(
                    f"there is no knight {name!r} in .roundtable/config.json", f"one of: {known}"
                )
        names = dict.fromkeys(name.casefold() for name in wanted)
        seats = tuple(by_name[name] for name in names)
    if len(seats) < 2:
        raise KnightUnavailable(
            "one knight alone is no table", "seat at least two in .roundtable/config.json"
        )
    return seats


def seated_judge(name: str, seats: Sequence[Seat]) -> str:
    """`rotate`, or the seat that is meant, as it is written at the table."""
    if name.lower() == ROTATE:
        return ROTATE
    by_name = {seat.name.casefold(): seat.name for seat in seats}
    if name.casefold() not in by_name:
        known = ", ".join(by_name.values())
        raise UsageError(f"{name!r} is not at the table", f"rotate, or one of {known}")
    return by_name[name.casefold()]


def refuse_unpriced(seats: tuple[Seat, ...], caps: Budget, agenda: Agenda | None = None) -> None:
    """A cap on money cannot be kept where nobody knows the price."""
    if caps.max_cost_microusd is None:
        return
    for name, model in unpriced(seats, agenda):
        raise UsageError(
            f"no price is known for {name}'s model {model!r}, so a cap on money cannot be kept",
            "cap the tokens instead",
        )


def unpriced(seats: tuple[Seat, ...], agenda: Agenda | None = None) -> list[tuple[str, str]]:
    """The models without a known price, of those that may speak or judge, with their seats."""
    judges = [as_judge(seat, agenda) for seat in seats] if agenda else []
    found = {
        (seat.name, model.id): None
        for seat in (*seats, *judges)
        for adapter in filter(None, (seat.adapter, seat.fallback))
        if adapter != "scripted" and not (model := seat_model(seat, adapter)).priced
    }
    return list(found)


def with_models(seats: tuple[Seat, ...], wanted: Mapping[str, str]) -> tuple[Seat, ...]:
    """The seats with the models that are wanted for them, by the knights' names in any case."""
    known = {seat.name.casefold() for seat in seats}
    models: dict[str, str] = {}
    for name, model in wanted.items():
        key = name.strip().casefold()
        if key not in known:
            raise UsageError(
                f"a model is named for {name!r}, who is not seated",
                f"one of: {', '.join(seat.name for seat in seats)}",
            )
        if not model.strip():
            raise UsageError(f"no model is named for {name!r}", "name one, or leave the knight out")
        models[key] = model.strip()
    return tuple(
        seat.model_copy(update={"model": models[key]})
        if (key := seat.name.casefold()) in models
        else seat
        for seat in seats
    )
