"""Which models there are, what they can read, and what they cost.

Sizes and prices come from the `genai-prices` package, which is kept up by others; none is typed
here. Only the choice of defaults is ours.
"""

import difflib
import math
import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from decimal import Decimal

    from genai_prices.types import ModelInfo, TieredPrices

Provider = Literal["anthropic", "openai", "google", "local"]
Role = Literal["deliberate", "judge"]

PROVIDERS: dict[str, Provider] = {
    "claude-cli": "anthropic",
    "claude-api": "anthropic",
    "openai-cli": "openai",
    "openai-api": "openai",
    "gemini-cli": "google",
    "gemini-api": "google",
    "openai-compatible": "local",
}
"""Whose limits and keys an adapter draws on."""

DEFAULTS: dict[Provider, dict[Role, str]] = {
    "anthropic": {"deliberate": "claude-sonnet-5-5", "judge": "claude-haiku-5-5"},
    "openai": {"deliberate": "gpt-6.1-sol", "judge": "gpt-6-luna"},
    "google": {"deliberate": "gemini-4-argon", "judge": "gemini-3.8-flash"},
}
"""Current models: a strong one to deliberate, a cheaper one to judge."""

_UNKNOWN_CONTEXT = 32_000
"""What is assumed of a model nobody has told us about."""
_FAMILIES: dict[Provider, tuple[str, ...]] = {
    "anthropic": ("claude",),
    "openai": ("gpt", "o1", "o3", "o4", "chatgpt"),
    "google": ("gemini", "gemma"),
}

_OTHER_TRADES = re.compile(
    r"audio|banana|embedding|image|live|moderation|realtime|search|transcribe|translate|tts|vision"
    r"|whisper|\bft\b"
)
"""Words in the names of models that do not converse in text, or are somebody's own."""


@dataclass(frozen=True, slots=True)
class Model:
    provider: Provider
    id: str
    context_tokens: int
    """How much it reads and writes in one turn."""
    priced: bool
    """False: nobody has told us what it costs, so no cap on money can be kept with it."""

    def cost(self, input_tokens: int, output_tokens: int, cached_tokens: int = 0) -> int:
        """Millionths of a dollar, rounded up; `cached_tokens` are part of the input."""
        if not self.priced:
            return 0
        from genai_prices import Usage, calc_price

        usage = Usage(
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            cache_read_tokens=min(cached_tokens, input_tokens),
        )
        price = calc_price(usage, model_ref=self.id, provider_id=self.provider)
        return math.ceil(price.total_price * 1_000_000)


def model(adapter: str, name: str | None = None, role: Role = "deliberate") -> Model:
    """The model meant: the one named, the environment's, or our default."""
    provider = PROVIDERS[adapter]
    variable = os.environ.get(f"ROUNDTABLE_MODEL_{adapter.upper().replace('-', '_')}")
    wanted = name or variable or DEFAULTS.get(provider, {}).get(role, "")
    known = _find(provider, wanted)
    if known is None:
        return Model(provider, wanted, _UNKNOWN_CONTEXT, priced=False)
    return Model(provider, wanted, known.context_window or _UNKNOWN_CONTEXT, priced=True)


@dataclass(frozen=True, slots=True)
class Offer:
    """A vendor's model as somebody who chooses one sees it."""

    provider: Provider
    id: str
    name: str
    context_tokens: int | None
    input_usd_per_million: float | None
    """For short prompts; what a vendor takes from a certain length on is not told here."""
    output_usd_per_million: float | None
    default_for: tuple[Role, ...] = ()


def offers() -> tuple[Offer, ...]:
    """The models of the three vendors that converse: by vendor our defaults, then all by name.

    The prices are those of today. Models that their vendors call deprecated are left out, and so
    are those that only draw, speak, listen or embed. The source has no order by age.
    """
    found = [
        _offer(provider, info)
        for provider, families in _FAMILIES.items()
        for info in _models(provider)
        if info.id.startswith(families)
        and not info.deprecated
        and not _OTHER_TRADES.search(info.id)
    ]
    vendors, ours = list(_FAMILIES), (("deliberate", "judge"), ("deliberate",), ("judge",), ())

    def place(offer: Offer) -> tuple[int, int, str]:
        return vendors.index(offer.provider), ours.index(offer.default_for), offer.id

    return tuple(sorted(found, key=place))


def _offer(provider: Provider, info: "ModelInfo") -> Offer:
    price = info.get_prices(datetime.now(tz=UTC))
    defaults = DEFAULTS[provider].items()
    return Offer(
        provider=provider,
        id=info.id,
        name=info.name or info.id,
        context_tokens=info.context_window,
        input_usd_per_million=_base(price.input_mtok),
        output_usd_per_million=_base(price.output_mtok),
        default_for=tuple(role for role, name in defaults if name == info.id),
    )


def _base(price: "Decimal | TieredPrices | None") -> float | None:
    from genai_prices.types import TieredPrices

    base = price.base if isinstance(price, TieredPrices) else price
    return None if base is None else float(base)


def judge_model(adapter: str) -> str | None:
    """The vendor's cheaper model, with which its seats judge; None where we know of none."""
    return DEFAULTS.get(PROVIDERS[adapter], {}).get("judge") if adapter in PROVIDERS else None


def close_models(provider: Provider, name: str) -> tuple[str, ...]:
    """Models of the vendor whose names are like this one, the newest first."""
    ids = [m.id for m in _models(provider) if m.id.startswith(_FAMILIES.get(provider, ()))]
    return tuple(difflib.get_close_matches(name, ids, n=3, cutoff=0.5))


def unknown_model(provider: Provider, name: str) -> str:
    """What to tell somebody whose model the vendor does not know."""
    close = close_models(provider, name)
    hint = f"; close ones: {', '.join(close)}" if close else ""
    return f"the vendor does not know the model {name!r}{hint}"


def _find(provider: Provider, name: str) -> "ModelInfo | None":
    return next((m for m in _models(provider) if m.is_match(name)), None)


def _models(provider: Provider) -> "list[ModelInfo]":
    from genai_prices.data_snapshot import get_snapshot

    return next((list(p.models) for p in get_snapshot().providers if p.id == provider), [])
