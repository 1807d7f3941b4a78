"""Caps on money, tokens and minutes, reserved at their worst before a call is made."""

from typing import Literal

from pydantic import Field

from roundtable.core.values import Value

MICRO = 1_000_000


class Usage(Value):
    """What a turn consumed. Money is whole millionths of a dollar, so that sums are exact."""

    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    cost_microusd: int = Field(default=0, ge=0)

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost_microusd=self.cost_microusd + other.cost_microusd,
        )


class Budget(Value):
    """What a session may consume at most; None is no cap."""

    max_cost_microusd: int | None = Field(default=None, ge=0)
    max_tokens: int | None = Field(default=None, ge=0)
    max_minutes: float | None = Field(default=None, ge=0)

    def merged(self, other: "Budget") -> "Budget":
        """This budget with the caps that `other` names in place of its own."""
        return Budget.model_validate(
            self.model_dump() | {k: v for k, v in other.model_dump().items() if v is not None}
        )

    def left(self, spent: Usage, active_seconds: float) -> "Budget":
        """What remains of the caps for work that follows from this; never less than nothing."""

        def rest(cap: float | None, used: float) -> float | None:
            return None if cap is None else max(0, cap - used)

        return Budget.model_validate(
            {
                "max_cost_microusd": rest(self.max_cost_microusd, spent.cost_microusd),
                "max_tokens": rest(self.max_tokens, spent.tokens),
                "max_minutes": rest(self.max_minutes, active_seconds / 60),
            }
        )


class Exceeded(Value):
    """Which cap a call would break, and by what numbers."""

    cap: Literal["cost", "tokens", "minutes"]
    limit: float
    spent: float
    needed: float

    def __str__(self) -> str:
        amount = {"cost": _dollars, "tokens": _tokens, "minutes": _minutes}[self.cap]
        return (
            f"the next turn may need {amount(self.needed)}, {amount(self.spent)} is spent, "
            f"and the cap is {amount(self.limit)}"
        )


def exceeded(budget: Budget, spent: Usage, worst: Usage, active_seconds: float) -> Exceeded | None:
    """The first cap that starting calls of this worst case could break."""
    money, cap = spent.cost_microusd + worst.cost_microusd, budget.max_cost_microusd
    if cap is not None and money > cap:
        return Exceeded(
            cap="cost",
            limit=cap / MICRO,
            spent=spent.cost_microusd / MICRO,
            needed=worst.cost_microusd / MICRO,
        )
    if budget.max_tokens is not None and spent.tokens + worst.tokens > budget.max_tokens:
        return Exceeded(
            cap="tokens", limit=budget.max_tokens, spent=spent.tokens, needed=worst.tokens
        )
    if budget.max_minutes is not None and active_seconds >= budget.max_minutes * 60:
        return Exceeded(
            cap="minutes", limit=budget.max_minutes, spent=active_seconds / 60, needed=0
        )
    return None


def _dollars(amount: float) -> str:
    return f"${amount:.4f}"


def _tokens(amount: float) -> str:
    return f"{amount:,.0f} tokens"


def _minutes(amount: float) -> str:
    return f"{amount:.1f} min"
