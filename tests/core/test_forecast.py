"""What a session could cost is told before anybody is asked."""

import time
from typing import Any

import pytest

from roundtable.adapters.knights.script import Part, Price, Reply
from roundtable.adapters.knights.scripted import ScriptedKnight
from roundtable.core.budget import Usage
from roundtable.core.context import ContextPart
from roundtable.core.errors import UsageError
from roundtable.core.events import ContextBuilt
from roundtable.core.forecast import forecast
from roundtable.core.ports import Knight
from roundtable.core.rules import Rules
from roundtable.core.workflows import JUDGE_TOKENS
from roundtable.testing.builders import NAMES, build_start, session_start

PRICE = Price(input_per_million=2, output_per_million=10)
TEXT = "the whole README"
CONTEXT = ContextBuilt(
    parts=(ContextPart(kind="key_file", title="README.md", text=TEXT, tokens=9),), limit_tokens=99
)


def knights(*names: str) -> dict[str, Knight]:
    part = Part(price=PRICE, replies=(Reply(say="x"),))
    return {name: ScriptedKnight(part) for name in names or NAMES}


def test_each_seats_first_prompt_is_the_real_one() -> None:
    told = forecast(session_start(topic="Shall we?"), CONTEXT, knights())
    assert [ask.seat for ask, _ in told.first_round] == list(NAMES)
    for ask, worst in told.first_round:
        assert "Shall we?" in ask.prompt
        assert TEXT in ask.prompt
        assert f"You are {ask.seat}" in ask.system
        assert worst.cost_microusd > 4096 * 10


def test_the_whole_is_more_than_the_first_round_and_grows_with_the_rounds() -> None:
    short, long = (
        forecast(session_start(rules=Rules(max_rounds=n)), CONTEXT, knights()) for n in (1, 4)
    )
    first = sum((worst for _, worst in short.first_round), Usage())
    assert short.whole.tokens > first.tokens, "later speakers read the earlier ones"
    assert long.whole.cost_microusd > 4 * short.whole.cost_microusd


NOTHING = ContextBuilt(parts=(), limit_tokens=99)


def spoken(
    *rounds: str, iterations: int = 1, names: tuple[str, ...] = NAMES, **settings: Any
) -> int:
    """The most that all answers of a build can come to."""
    start = build_start(*rounds, names=names, **settings)
    assert start.agenda is not None
    plans = tuple(p.model_copy(update={"iterations": iterations}) for p in start.agenda.rounds)
    agenda = start.agenda.model_copy(update={"rounds": plans})
    told = forecast(start.model_copy(update={"agenda": agenda}), NOTHING, knights(*names))
    return told.whole.output_tokens


def test_a_builds_first_prompt_is_the_first_rounds_own() -> None:
    told = forecast(build_start("requirements", "qa", topic="A cart"), CONTEXT, knights())
    assert [ask.seat for ask, _ in told.first_round] == list(NAMES)
    for ask, worst in told.first_round:
        assert "A cart" in ask.prompt
        assert "Principal Product Engineer" in ask.system
        assert (ask.max_output_tokens, worst.output_tokens) == (2048, 2048)


def test_every_round_counts_with_its_own_bound_and_its_judge() -> None:
    assert spoken("requirements") == 3 * 2048 + JUDGE_TOKENS
    assert spoken("development") == 3 * 8192 + JUDGE_TOKENS
    both = spoken("requirements", "development")
    assert both == spoken("requirements") + spoken("development")


def test_iterations_and_seats_multiply_what_can_be_said() -> None:
    assert spoken("requirements", iterations=3) == 3 * spoken("requirements")
    assert spoken("requirements", names=NAMES[:2]) == 2 * 2048 + JUDGE_TOKENS


def test_a_panel_compares_every_pair_that_a_judge_did_not_write_in_both_orders() -> None:
    alone = spoken("development")
    assert spoken("development", judges=2) == alone + 2 * 2 * JUDGE_TOKENS
    assert spoken("development", judges=3) == alone + 3 * 2 * JUDGE_TOKENS
    assert spoken("requirements", judges=3) == spoken("requirements"), "words are not compared"


def test_later_turns_of_a_build_read_what_was_said_before() -> None:
    short, long = (
        forecast(build_start(*rounds), NOTHING, knights()).whole
        for rounds in (("requirements",), ("requirements", "architecture"))
    )
    assert long.input_tokens > 2 * short.input_tokens


def test_what_a_review_would_ask_depends_on_files_and_cannot_be_told() -> None:
    with pytest.raises(UsageError, match="depends on its files") as told:
        forecast(build_start("review"), NOTHING, knights())
    assert told.value.remedy


def test_nobody_reads_more_than_it_can() -> None:
    def reader(context_tokens: int) -> dict[str, Knight]:
        part = Part(price=PRICE, replies=(Reply(say="x"),), context_tokens=context_tokens)
        return {name: ScriptedKnight(part) for name in NAMES}

    start = session_start(rules=Rules(max_rounds=50))
    turns = start.rules.max_rounds * len(NAMES)
    told = forecast(start, NOTHING, reader(10_000))
    first = max(worst.input_tokens for _, worst in told.first_round)
    assert told.whole.input_tokens <= turns * (first + 10_000)
    assert told.whole.output_tokens == turns * start.rules.max_output_tokens
    wide = forecast(start, NOTHING, reader(10**6))
    assert wide.whole.input_tokens > 10 * told.whole.input_tokens


def test_a_very_long_agenda_is_reckoned_at_once() -> None:
    start = build_start(
        "development", "qa", "devops", judges=26, names=[f"K{n}" for n in range(26)]
    )
    assert start.agenda is not None
    plans = tuple(p.model_copy(update={"iterations": 20}) for p in start.agenda.rounds)
    agenda = start.agenda.model_copy(update={"rounds": plans})
    started = time.monotonic()
    seats = [seat.name for seat in start.seats]
    told = forecast(start.model_copy(update={"agenda": agenda}), NOTHING, knights(*seats))
    assert told.whole.output_tokens > 26 * 25 * 24 * 60 * JUDGE_TOKENS
    assert time.monotonic() - started < 60
