"""What it costs to prepare a large code base for review, beside reading it at all."""

import statistics
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import tree_sitter_python
from tree_sitter import Language, Parser

from roundtable.core.chunks import Chunk, chunk
from roundtable.core.tokens import estimate
from roundtable.merge.digest import interface_digest

TOKENS = 1_000_000
CHUNK_TOKENS = 20_000
REPEATS = 3
_PYTHON = Parser(Language(tree_sitter_python.language()))


@dataclass(frozen=True, slots=True)
class Figures:
    """Seconds, each for the whole code base."""

    read: float
    chunk: float
    digest: float
    parse: float
    """Tree-sitter's own part of the digests."""


def run() -> list[str]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        count = _write(folder)
        _measure(folder)  # the grammars load
        found = [_measure(folder) for _ in range(REPEATS)]
        files = _read(folder)
    chunks = chunk(files, CHUNK_TOKENS)
    read = statistics.median(f.read for f in found)
    cutting = statistics.median((f.read + f.chunk) / f.read for f in found)
    whole = statistics.median((f.read + f.chunk + f.digest) / f.read for f in found)
    seconds = statistics.median(f.read + f.chunk + f.digest for f in found)
    tokens = sum(one.tokens for one in chunks)
    parsing = statistics.median(f.digest / f.parse for f in found)
    digests = sum(estimate(interface_digest(path, text)) for path, text in files.items())
    return [
        f"chunking: {count:,} files of {tokens / 1e6:.2f}M tokens become {len(chunks)} chunks of "
        f"{_fill(chunks):.0%} on average, which takes {cutting:.2f}x reading and estimating them "
        f"({read * 1000:.0f} ms)",
        f"chunking: with the interface digests {whole:.0f}x, {seconds:.2f} s in all; they take "
        f"{parsing:.1f}x the bare parse and have {digests / tokens:.1%} of the tokens",
    ]


def _write(folder: Path) -> int:
    """The standard library's files, again under another name until there are enough."""
    tokens = count = turn = 0
    while tokens < TOKENS:
        for path, text in _library():
            copy = folder / f"copy{turn}" / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8")
            tokens += estimate(text)
            count += 1
            if tokens >= TOKENS:
                break
        turn += 1
    return count


def _library() -> Iterator[tuple[Path, str]]:
    root = Path(sysconfig.get_path("stdlib"))
    for path in sorted(root.rglob("*.py")):
        inside = path.relative_to(root)
        if inside.parts[0] not in ("test", "site-packages", "dist-packages", "idlelib"):
            yield inside, path.read_text(encoding="utf-8", errors="replace")


def _read(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.py"))
    }


def _measure(folder: Path) -> Figures:
    began = time.perf_counter()
    files = _read(folder)
    for text in files.values():
        estimate(text)
    read = time.perf_counter()
    chunk(files, CHUNK_TOKENS)
    cut = time.perf_counter()
    for path, text in files.items():
        interface_digest(path, text)
    digested = time.perf_counter()
    for source in [text.encode() for text in files.values()]:
        _PYTHON.parse(source)
    parsed = time.perf_counter()
    return Figures(read - began, cut - read, digested - cut, parsed - digested)


def _fill(chunks: tuple[Chunk, ...]) -> float:
    return statistics.mean(one.tokens / CHUNK_TOKENS for one in chunks)
