"""Words of models, files and people as safe HTML: a small part of Markdown, all else as text.

Every character from outside passes through `escape`; the tags are only those written here. Nothing
becomes a link or an image, and nothing is left out: what is not understood stands as written.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, Literal

from markupsafe import Markup, escape

from roundtable.views.figures import plural

Kind = Literal["code", "heading", "list", "quote", "grid", "rule", "words"]

LONG_CODE: Final = 14
"""Lines of code that are shown without folding."""
_LONG_JSON: Final = 3
"""A block for the program is folded sooner: what it says is told beside it."""

_FENCE: Final = re.compile(r"^ {0,3}(`{3,}|~{3,})([^`\n]*)$")
_HEADING: Final = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*)$")
_ITEM: Final = re.compile(r"^([ \t]*)([-*+]|(?:0|[1-9][0-9]{0,5})[.)])[ \t]+(\S.*)$")
_QUOTE: Final = re.compile(r"^ {0,3}> ?(.*)$")
_GRID: Final = re.compile(r"^ {0,3}\|")
_RULE: Final = re.compile(r"^ {0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*$")
_FILE: Final = re.compile(r"^[ \t#*`]{0,12}FILE[ \t]?[:=]")
_SIGNS: Final = frozenset("`~#-*+_>|0123456789")
"""What a line begins with that is not words; most lines need no further look."""
_MARKS: Final = re.compile(r"(`+|\*\*)")

# All tags there are. Put together by hand, since formatting takes thirty times as long.
_NOTHING: Final = Markup("")
_P, _P_END = Markup("<p>"), Markup("</p>")
_HEAD, _HEAD_END = Markup("<p class=head><strong>"), Markup("</strong></p>")
_PRE, _PRE_END = Markup("<pre>\n"), Markup("</pre>")
_OL, _OL_END = Markup("<ol>"), Markup("</ol>")
_UL, _UL_END = Markup("<ul>"), Markup("</ul>")
_ROWS: Final = tuple(Markup("<li class=in{}>").format(depth) for depth in range(4))
_ROW_END: Final = Markup("</li>")
_QUOTED, _QUOTED_END = Markup("<blockquote>"), Markup("</blockquote>")
_CODE, _CODE_END = Markup("<code>"), Markup("</code>")
_BOLD, _BOLD_END = Markup("<strong>"), Markup("</strong>")
_LINE: Final = Markup("<hr>")


@dataclass(frozen=True, slots=True)
class Block:
    kind: Kind
    lines: tuple[str, ...]
    info: str = ""
    """What stands behind the opening fence."""
    title: str = ""
    """The line above the fence that names the file."""

    @property
    def folded(self) -> bool:
        most = _LONG_JSON if self.info.lower().startswith("json") else LONG_CODE
        return self.kind == "code" and (bool(self.title) or len(self.lines) > most)

    @property
    def weight(self) -> int:
        """How many characters stand on the page before anything is unfolded."""
        return 0 if self.folded else sum(map(len, self.lines))


def prose(text: str) -> Markup:
    """The text in blocks: paragraphs, lists, headings as bold words, code."""
    return shown(blocks(text))


def shown(found: Sequence[Block]) -> Markup:
    return Markup("\n").join(_RENDER[block.kind](block) for block in found)


def inline(text: str) -> Markup:
    """Words within a line: code between backticks and bold words, nothing else."""
    if "`" not in text and "**" not in text:
        return escape(text)
    return _NOTHING.join(_bold([piece for piece in _spans(_MARKS.split(text)) if piece]))


def code(text: str, label: str = "", folded: bool = False) -> Markup:
    """Preformatted text, if wanted behind a line that opens it."""
    # The parser of HTML drops a line feed right after the tag, so one is given away.
    body = _PRE + escape(text) + _PRE_END
    if not folded:
        return body
    lines = plural(text.count("\n") + bool(text and not text.endswith("\n")), "line")
    title = f"{label} · {lines}" if label else lines
    return Markup("<details class=code><summary>{}</summary>{}</details>").format(title, body)


def blocks(text: str) -> tuple[Block, ...]:
    found: list[Block] = []
    for block in _cut(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
        if block.kind == "code" and found and _names_a_file(found[-1]):
            above = found.pop()
            if above.lines[:-1]:
                found.append(replace(above, lines=above.lines[:-1]))
            found.append(replace(block, title=above.lines[-1].strip(" \t#*")))
        else:
            found.append(block)
    return tuple(found)


def _names_a_file(block: Block) -> bool:
    return block.kind in ("words", "heading") and bool(_FILE.match(block.lines[-1]))


def _cut(lines: list[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        kind = _kind(lines[at])
        end = _ENDS[kind](lines, at)
        yield _block(kind, lines[at:end])
        at = end


def _kind(line: str) -> Kind:
    if line.lstrip(" \t")[:1] not in _SIGNS:
        return "words"
    starts: tuple[tuple[Kind, re.Pattern[str]], ...] = (
        ("code", _FENCE),
        ("heading", _HEADING),
        ("rule", _RULE),
        ("list", _ITEM),
        ("quote", _QUOTE),
        ("grid", _GRID),
    )
    return next((kind for kind, pattern in starts if pattern.match(line)), "words")


def _block(kind: Kind, lines: list[str]) -> Block:
    if kind != "code":
        return Block(kind, tuple(lines))
    fence = _FENCE.match(lines[0])
    assert fence is not None
    closed = len(lines) > 1 and _closes(lines[-1], fence[1])
    return Block(kind, tuple(lines[1 : -1 if closed else None]), fence[2].strip())


def _closes(line: str, mark: str) -> bool:
    fence = _FENCE.match(line)
    return bool(fence and fence[1].startswith(mark) and not fence[2].strip())


def _end_of_code(lines: list[str], at: int) -> int:
    """Behind the closing fence; a fence that nobody closes holds the rest."""
    fence = _FENCE.match(lines[at])
    assert fence is not None
    inside = range(at + 1, len(lines))
    return next((i + 1 for i in inside if _closes(lines[i], fence[1])), len(lines))


def _end_of_line(lines: list[str], at: int) -> int:
    return at + 1


def _end_of_run(*kinds: Kind) -> Callable[[list[str], int], int]:
    """Up to a blank line or a line that begins something else."""

    def end(lines: list[str], at: int) -> int:
        following = range(at + 1, len(lines))
        ends = (i for i in following if not lines[i].strip() or _kind(lines[i]) not in kinds)
        return next(ends, len(lines))

    return end


_ENDS: Final[dict[Kind, Callable[[list[str], int], int]]] = {
    "code": _end_of_code,
    "heading": _end_of_line,
    "rule": _end_of_line,
    "list": _end_of_run("list", "words"),
    "quote": _end_of_run("quote"),
    "grid": _end_of_run("grid"),
    "words": _end_of_run("words"),
}


def _code(block: Block) -> Markup:
    text = "\n".join(block.lines)
    if block.folded:
        return code(text, " · ".join(filter(None, (block.title, block.info))), folded=True)
    if not block.info:
        return code(text)
    return Markup("<p class=info>{}</p>").format(block.info) + code(text)


def _heading(block: Block) -> Markup:
    found = _HEADING.match(block.lines[0])
    assert found is not None
    return _HEAD + inline(found[1]) + _HEAD_END


def _list(block: Block) -> Markup:
    """One list for each run of bullets or of numbers; deeper items are set in by their class."""
    parts: list[Markup] = []
    runs = groupby(_items(block.lines), key=lambda item: item[1][0].isdigit())
    for numbered, items in runs:
        parts.append(_OL if numbered else _UL)
        for depth, mark, words in items:
            row = _number(depth, mark) if numbered else _ROWS[depth]
            parts += [row, inline(words), _ROW_END]
        parts.append(_OL_END if numbered else _UL_END)
    return _NOTHING.join(parts)


def _number(depth: int, mark: str) -> Markup:
    return Markup('<li class=in{} value="{}">').format(depth, int(mark[:-1]))


def _items(lines: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Depth, mark and words of each item; a line without a mark goes on with the item before."""
    depth, mark, words = 0, "", ""
    for line in lines:
        found = _ITEM.match(line)
        if found is None:
            words += f"\n{line.strip()}"
            continue
        if mark:
            yield depth, mark, words
        depth = min(3, len(found[1].expandtabs(4)) // 2)
        mark, words = found[2], found[3]
    yield depth, mark, words


def _quote(block: Block) -> Markup:
    words = "\n".join(found[1] for found in map(_QUOTE.match, block.lines) if found)
    return _QUOTED + inline(words) + _QUOTED_END


def _grid(block: Block) -> Markup:
    return _PRE + escape("\n".join(block.lines)) + _PRE_END


def _rule(_: Block) -> Markup:
    return _LINE


def _words(block: Block) -> Markup:
    if all(line.startswith(("    ", "\t")) for line in block.lines):
        return code("\n".join(block.lines))
    return _P + inline("\n".join(map(str.strip, block.lines))) + _P_END


_RENDER: Final[dict[Kind, Callable[[Block], Markup]]] = {
    "code": _code,
    "heading": _heading,
    "list": _list,
    "quote": _quote,
    "grid": _grid,
    "rule": _rule,
    "words": _words,
}


def _spans(tokens: list[str]) -> Iterator[str | Markup]:
    """Code between equal runs of backticks; the rest as it was."""
    last = {token: index for index, token in enumerate(tokens) if index % 2}
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if at % 2 and token[0] == "`" and last[token] > at:
            end = tokens.index(token, at + 1)
            yield _CODE + escape("".join(tokens[at + 1 : end])) + _CODE_END
            at = end + 1
        else:
            yield token
            at += 1


def _bold(pieces: list[str | Markup]) -> Iterator[Markup]:
    """`**` opens before a word and closes behind one; what has no partner stays as written."""
    closing = [i for i, piece in enumerate(pieces) if piece == "**" and _can_close(pieces, i)]
    opened = False
    for index, piece in enumerate(pieces):
        if piece != "**" or isinstance(piece, Markup):
            yield escape(piece)
        elif opened and _can_close(pieces, index):
            opened = False
            yield _BOLD_END
        elif not opened and _can_open(pieces, index) and closing and closing[-1] > index:
            opened = True
            yield _BOLD
        else:
            yield escape(piece)


def _can_open(pieces: list[str | Markup], index: int) -> bool:
    before, behind = _around(pieces, index)
    return not before.isalnum() and bool(behind) and not behind.isspace()


def _can_close(pieces: list[str | Markup], index: int) -> bool:
    before, behind = _around(pieces, index)
    return not behind.isalnum() and bool(before) and not before.isspace()


def _around(pieces: list[str | Markup], index: int) -> tuple[str, str]:
    before = pieces[index - 1][-1:] if index else ""
    behind = pieces[index + 1][:1] if index + 1 < len(pieces) else ""
    return str(before), str(behind)
