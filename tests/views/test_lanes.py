"""The live table: a lane for each seat, and below it what the table has used."""

import asyncio
import io
import re

import pytest
from rich.console import Console

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.errors import ErrorKind
from roundtable.core.stances import Ballot, Tally
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import build_start, session_start
from roundtable.testing.runs import begun as begun_run
from roundtable.testing.runs import wrote
from roundtable.testing.store_suite import stamped
from roundtable.views.lanes import LiveTable

HOSTILE = "\x1b[2J\x1b]52;c;ZXZpbA==\x07\x9b31m\u202eevil\u202c\u2066x\u2069\x08"
LABEL = "(scripted rehearsal)"
SEATS = ("Gawain", "Lancelot")


def key(seat: str, iteration: int = 1) -> str:
    return f"discussion.1.{iteration}.{seat}"


def begun(seat: str) -> e.AgentStart:
    return e.AgentStart(
        turn_key=key(seat),
        seat=seat,
        iteration=1,
        purpose="speak",
        adapter="scripted",
        reserved=Usage(),
    )


def ended(seat: str, text: str) -> e.AgentEnd:
    usage = Usage(input_tokens=1000, output_tokens=234, cost_microusd=12_300)
    return e.AgentEnd(
        turn_key=key(seat), seat=seat, text=text, usage=usage, seconds=3, active_seconds=125
    )


def word(seat: str, text: str) -> e.Token:
    return e.Token(session="s", turn_key=key(seat), seat=seat, text=text)


def opened(iteration: int = 1) -> e.DebateIteration:
    return e.DebateIteration(
        round="discussion", attempt=1, iteration=iteration, order=SEATS, blind=False
    )


def vote(iteration: int, **scores: int) -> e.IterationEnd:
    ballots = tuple(Ballot(seat=s, status="voted", score=n) for s, n in scores.items())
    return e.IterationEnd(iteration=iteration, tally=Tally(verdict="open", ballots=ballots))


def failed(seat: str, kind: ErrorKind) -> e.AgentError:
    return e.AgentError(
        turn_key=key(seat), seat=seat, kind=kind, detail="no", seconds=1, active_seconds=1
    )


class Screen:
    """A terminal with a live table on it."""

    def __init__(
        self, width: int = 120, height: int = 40, state: SessionState | None = None
    ) -> None:
        self.out = io.StringIO()
        console = Console(
            file=self.out, force_terminal=True, width=width, height=height, _environ={}
        )
        self.table = LiveTable(console, state)

    async def live(self, *events: e.Event) -> str:
        """The bytes of the live part, drawn once after these events."""
        for event in stamped("s", 1, *(event for event in events if event.type != "token")):
            self.table.see(event)
        for event in events:
            if event.type == "token":
                self.table.see(event)
        before = len(self.out.getvalue())
        async with self.table.showing():
            await asyncio.sleep(0)  # the first drawing happens as soon as others may run
        return self.out.getvalue()[before:]


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def started(*names: str) -> e.SessionStart:
    return session_start(*(names or SEATS))


def lane(drawn: str, seat: str) -> str:
    """The text of one seat's panel."""
    lines = [line for line in plain(drawn).splitlines() if line.startswith(("╭", "│", "╰"))]
    index = SEATS.index(seat)
    half = len(lines[0]) // len(SEATS)
    return "\n".join(line[index * half : (index + 1) * half] for line in lines)


async def test_before_the_table_is_convened_it_says_so() -> None:
    assert "convening the table" in await Screen().live()


async def test_every_seat_has_a_lane_with_its_label_and_its_vote() -> None:
    drawn = await Screen().live(started(), opened(), vote(1, Gawain=7, Lancelot=10))
    assert LABEL.strip("()") in lane(drawn, "Gawain")
    assert LABEL.strip("()") in lane(drawn, "Lancelot")
    assert "7/10" in lane(drawn, "Gawain")
    assert "10/10" in lane(drawn, "Lancelot")


async def test_the_last_vote_of_a_seat_is_the_one_that_is_shown() -> None:
    drawn = await Screen().live(started(), opened(), vote(1, Gawain=3), vote(2, Gawain=8))
    assert "8/10" in lane(drawn, "Gawain")
    assert "3/10" not in drawn
    assert "no vote yet" in lane(drawn, "Lancelot")


async def test_a_vote_of_zero_is_a_vote() -> None:
    drawn = await Screen().live(started(), opened(), vote(1, Gawain=0, Lancelot=10))
    assert "0/10" in lane(drawn, "Gawain")


