"""What a summon could cost is told from its change, chunk by chunk."""

from roundtable.adapters.knights.script import Part, Price, Reply
from roundtable.adapters.knights.scripted import ScriptedKnight
from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.forecast import Forecast, forecast
from roundtable.testing.builders import NAMES
from tests.core.summons import LARGE, SMALL, addition, opening

CONTEXT = e.ContextBuilt(parts=(), limit_tokens=1_000)


def told(patch: str) -> Forecast:
    start, given = opening(patch)
    assert isinstance(start, e.SessionStart)
    assert isinstance(given, e.FilesGiven)
    price = Price(input_per_million=2, output_per_million=10)
    knight = ScriptedKnight(Part(price=price, replies=(Reply(say="x"),)))
    return forecast(start, CONTEXT, dict.fromkeys(NAMES, knight), given)


def test_a_small_change_is_in_the_first_prompts() -> None:
    found = told(SMALL)
    assert found.chunks == 0
    for ask, _ in found.first_round:
        assert "2|+    return sum(items) + 1" in ask.prompt
        assert (ask.iteration, ask.part, ask.stage) == (1, "", "summon")


def test_of_a_large_one_the_first_chunk_is_asked_about_and_all_are_counted() -> None:
    found = told(LARGE)
    assert found.chunks == 3
    for ask, _ in found.first_round:
        assert (ask.iteration, ask.part) == (0, "chunk-1")
    first = sum((worst for _, worst in found.first_round), Usage())
    assert found.whole.tokens > 3 * first.tokens
    more = told(LARGE + addition("d.py", 100))
    assert more.whole.tokens - found.whole.tokens >= first.tokens
