"""What a session could cost is told before anybody is asked."""

from roundtable.adapters.knights.script import Part, Price, Reply
from roundtable.adapters.knights.scripted import ScriptedKnight
from roundtable.core.budget import Usage
from roundtable.core.context import ContextPart
from roundtable.core.events import ContextBuilt
from roundtable.core.forecast import forecast
from roundtable.core.ports import Knight
from roundtable.core.rules import Rules
from roundtable.testing.builders import NAMES, session_start

PRICE = Price(input_per_million=2, output_per_million=10)
TEXT = "the whole README"
CONTEXT = ContextBuilt(
    parts=(ContextPart(kind="key_file", title="README.md", text=TEXT, tokens=9),), limit_tokens=99
)


def knights() -> dict[str, Knight]:
    part = Part(price=PRICE, replies=(Reply(say="x"),))
    return {name: ScriptedKnight(part) for name in NAMES}


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
