"""Finds the verdicts that a judge states in plain text, and whatever takes them back again."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from roundtable.core.parsing.attribution import attributed, names_a_speaker
from roundtable.core.parsing.hedges import names_a_dispute, wishes
from roundtable.core.parsing.unreadable import Unreadable
from roundtable.core.parsing.verdict_words import Mentioned, Stated, mentions, stated
from roundtable.core.parsing.voices import Passage

_MOST_STATEMENTS = 20
_MOST_MENTIONS = 500
_QUOTES = "\"'“”„«»‹›‘’「」『』`"  # noqa: RUF001 -- quotation marks as models type them


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    own: bool
    """Whether the judge speaks; a line in a fence, or given to another, states nothing."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A verdict's word at the beginning of a line, and all lines up to the next one."""

    agreed: bool
    lines: tuple[Line, ...]
    ends_text: bool

    @property
    def own_text(self) -> str:
        return "\n".join(line.text for line in self.lines if line.own)


@dataclass(frozen=True, slots=True)
class TextForm:
    """What a judge's own prose says about the verdict."""

    before: tuple[Line, ...]
    """The lines before the first statement."""
    statements: tuple[Statement, ...]
    hedge: str = ""
    """A line that speaks of agreement as a wish, a condition or a denial."""
    aside: tuple[bool, ...] = ()
    """Verdicts in the middle of a line or of doubtful voice: whether each agrees."""
    borrowed: bool = False
    """A verdict stands there that is somebody else's."""
    doubtful: tuple[Line, ...] = ()
    """Lines that may be quoted or the judge's own: they can take a verdict back, never give one."""


def find_text_form(passages: Iterable[Passage], said_by_others: Iterable[str]) -> TextForm:
    """Every statement in the judge's own words, in time that grows with the text only."""
    passages = tuple(passages)
    doubtful = [x for p in passages if p.voice == "doubtful" for x in p.lines]
    found = _Findings(list(_lines(passages)), doubtful)
    lines, starts = found.lines, found.starts
    own = _not_repeated(lines, starts, said_by_others)
    first = own[0][0] if own else len(lines)
    shown = any(_holds_statement(p) for p in passages if p.voice != "own" or p.fenced)
    return TextForm(
        before=tuple(lines[:first]),
        statements=_statements(lines, own, found.attributed | {i for i, _ in starts}),
        hedge=found.hedge(first, [statement for _, statement in own]),
        aside=tuple(found.aside),
        borrowed=shown or found.borrowed or len(own) < len(starts),
        doubtful=tuple(Line(text, own=True) for text in doubtful),
    )


class _Findings:
    """What one pass over the lines brings to light."""

    def __init__(self, lines: list[Line], doubtful: list[str]) -> None:
        self.lines = lines
        self.starts: list[tuple[int, Stated]] = []
        self.aside: list[bool] = []
        self.borrowed = False
        self.attributed: set[int] = set()
        """Lines with a verdict in the middle that they give to somebody else."""
        self._hedges: list[tuple[int, str, bool]] = []
        """Line number, line, and whether it only asks."""
        self._mentions = 0
        for index, line in enumerate(lines):
            if line.own:
                self._take(index, line.text)
        for text in doubtful:
            found = stated(text)
            self.aside += [found.agreed] if found else []
            self._take_mentions(len(lines), found.content if found else text, text)

    def hedge(self, first: int, own: list[Stated]) -> str:
        """The line that leaves agreement open; what is asked before a verdict is answered by it."""
        for index, text, asks in self._hedges:
            if not (asks and own and index < first):
                return text
        if any(s.agreed and not s.shouted for s in own):
            return next((x.text for x in self.lines if x.own and names_a_dispute(x.text)), "")
        return ""

    def _take(self, index: int, text: str) -> None:
        found = stated(text)
        if found is None:
            self._take_mentions(index, text, text)
        elif _is_anothers(self.lines, index):
            self.borrowed = True
        elif found.agreed and _is_wished_for(self.lines, index):
            self._hedges.append((index, text, False))
        else:
            self.starts.append((index, found))
            self._take_mentions(index, found.content, text)

    def _take_mentions(self, index: int, text: str, line: str) -> None:
        for mention in mentions(text):
            self._mentions += 1
            if self._mentions > _MOST_MENTIONS:
                raise Unreadable("the answer speaks of verdicts far too often: state one")
            if _is_cited(mention):
                self.attributed |= (
                    {index} if mention.colon and attributed(mention.before) else set()
                )
                continue
            if mention.agreed and _is_open(mention):
                self._hedges.append((index, line, _asks(mention)))
            if mention.colon:
                self.aside.append(mention.agreed)


