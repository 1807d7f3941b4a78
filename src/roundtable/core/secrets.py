"""Secrets as a type: what is one cannot be printed, logged or stored by accident."""


class Secret:
    """A key or token. Its value is only had by asking for it."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The value itself, for the one call that needs it."""
        return self._value

    @property
    def hint(self) -> str:
        """Enough to tell two keys apart, and no more."""
        return f"…{self._value[-4:]}" if len(self._value) >= 12 else "…"

    def __repr__(self) -> str:
        return "***"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return "***"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(("secret", self._value))

    def __reduce__(self) -> str:
        raise TypeError("a secret is not written anywhere")
