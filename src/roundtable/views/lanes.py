"""The table live in a terminal: a lane for each seat, what was said above, the account below."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from roundtable.core import events as e
from roundtable.core.diagnoses import pass_name
from roundtable.core.parsing.text import printable
from roundtable.core.seats import REHEARSAL
from roundtable.core.state import SessionState, fold
from roundtable.views.diagnosis_sentences import opinion_columns
from roundtable.views.figures import count, duration, money
from roundtable.views.run_sentences import RunText
from roundtable.views.transcript import COLOURS, kept, written

_REFRESH_SECONDS = 1 / 12


class LiveTable:
    def __init__(self, console: Console, state: SessionState | None = None) -> None:
        self._console = console
        self._state = state or SessionState()
        self._speaking: dict[str, str] = {}
        self._written = RunText()
        self._live: Live | None = None
        self._began = time.monotonic()
        self._active_before = self._state.active_seconds
        self.typed = ""
        """The note that is being typed, shown at the foot."""

    @contextlib.asynccontextmanager
    async def showing(self) -> AsyncIterator[None]:
        """The live part of the screen, for as long as the table works."""
        self._began, self._active_before = time.monotonic(), self._state.active_seconds
        self._live = Live(console=self._console, auto_refresh=False, transient=True)
        ticker = asyncio.create_task(self._tick())
        try:
            with self._live:
                yield
                self._speaking.clear()
        finally:
            ticker.cancel()
            self._live = None

    def see(self, event: e.Event) -> None:
        if isinstance(event, e.Token):
            self._speaking[event.seat] = self._speaking.get(event.seat, "") + event.text
            return
        self._state = fold([event], self._state)
        if isinstance(event, e.AgentStart):
            self._speaking[event.seat] = ""
        elif isinstance(event, e.AgentEnd | e.AgentError | e.AgentInterrupted):
            self._speaking.pop(event.seat, None)
        output = written(self._written.see(event))
        for shown in (*output, *kept(event, self._state)):
            self._console.print(shown)

    async def _tick(self) -> None:
        while self._live:
            self._live.update(self._render(), refresh=True)
            await asyncio.sleep(_REFRESH_SECONDS)

    def _render(self) -> RenderableType:
        if self._state.start is None:
            return Text("convening the table …", style="dim")
        lanes = Table.grid(expand=True, padding=(0, 1))
        for _ in self._state.seats:
            lanes.add_column(ratio=1)
        lanes.add_row(*(self._lane(i) for i in range(len(self._state.seats))))
        return Group(lanes, self._foot())

    def _lane(self, index: int) -> Panel:
        seat = self._state.seats[index]
        colour = COLOURS[index % len(COLOURS)]
        height = max(4, min(14, self._console.height // 3))
        width = max(10, self._console.width // len(self._state.seats) - 5)
        speaking = self._speaking.get(seat.name)
        label = Text(REHEARSAL if seat.scripted else seat.adapter, style="dim italic")
        return Panel(
            Group(label, self._words(speaking, width, height - 1)),
            title=Text(seat.name, style=f"bold {colour}"),
            subtitle=self._standing(seat.name),
            height=height + 2,
            border_style=colour if speaking is not None else "bright_black",
        )

    def _words(self, speaking: str | None, width: int, height: int) -> Text:
        """The end of what is being said, as much as the lane can show."""
        if speaking is None:
            return Text()
        tail = printable(speaking[-width * height * 2 :]).lstrip()
        if not tail:
            return Text("is thinking …", style="dim")
        return Text("\n").join(Text(tail).wrap(self._console, width)[-height:])

    def _standing(self, seat: str) -> Text:
        """What the seat's last vote was, or why there was none."""
        if seat in self._state.lost:
            return Text("lost", style="red")
        if self._state.current:
            judge = self._state.current.start.judge == seat
            label = self._state.current.label_of.get(seat, "")
            return Text(f"{label}{' · judge' if judge else ''}", style="dim")
        if self._state.opening.workflow == "code-red":
            return Text(self._opinion(seat), style="dim")
        ballots = [b for t in self._state.tallies for b in t.ballots if b.seat == seat]
        scores = [b.score for b in ballots if b.score is not None]
        return Text(f"{scores[-1]}/10" if scores else "no vote yet", style="dim")

    def _opinion(self, seat: str) -> str:
        """What the doctor held to be the cause last."""
        opinions = [o for c in self._state.consultations for o in c.opinions if o.seat == seat]
        given = [o for o in opinions if o.status == "given"]
        return " ".join(opinion_columns(given[-1])) if given else "no diagnosis yet"

    def _foot(self) -> RenderableType:
        state = self._state
        iteration = state.iteration
        elapsed = self._active_before + time.monotonic() - self._began
        spent = state.spent
        number = iteration.iteration if iteration else 0
        place = f"round {number} of {state.max_rounds}"
        if state.start and state.start.workflow == "code-red" and number < 2:
            place = pass_name(number).removeprefix("the ")
        if state.reading.chunks and not iteration:
            chunk = state.reading.chunks[-1]
            place = f"reading chunk {chunk.chunk} of {chunk.total}"
        if state.current:
            place = f"{state.current.key}, iteration {number}"
        if state.runs and state.runs[-1].open:
            place = f"run {state.runs[-1].number}, {count(state.runs[-1].written)} characters"
        account = Text(
            f" {place} · "
            f"{duration(elapsed)} · {count(spent.tokens)} tokens · {money(spent.cost_microusd)}",
            style="dim",
        )
        account.append("   type a note and Enter · Ctrl-C pauses", style="dim italic")
        note = Text(" note > ", style="bold")
        note.append(self.typed[-max(20, self._console.width - 12) :])
        note.append("▏", style="blink")
        return Group(account, note)