def _lines(passages: tuple[Passage, ...]) -> Iterable[Line]:
    for passage in passages:
        if passage.voice in ("foreign", "doubtful"):
            yield Line("", own=False)
        elif passage.fenced:
            yield Line(f"```{passage.info}", own=False)
            yield from (Line(text, own=False) for text in passage.lines)
            yield Line("```", own=False)
        else:
            yield from (Line(text, own=passage.voice == "own") for text in passage.lines)


def _holds_statement(passage: Passage) -> bool:
    return any(stated(line.lstrip("> \t")) is not None for line in passage.lines)


def _is_open(mention: Mentioned) -> bool:
    """A wish, a condition, or a line that begins with the word and goes on as no verdict does."""
    begins = not mention.colon and not mention.before.strip(" \t#*_-+•0123456789.)")
    return begins or wishes(mention.before, mention.after)


def _asks(mention: Mentioned) -> bool:
    """Whether the sentence ends in a question mark, and not right behind the word."""
    end = re.search(r"[.!?]", mention.after)
    return end is not None and end[0] == "?" and end.start() > 0


def _is_cited(mention: Mentioned) -> bool:
    """In quotation marks or backticks, or given to somebody on the same line."""
    return mention.before[-1:] in tuple(_QUOTES) or attributed(mention.before)


def _is_anothers(lines: list[Line], index: int) -> bool:
    """Whether the last line with anything on it is the name of a speaker."""
    above = (x for x in reversed(lines[max(0, index - 4) : index]) if x.text.strip() or not x.own)
    return names_a_speaker(next(above, Line("", own=True)).text)


def _is_wished_for(lines: list[Line], index: int) -> bool:
    """The line before is the beginning of the same sentence: "I would say" / "CONSENSUS: …"."""
    above = lines[index - 1].text.rstrip("*_ \t") if index and lines[index - 1].own else ""
    unfinished = above[-1:].isalnum() or above[-1:] == ","
    return unfinished and wishes(above[-200:], "")


def _not_repeated(
    lines: list[Line], starts: list[tuple[int, Stated]], said_by_others: Iterable[str]
) -> list[tuple[int, Stated]]:
    """The statements that nobody else made before in the same words."""
    if len(starts) > _MOST_STATEMENTS:
        raise Unreadable(f"there are {len(starts)} lines that state a verdict: state one")
    if not starts:
        return starts
    others = [plain(text) for text in said_by_others]
    return [
        (index, found)
        for index, found in starts
        if not any(_opening(lines, index, found) in text for text in others)
    ]


def _opening(lines: list[Line], index: int, found: Stated) -> str:
    """The line of a statement; with the next one where it has nothing but its word."""
    opening = plain(lines[index].text.removeprefix(found.lead))
    if plain(found.content):
        return opening
    below = (plain(line.text) for line in lines[index + 1 : index + 10])
    return f"{opening} {next((text for text in below if text), chr(0))}"


def plain(text: str) -> str:
    """The text without decoration, white space or case, to compare what was said."""
    bare = text.translate(_NO_DECORATION)
    return " ".join(bare.split()).casefold()


_NO_DECORATION = str.maketrans(dict.fromkeys("*_`#>", " "))


def _statements(
    lines: list[Line], own: list[tuple[int, Stated]], left_out: set[int]
) -> tuple[Statement, ...]:
    """The statements with the lines that follow them, without those that are others' words."""
    found: list[Statement] = []
    for number, (index, statement) in enumerate(own):
        last = number + 1 == len(own)
        end = len(lines) if last else own[number + 1][0]
        rest = [lines[i] for i in range(index + 1, end) if i not in left_out]
        first = Line(statement.content, own=True)
        found.append(Statement(statement.agreed, (first, *rest), ends_text=last))
    return tuple(found)
