"""How a tree is cut for review: chunks, digests of what lies outside, and where the chunks meet."""

from roundtable.core.checks import Tree
from roundtable.core.chunks import Chunk, borders, chunk
from roundtable.core.tokens import estimate
from roundtable.merge.digest import interface_digest
from roundtable.merge.units import split_text

Borders = tuple[tuple[str, str, str], ...]


def plan_review(tree: Tree, chunk_tokens: int) -> tuple[tuple[Chunk, ...], dict[str, str], Borders]:
    """The chunks in the order in which they are read, a digest a file, the ties across chunks."""
    everything = sum(map(estimate, tree.values()))
    chunks = chunk(tree, 0 if everything <= chunk_tokens else chunk_tokens)
    if len(chunks) < 2:
        return chunks, {}, ()
    digests = {path: interface_digest(path, text) for path, text in tree.items()}
    definitions = {path: _defined(path, text) for path, text in tree.items()}
    ties = tuple(
        (tie.user, tie.definer, ", ".join(tie.names))
        for border in borders(chunks, definitions)
        for tie in border.ties
    )
    return chunks, digests, ties


def _defined(path: str, text: str) -> frozenset[str]:
    """The names by which other files know this one's units."""
    parts = split_text(path, text)
    if parts.language is None:
        return frozenset()
    named = ("function", "class", "type", "constant", "method")
    return frozenset(unit.bare.rsplit(".", 1)[-1] for unit in parts.units if unit.kind in named)
