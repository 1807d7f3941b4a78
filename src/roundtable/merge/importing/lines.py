"""Where a line that imports something is put into a file: the steps that all languages share."""

from collections.abc import Callable, Iterable
from typing import Final

from tree_sitter import Node

from roundtable.merge.cutting import COMMENTS, last_row
from roundtable.merge.indent import lead_at, look_of
from roundtable.merge.units import Split

_BOM: Final = b"\xef\xbb\xbf"
_OPENING: Final = (b"#!", b"//!", b"/*!")
"""Comments that must stay first: a shebang, what Rust says of a whole file."""


def line_end(source: bytes, offset: int) -> int:
    """The end of the line at this offset, before its line end."""
    end = source.find(b"\n", offset)
    if end < 0:
        return len(source)
    return end - 1 if source[end - 1 : end] == b"\r" and end > offset else end


def after(split: Split, node: Node, lines: Iterable[str], blank: bool = False) -> bytes:
    """The source with lines put below the node; with a blank line between if asked."""
    newline = look_of(split).newline
    at = line_end(split.source, node.end_byte)
    gap = newline * (2 if blank else 1)
    text = newline.join(line.encode("utf-8", "surrogatepass") for line in lines)
    return split.source[:at] + gap + text + split.source[at:]


def at_top(split: Split, lines: Iterable[str], preamble: Callable[[Node], bool]) -> bytes:
    """The source with lines put at its top, below its preamble and its opening comments."""
    newline = look_of(split).newline
    text = newline.join(line.encode("utf-8", "surrogatepass") for line in lines)
    last = _last_of_preamble(split, preamble)
    source = split.source
    if last is not None:
        at = line_end(source, max(last.start_byte, last.end_byte - 1))
        below = source[at:]
        apart = not below.strip() or below.count(b"\n", 0, len(below) - len(below.lstrip())) > 1
        return source[:at] + newline * 2 + text + (b"" if apart else newline) + below
    at = len(_BOM) if source.startswith(_BOM) else 0
    rest = source[at:]
    gap = newline * _breaks(split, rest)
    return source[:at] + text + gap + rest


def _breaks(split: Split, rest: bytes) -> int:
    """Line ends between the imports and what follows them at the top of a file."""
    if not rest.strip() or rest.startswith((b"\n", b"\r\n")):
        return 1
    block = split.units[0].kind in ("function", "class") if split.units else False
    return 3 if split.language == "python" and block else 2


def _last_of_preamble(split: Split, preamble: Callable[[Node], bool]) -> Node | None:
    last: Node | None = None
    children = split.tree.root_node.children if split.tree else []
    comments: list[Node] = []
    for node in children:
        if node.type in COMMENTS or node.type == "hash_bang_line":
            comments.append(node)
        elif preamble(node):
            last, comments = node, []
        else:
            break
    return _opening_comment(comments, children) or last


def _opening_comment(comments: list[Node], children: list[Node]) -> Node | None:
    """Comments at the top that stand apart from the code below them: a licence, a shebang."""
    following = next(
        (n for n in children if comments and n.start_byte > comments[-1].start_byte), None
    )
    kept = comments[:]
    row = following.start_point[0] if following else None
    while kept and row is not None and last_row(kept[-1]) >= row - 1:
        row = kept[-1].start_point[0]
        if (kept[-1].text or b"").startswith(_OPENING):
            break
        kept.pop()
    return kept[-1] if kept else None


def extended(split: Split, node: Node, items: list[Node], item: str) -> bytes:
    """A list of names with one more at its end, in the manner it is written."""
    last = items[-1]
    source = split.source
    added = item.encode("utf-8", "surrogatepass")
    apart = len(items) > 1 and items[-2].start_point[0] != last.start_point[0]
    closing = node.children[-1]
    alone = closing.type in (")", "}") and closing.start_point[0] > last.start_point[0]
    if not alone or not (apart or len(items) == 1):
        return source[: last.end_byte] + b", " + added + source[last.end_byte :]
    commas = (c for c in node.children if c.type == "," and c.start_byte >= last.end_byte)
    comma = next(commas, None)
    at = comma.end_byte if comma else last.end_byte
    lead = lead_at(source, last.start_byte)
    text = (b"" if comma else b",") + look_of(split).newline + lead + added
    return source[:at] + text + (b"," if comma else b"") + source[at:]
