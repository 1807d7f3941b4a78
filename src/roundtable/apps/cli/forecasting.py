"""`--dry-run`: who would be asked what, and what it could cost at most."""

from collections.abc import Mapping

from roundtable.apps.forecasting import foreseen
from roundtable.bootstrap import Table
from roundtable.core.events import ContextBuilt, FilesGiven, SessionStart
from roundtable.core.forecast import Forecast
from roundtable.core.parsing.text import printable
from roundtable.core.ports import Knight
from roundtable.views.figures import count, money, plural


async def dry_run(
    table: Table,
    start: SessionStart,
    knights: Mapping[str, Knight],
    given: FilesGiven | None = None,
) -> int:
    """Everything up to the first call, and not the call."""
    context, told = await foreseen(table, start, knights, given)
    print(printable("\n".join(_lines(start, context, told))))
    return 0


def _lines(start: SessionStart, context: ContextBuilt, told: Forecast) -> list[str]:
    lines = ["Nobody is asked and nothing is recorded.", ""]
    for ask, worst in told.first_round:
        seat = next(seat for seat in start.seats if seat.name == ask.seat)
        lines.append(
            f"{seat.label} through {seat.adapter}{f' ({seat.model})' if seat.model else ''}: reads "
            f"about {count(worst.input_tokens)} tokens, says at most {count(worst.output_tokens)}, "
            f"costs at most {money(worst.cost_microusd)}"
        )
    whole = told.whole
    rounds = f"{start.rules.max_rounds} rounds"
    if start.workflow == "code-red":
        rounds = f"a triage and {rounds}"
    if told.chunks:
        rounds = f"a reading in {told.chunks} chunks and {rounds}"
    if start.agenda:
        rounds = ", ".join(plan.key for plan in start.agenda.rounds) + " (rewrites not counted)"
    lines += [
        "",
        f"At the very most, in {rounds}: {count(whole.tokens)} tokens, "
        f"{money(whole.cost_microusd)}.",
        f"Context: {plural(len(context.parts), 'part')}, {len(context.left_out)} left out.",
    ]
    lines += [f"  left out: {item.title}: {item.reason}" for item in context.left_out]
    for ask, _ in told.first_round:
        lines += ["", f"=== {ask.seat} would be told", ask.system.strip()]
        lines += ["", f"=== {ask.seat} would be asked", ask.prompt.strip()]
    return lines
