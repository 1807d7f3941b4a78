"""What a session that is asked for could cost if all say as much as allowed, unasked."""

from roundtable.apps.convening import unpriced
from roundtable.apps.forecasting import foreseen
from roundtable.apps.web.answers import Estimate, SeatEstimate
from roundtable.apps.web.drafting import Draft
from roundtable.apps.web.problems import Refusal
from roundtable.bootstrap import Table
from roundtable.core.budget import Usage
from roundtable.core.errors import UsageError
from roundtable.core.events import SessionStart
from roundtable.core.ports import Ask
from roundtable.core.voice import Voice, Way

REHEARSED = "a scripted rehearsal: no model is asked, and nothing is spent"
PARTLY_REHEARSED = "scripted knights are in it, who ask no model and cost nothing"


class _Unpaid(Voice):
    """A scripted knight, whose script may name prices that nobody pays."""

    def worst_case(self, ask: Ask) -> Usage:
        return super().worst_case(ask).model_copy(update={"cost_microusd": 0})


async def estimated(table: Table, drawn: Draft) -> Estimate:
    start = drawn.start
    scripted = {seat.name for seat in start.seats if seat.scripted}
    knights = {
        name: _Unpaid((Way("scripted", voice),)) if name in scripted else voice
        for name, voice in drawn.knights.items()
    }
    try:
        _, told = await foreseen(table, start, knights, drawn.given)
    except UsageError as error:
        raise Refusal(
            "invalid",
            f"rounds: no estimate can be made: {error.message}",
            "begin the session without one, under a cap",
            "rounds",
        ) from error
    unknown = unpriced(start.seats, start.agenda)
    labels = {seat.name: seat.label for seat in start.seats}
    return Estimate(
        whole=told.whole,
        seats=tuple(
            SeatEstimate(
                seat=ask.seat,
                label=labels[ask.seat],
                first_prompt_tokens=worst.input_tokens,
                first_turn_cost_microusd=worst.cost_microusd,
            )
            for ask, worst in told.first_round
        ),
        priced=not unknown,
        notes=tuple(_notes(start, len(scripted), tuple(unknown))),
    )


def _notes(start: SessionStart, scripted: int, unknown: tuple[tuple[str, str], ...]) -> list[str]:
    notes = []
    if scripted:
        notes.append(REHEARSED if scripted == len(start.seats) else PARTLY_REHEARSED)
    notes += [f"no price is known for {seat}'s model {model!r}" for seat, model in unknown]
    if start.agenda:
        notes.append("rewrites of what must be fixed are not counted")
        notes.append("the judge's turns are counted at the prices of the seats' own models")
    notes.append("answers that are asked for a second time are not counted")
    return notes