async def test_a_seat_that_was_asked_and_is_silent_is_thinking() -> None:
    drawn = await Screen().live(started(), opened(), begun("Gawain"))
    assert "is thinking" in lane(drawn, "Gawain")


async def test_a_lost_seat_is_shown_as_lost() -> None:
    drawn = await Screen().live(
        started(), begun("Gawain"), failed("Gawain", ErrorKind.NOT_SIGNED_IN)
    )
    assert "lost" in lane(drawn, "Gawain")
    assert "lost" not in lane(drawn, "Lancelot")


async def test_words_run_in_the_lane_of_who_says_them() -> None:
    drawn = await Screen().live(
        started(),
        begun("Gawain"),
        begun("Lancelot"),
        word("Gawain", "The bridge "),
        word("Gawain", "holds."),
    )
    assert "The bridge holds." in lane(drawn, "Gawain")
    assert "bridge" not in lane(drawn, "Lancelot")


async def test_of_a_long_speech_the_end_is_seen() -> None:
    speech = " ".join(f"word{n}" for n in range(3000))
    drawn = await Screen().live(started(), begun("Gawain"), word("Gawain", speech))
    assert "word2999" in lane(drawn, "Gawain")
    assert "word0 " not in drawn


@pytest.mark.parametrize(
    "end",
    [
        ended("Gawain", "The whole speech."),
        failed("Gawain", ErrorKind.TIMED_OUT),
        e.AgentInterrupted(turn_key=key("Gawain"), seat="Gawain", cause="pause"),
    ],
    ids=lambda event: event.type,
)
async def test_when_a_turn_is_over_its_lane_is_empty_and_the_record_stays_above(
    end: e.Event,
) -> None:
    screen = Screen()
    start, begin, over = stamped("s", 1, started(), begun("Gawain"), end)
    screen.table.see(start)
    screen.table.see(begin)
    screen.table.see(word("Gawain", "half a word"))
    screen.table.see(over)
    above = plain(screen.out.getvalue())
    assert f"Gawain {LABEL}" in above
    assert "half a word" not in await screen.live()


async def test_the_foot_tells_round_time_tokens_and_money() -> None:
    drawn = await Screen().live(
        started(), opened(1), opened(2), begun("Gawain"), ended("Gawain", "Aye.")
    )
    assert "round 2 of 5 · 2m05s · 1,234 tokens · $0.0123" in plain(drawn)


async def test_the_note_that_is_being_typed_is_shown() -> None:
    screen = Screen(width=60)
    screen.table.typed = "a" * 100 + " mind the cost"
    drawn = plain(await screen.live(started()))
    assert "note > " in drawn
    assert "mind the cost" in drawn


async def test_a_resumed_table_goes_on_where_it_stood() -> None:
    events = (started(), opened(), vote(1, Gawain=6, Lancelot=7))
    screen = Screen(state=fold(stamped("s", 1, *events)))
    drawn = await screen.live()
    assert "6/10" in lane(drawn, "Gawain")
    assert "round 1 of 5" in plain(drawn)


async def test_no_word_of_a_model_drives_the_terminal() -> None:
    drawn = await Screen().live(started(), begun("Gawain"), word("Gawain", HOSTILE + "[/oops]"))
    assert "evil" in lane(drawn, "Gawain")
    assert "[/oops]" in lane(drawn, "Gawain")
    for order in ("\x1b[2J", "\x1b]", "\x07", "\x9b", "\u202e", "\u2066", "\x08"):
        assert order not in drawn


@pytest.mark.parametrize(("width", "height"), [(20, 5), (1, 1), (400, 200)])
async def test_every_size_of_terminal_can_be_drawn_on(width: int, height: int) -> None:
    screen = Screen(width, height)
    drawn = await screen.live(started(), opened(), begun("Gawain"), word("Gawain", "x " * 500))
    assert drawn


async def test_a_table_of_many_seats_has_a_lane_for_each() -> None:
    names = [f"K{n}" for n in range(12)]
    drawn = plain(await Screen(width=240).live(started(*names)))
    assert [name for name in names if f" {name} " in drawn] == names


async def test_what_a_run_writes_appears_above_the_lanes_and_the_foot_tells_of_it() -> None:
    out = io.StringIO()
    table = LiveTable(Console(file=out, width=100, height=30, force_terminal=True))
    start = build_start("execution")
    state = fold([start])
    async with table.showing():
        for event in (start, begun_run(state), wrote(1, "list"), wrote(1, "ening\n")):
            table.see(event)
        async with asyncio.timeout(30):
            while "run 1, 10 characters" not in out.getvalue():
                await asyncio.sleep(0.01)
    assert "| listening" in out.getvalue()
