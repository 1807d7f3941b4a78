"""How a cutter says what it found: rough cuts by rows, before they become units with offsets."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from tree_sitter import Node

from roundtable.core.units import UnitKind

COMMENTS: Final = frozenset({"comment", "line_comment", "block_comment"})


@dataclass(slots=True)
class Cut:
    """A piece of a file by rows. A container's `members` are the units that stand inside it."""

    kind: UnitKind
    name: str
    nodes: list[Node]
    first: int
    last: int
    parent: str = ""
    overload: str = ""
    """The types that tell this one from others of its name, where a language has that."""
    own: bool = False
    """In a container's body: a field or the like, which belongs to the header."""
    joins: bool = False
    """One with the next cut of the same kind (imports) or name (overloads)."""
    body: tuple[int, int] | None = None
    """The rows of a container's body, without the lines of its braces where it has such."""
    members: list["Cut"] = field(default_factory=list)

    @property
    def own_rows(self) -> list[tuple[int, int]]:
        """The rows that belong to a container itself: its head, and what is between members."""
        runs = [[self.first, max(self.first, self.body[0] - 1 if self.body else self.last)]]
        seen = closed = False
        for item in self.members:
            if not item.own:
                seen = closed = True
            elif seen and closed:
                runs.append([item.first, item.last])
                closed = False
            else:
                runs[-1][1] = max(runs[-1][1], item.last)
        return [(first, last) for first, last in runs]


def cut_of(kind: UnitKind, name: str, *nodes: Node) -> Cut:
    return Cut(kind, name, list(nodes), nodes[0].start_point[0], last_row(nodes[-1]))


def last_row(node: Node) -> int:
    row, column = node.end_point
    return row - 1 if column == 0 and row > node.start_point[0] else row


def text_of(node: Node | None) -> str:
    if node is None or node.text is None:
        return ""
    return node.text.decode("utf-8", "replace")


def field_text(node: Node, name: str) -> str:
    return text_of(node.child_by_field_name(name))


def label_of(node: Node) -> str:
    """A name for what has none: the start of its first line."""
    line = (node.text or b"").lstrip()[:200].split(b"\n", 1)[0].decode("utf-8", "replace")
    words = " ".join(line.split())
    return words if len(words) <= 48 else words[:47] + "…"


def gather(
    children: Iterable[Node],
    classify: Callable[[Node], Cut | None],
    leading: frozenset[str] = frozenset(),
    floor: int = -1,
) -> list[Cut]:
    """Cuts in order; comments directly above a node, and `leading` nodes above it, go with it.

    Nothing on row `floor` or above it is taken.
    """
    cuts: list[Cut] = []
    above: list[Node] = []
    for node in children:
        if node.type in COMMENTS or node.type in leading:
            above.append(node)
            continue
        cut = classify(node)
        if cut is None:
            continue
        taken = cuts[-1].last if cuts else floor
        cut.first = _lead(cut, above, leading, taken)
        # What stands above a definition uses names too; the definition itself stays the last.
        bound = [one for one in above if one.type in leading and one.start_point[0] > taken]
        cut.nodes = bound + cut.nodes
        above = []
        _add(cuts, cut)
    _trail(cuts, above, leading)
    return cuts


def _trail(cuts: list[Cut], above: Sequence[Node], leading: frozenset[str]) -> None:
    """What stands above nothing: an attribute without its item is a piece of its own."""
    stray = [node for node in above if node.type in leading]
    if stray:
        _add(cuts, cut_of("statement", label_of(stray[0]), stray[0], stray[-1]))


def _lead(cut: Cut, above: Sequence[Node], leading: frozenset[str], taken: int) -> int:
    first = cut.first
    for node in reversed(above):
        start = node.start_point[0]
        bound = node.type in leading
        near = bound or last_row(node) >= first - 1 or _before(above, node, leading)
        if start <= taken or not near:
            break
        first = min(first, start)
    return first


def _before(above: Sequence[Node], comment: Node, leading: frozenset[str]) -> bool:
    """Whether an attribute stands above the comment: then both belong to what follows."""
    return any(n.type in leading and n.start_byte < comment.start_byte for n in above)


def _add(cuts: list[Cut], cut: Cut) -> None:
    """A unit is whole lines: what shares a line with the piece before it belongs to that piece."""
    if cuts and (cut.first <= cuts[-1].last or _join(cuts[-1], cut)):
        before = cuts[-1]
        before.nodes.extend(cut.nodes)
        before.last = max(before.last, cut.last)
        if not before.joins or before.kind != "imports":
            before.joins = cut.joins
        before.own = before.own or cut.own
        before.members.clear()
        before.body = None
    else:
        cuts.append(cut)


def _join(before: Cut, cut: Cut) -> bool:
    if not before.joins or before.kind != cut.kind or before.own != cut.own:
        return False
    return cut.joins if cut.kind == "imports" else cut.name == before.name


def fill(
    cut: Cut,
    body: Node,
    classify: Callable[[Node], Cut | None],
    leading: frozenset[str] = frozenset(),
    colon: Node | None = None,
    flatten: str = "",
) -> None:
    """Cut a container's body into members, if each of them has its lines for itself.

    The body is in braces, or begins below a `colon`. The children of a node of type `flatten`
    count as the body's own.
    """
    opening = body.start_point[0] if colon is None else colon.start_point[0]
    closing = last_row(body) + (0 if colon is None else 1)
    if cut.first == cut.last or closing <= opening:
        return
    children = body.children
    if colon is not None and colon.parent is not None:
        # A comment above the first member is taken for a part of the head.
        between = [one for one in colon.parent.children if one.type in COMMENTS]
        children = [one for one in between if colon.end_byte <= one.start_byte < body.start_byte]
        children += body.children
    if flatten:
        children = [
            one
            for child in children
            for one in (child.children if child.type == flatten else [child])
        ]
    cut.members = gather(children, classify, leading, opening)
    for item in cut.members:
        if item.first <= opening or item.last >= closing:
            item.own = True
    cut.body = (opening + 1, closing - 1)
