"""How a table deliberates: the rules of config.json as a session carries them."""

from pydantic import Field

from roundtable.core.values import Value


class Rules(Value):
    max_rounds: int = Field(default=5, ge=1, le=50)
    """After this many rounds the King must decide."""
    consensus_threshold: int = Field(default=9, ge=1, le=10)
    """The score from which a seat counts as agreeing."""
    timeout_per_turn_seconds: float = Field(default=120, gt=0, le=86_400)
    """One deadline for the whole turn."""
    escalate_to_user_after: int = Field(default=3, ge=1, le=50)
    """From this round on the King may step in between rounds."""
    blind: bool = False
    """The opening round: all speak at once and nobody sees another."""
    max_output_tokens: int = Field(default=4096, ge=64, le=200_000)
    """What one turn may say, and what is reserved for it."""

    @property
    def idle_seconds(self) -> float:
        """How long a stream may stay silent, thinking included, before it counts as timed out."""
        return min(120.0, self.timeout_per_turn_seconds)
