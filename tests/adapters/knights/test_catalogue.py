"""Models, their sizes and prices, from a source that others keep up."""

import pytest

from roundtable.adapters.knights.catalogue import (
    DEFAULTS,
    PROVIDERS,
    Model,
    close_models,
    model,
    unknown_model,
)
from roundtable.core.config import ADAPTERS


def test_every_adapter_but_the_scripted_one_has_a_provider() -> None:
    assert set(PROVIDERS) == set(ADAPTERS) - {"scripted"}


@pytest.mark.parametrize("provider", DEFAULTS)
def test_the_defaults_are_known_priced_and_the_judge_is_the_cheaper(provider: str) -> None:
    adapter = next(a for a, p in PROVIDERS.items() if p == provider)
    strong, cheap = model(adapter), model(adapter, role="judge")
    assert strong.priced
    assert cheap.priced
    assert strong.context_tokens >= 100_000
    assert 0 < cheap.cost(10_000, 1_000) < strong.cost(10_000, 1_000)


def test_a_named_model_comes_before_the_environments_and_that_before_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert model("claude-api").id == DEFAULTS["anthropic"]["deliberate"]
    monkeypatch.setenv("ROUNDTABLE_MODEL_CLAUDE_API", "claude-opus-5")
    assert model("claude-api").id == "claude-opus-5"
    assert model("claude-api", "claude-haiku-4-5").id == "claude-haiku-4-5"


def test_what_was_cached_costs_less_and_nothing_costs_nothing() -> None:
    found = model("claude-api")
    assert found.cost(10_000, 0, cached_tokens=10_000) < found.cost(10_000, 0)
    assert found.cost(0, 0) == 0
    assert isinstance(found.cost(1, 1), int)


def test_a_model_nobody_knows_has_no_price_and_a_small_context() -> None:
    found = model("openai-compatible", "my-own-model")
    assert found == Model("local", "my-own-model", 32_000, priced=False)
    assert found.cost(10**6, 10**6) == 0
    assert not model("openai-api", "gpt-0-nothing").priced


def test_a_mistyped_model_is_told_with_the_close_ones() -> None:
    assert "claude-sonnet-5-5" in close_models("anthropic", "claude-sonet-5-5")
    told = unknown_model("openai", "gpt-6.1-soll")
    assert "gpt-6.1-sol" in told
    assert "'gpt-6.1-soll'" in told
    assert "close" not in unknown_model("google", "zzzzzz")
