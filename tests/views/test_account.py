"""What a session cost, seat by seat, and what may have been billed besides."""

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.errors import ErrorKind
from roundtable.core.state import fold
from roundtable.testing.builders import session_start
from roundtable.testing.store_suite import stamped
from roundtable.views.account import account_lines


def begun(seat: str, iteration: int = 1, ask: int = 1) -> e.Event:
    return e.AgentStart(
        turn_key=f"discussion.1.{iteration}.{seat}",
        seat=seat,
        ask=ask,
        iteration=iteration,
        purpose="speak",
        adapter="scripted",
        reserved=Usage(cost_microusd=2_500_000),
    )


def spoken(seat: str, usage: Usage, iteration: int = 1, active: float = 0) -> tuple[e.Event, ...]:
    ended = e.AgentEnd(
        turn_key=f"discussion.1.{iteration}.{seat}",
        seat=seat,
        text="Aye.",
        usage=usage,
        seconds=65,
        active_seconds=active,
    )
    return begun(seat, iteration), ended


def interrupted(seat: str) -> e.Event:
    return e.AgentInterrupted(turn_key=f"discussion.1.1.{seat}", seat=seat, cause="crash")


def rows(*events: e.Event) -> list[list[str]]:
    state = fold(stamped("s", 1, session_start("Gawain", "Lancelot"), *events))
    return [line.replace(" (scripted rehearsal)", "*").split() for line in account_lines(state)]


def test_each_seat_has_its_own_line_and_the_last_one_is_the_sum() -> None:
    cheap = Usage(input_tokens=1_000, output_tokens=200, cost_microusd=12_300)
    dear = Usage(input_tokens=20_000, output_tokens=300, cost_microusd=2_000_000)
    found = rows(
        *spoken("Gawain", cheap),
        *spoken("Lancelot", dear, active=100),
        *spoken("Gawain", cheap, iteration=2, active=150),
    )
    assert found == [
        ["knight", "turns", "in", "out", "cost", "time"],
        ["Gawain*", "2", "2,000", "400", "$0.0246", "2m10s"],
        ["Lancelot*", "1", "20k", "300", "$2.00", "1m05s"],
        ["in", "all", "22k", "700", "$2.02", "2m30s"],
    ]


def test_a_seat_that_said_nothing_is_listed_with_nothing() -> None:
    failed = e.AgentError(
        turn_key="discussion.1.1.Lancelot",
        seat="Lancelot",
        kind=ErrorKind.REFUSED,
        detail="no",
        seconds=4,
        active_seconds=4,
    )
    found = rows(begun("Lancelot"), failed)
    assert found[1] == ["Gawain*", "0", "0", "0", "$0.00", "0s"]
    assert found[2] == ["Lancelot*", "0", "0", "0", "$0.00", "4s"]
    assert len(found) == 4


def test_turns_that_broke_off_are_counted_apart_at_their_worst() -> None:
    events = (
        begun("Gawain"),
        interrupted("Gawain"),
        begun("Gawain", ask=2),
        interrupted("Gawain"),
        *spoken("Lancelot", Usage(cost_microusd=500_000)),
    )
    state = fold(stamped("s", 1, session_start("Gawain", "Lancelot"), *events))
    *_, total, warning = account_lines(state)
    assert "$0.50" in total, "what is only possible is not in the sum"
    assert warning == "2 broke off and may have been billed as well, at worst $5.00"


def test_the_columns_stand_under_each_other() -> None:
    state = fold(stamped("s", 1, session_start("Al", "Percival")))
    assert len({len(line) for line in account_lines(state)}) == 1
