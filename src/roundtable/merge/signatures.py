"""What a function takes and what a call gives: whether the one fits the other."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Call:
    receiver: str
    """What stands before the dot; empty for a plain call."""
    positional: int
    keywords: frozenset[str] = frozenset()
    spread: bool = False
    """Whether it passes a list or a mapping on, so that nobody can count."""


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    optional: bool = False
    keyword_only: bool = False
    positional_only: bool = False


@dataclass(frozen=True, slots=True)
class Signature:
    shown: str
    """As people read it: `total(self, tax)`."""
    parameters: tuple[Parameter, ...] = ()
    rest: bool = False
    any_keyword: bool = False
    method: bool = False
    """Whether the first parameter is the object itself, which a call through it does not give."""
    keywords: bool = True
    """Whether a call may give arguments by name."""

    def with_parameter(
        self, name: str, optional: bool = False, keyword_only: bool = False
    ) -> "Signature":
        added = Parameter(name, optional, keyword_only)
        return replace(self, parameters=(*self.parameters, added))

    def positional_only(self) -> "Signature":
        changed = tuple(replace(one, positional_only=True) for one in self.parameters)
        return replace(self, parameters=changed)

    def with_rest(self) -> "Signature":
        return replace(self, rest=True)

    def with_any_keyword(self) -> "Signature":
        return replace(self, any_keyword=True)

    def same_shape(self, other: "Signature") -> bool:
        return (
            self.parameters == other.parameters
            and self.rest == other.rest
            and self.any_keyword == other.any_keyword
        )

    def takes(self, call: Call) -> bool:
        """Whether the call fits; a call that nobody can count is not held against it."""
        if call.spread:
            return True
        given = self.parameters[1:] if self.method and call.receiver else self.parameters
        by_place = [one for one in given if not one.keyword_only]
        if call.positional > len(by_place) and not self.rest:
            return False
        filled = {one.name for one in by_place[: call.positional]}
        by_name = {one.name for one in given if not one.positional_only} if self.keywords else set()
        if not call.keywords <= by_name and not self.any_keyword:
            return False
        missing = [one for one in given if not one.optional and one.name not in filled]
        return all(one.name in call.keywords for one in missing)
