"""Finds the label of a candidate where a judge names one: `B`, `Candidate B`, `gpt's`."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

_CANDIDATE = (
    r"(?:(?:the[ \t]+)?(?:candidate|agent|seat|knight|option|proposal|solution|version|submission"
    r"|kandidat|kandidatin|candidat|candidato|candidata|кандидата?|候補|候选|候選|후보)[ \t]*)"
)
_DECORATION = " \t*_`\"'“”„«»<>[](){}#"
_ANY = r"[A-Z](?![\w-])|[^\W\d_][\w.-]{1,40}(?<![.-])"
# Words that stand behind "from" and "base" and are nobody's label.
_NOBODY = frozenset(
    {
        *("the", "a", "an", "its", "his", "her", "their", "this", "that", "these", "those", "none"),
        *("any", "each", "both", "all", "one", "other", "others", "another", "scratch", "either"),
        *("neither", "not", "no", "nobody", "undecided", "tbd", "unclear", "unknown", "candidate"),
    }
)
_MORE = re.compile(
    r"[*_`\s(]{0,6}(?:[/+&,|]|and|or|und|oder|et|ou|y|o|e|и|или|plus|vs\.?|versus|和|或|と|,)"
    r"[*_`\s]{1,6}|[*_`\s(]{0,6}[/+&,|]",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"[*_`\s]*(?:$|[.,;:!()（）\[\]。、；—–\n]|-{1,2}\s|=>|->|→"  # noqa: RUF001
    r"|(?:because|since|is|has|was|due|which|whose|weil|ist|hat|car|est|porque|es|tiene|perché"
    r"|потому|because|INCORPORATE|MUST)(?!\w))"
)


@dataclass(frozen=True)
class Labels:
    """The labels that may be named; when none is known, whatever looks like one."""

    known: tuple[str, ...] = ()

    @classmethod
    def of(cls, labels: Collection[str]) -> "Labels":
        return cls(tuple(label for label in labels if label.strip()))

    @property
    def listed(self) -> str:
        return ", ".join(self.known) or "the candidates' labels"

    def exactly(self, text: str) -> str | None:
        """The label that a field holds, with nothing else in it."""
        match = re.fullmatch(self._slot, text.strip().strip(_DECORATION).rstrip(". "))
        return self.resolve(match["label"]) if match else None

    def first(self, text: str) -> tuple[str, str] | None:
        """The one label that a text begins with, and what follows; None when it names two."""
        match = re.match(rf"[{re.escape(_DECORATION)}]*{self._slot}", text)
        label = self.resolve(match["label"]) if match else None
        if match is None or label is None:
            return None
        rest = text[match.end() :]
        more = _MORE.match(rest)
        if more and re.match(self._slot, rest[more.end() :]):
            return None
        return (label, rest) if _GOES_ON.match(rest) else None

    @cached_property
    def mention(self) -> str:
        """A pattern for a label within a sentence, in the group `label`.

        A single letter must be a capital there, or "a" would be a candidate.
        """
        return rf"(?i:{_CANDIDATE})?(?P<label>{self._names(in_prose=True)})(?![\w-]|\.\w)"

    def resolve(self, found: str) -> str | None:
        """The label as it was given out, whatever the case in which it was found."""
        if not self.known:
            is_letter = len(found) == 1 and found.isupper()
            return None if found.casefold() in _NOBODY and not is_letter else found
        same = (label for label in self.known if label.casefold() == found.casefold())
        return found if found in self.known else next(same, None)

    @cached_property
    def _slot(self) -> str:
        return rf"(?i:{_CANDIDATE})?(?P<label>{self._names(in_prose=False)})(?![\w-]|\.\w)"

    def _names(self, in_prose: bool) -> str:
        if not self.known:
            return _ANY
        names = sorted(self.known, key=len, reverse=True)
        return "|".join(
            re.escape(n) if in_prose and len(n) == 1 else f"(?i:{re.escape(n)})" for n in names
        )
