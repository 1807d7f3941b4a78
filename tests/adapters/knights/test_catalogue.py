"""Models, their sizes and prices, from a source that others keep up."""

import pytest

from roundtable.adapters.knights.catalogue import (
    DEFAULTS,
    PROVIDERS,
    Model,
    close_models,
    model,
    offers,
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


def test_models_are_offered_by_vendor_with_our_choices_first() -> None:
    found = offers()
    assert list(dict.fromkeys(offer.provider for offer in found)) == list(DEFAULTS)
    for provider, chosen in DEFAULTS.items():
        mine = [offer for offer in found if offer.provider == provider]
        assert [(o.id, o.default_for) for o in mine[:2]] == [
            (chosen["deliberate"], ("deliberate",)),
            (chosen["judge"], ("judge",)),
        ]
        others = [offer.id for offer in mine[2:]]
        assert others == sorted(others)
        assert not any(offer.default_for for offer in mine[2:])


def test_only_models_of_the_vendors_own_that_converse_are_offered() -> None:
    names = [offer.id for offer in offers()]
    assert len(names) == len(set(names)) > 50
    assert all(name.startswith(("claude", "gpt", "chatgpt", "o", "gem")) for name in names)
    for word in ("embedding", "tts", "image", "realtime", "transcribe", "audio"):
        assert not any(word in name for name in names)


@pytest.mark.parametrize("provider", DEFAULTS)
def test_the_price_told_is_the_one_that_is_reckoned_with(provider: str) -> None:
    adapter = next(a for a, p in PROVIDERS.items() if p == provider)
    told = next(offer for offer in offers() if offer.provider == provider)
    assert told.input_usd_per_million is not None
    assert told.output_usd_per_million is not None
    reckoned = model(adapter, told.id).cost(1000, 1000)
    assert reckoned == pytest.approx(
        1000 * (told.input_usd_per_million + told.output_usd_per_million), abs=1
    )


def test_of_tiered_prices_the_first_is_told() -> None:
    (tiered,) = (offer for offer in offers() if offer.id == "gemini-2.5-pro")
    assert tiered.input_usd_per_million is not None
    dear = model("gemini-api", "gemini-2.5-pro").cost(300_000, 0)
    assert 0 < 0.3 * tiered.input_usd_per_million * 1_000_000 < dear
