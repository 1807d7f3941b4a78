"""The base of every value that enters the log: frozen, closed, strict about its fields."""

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """An immutable value; an unknown field is an error, not a surprise."""

    model_config = ConfigDict(frozen=True, extra="forbid")
