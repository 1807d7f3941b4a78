"""Frames of a terminal as one SVG that plays by itself: CSS only, no script, no font of its own.

Every different row is drawn once and used wherever it stands. All frames hang below each other in a
reel that jumps from one to the next. Boxes are drawn as lines, so that they join in any font, and
text is set anew after every gap, so that columns stay columns.
"""

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

WIDTH, HEIGHT = 8, 18
"""A cell, in pixels; the font is as large as fits most fonts of equal width into it."""
_BAR, _MARGIN = 34, 12
_FONT = "13.3px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
INK, PAPER, _FAINT = "#d1d7e0", "#0d1117", "#9198a1"
_LINES = {
    "─": "M{left} {centre}h{length}",
    "│": "M{middle} 0v{bottom}",
    "╭": "M{middle} {bottom}Q{middle} {centre} {right} {centre}",
    "╮": "M{left} {centre}Q{middle} {centre} {middle} {bottom}",
    "╰": "M{middle} 0Q{middle} {centre} {right} {centre}",
    "╯": "M{left} {centre}Q{middle} {centre} {middle} 0",
}
_PIECES = re.compile(r"─+|[│╭╮╰╯]|[^─│╭╮╰╯ ]+(?: [^─│╭╮╰╯ ]+)*")


@dataclass(frozen=True, slots=True)
class Look:
    colour: str = ""
    """As `#rrggbb`; empty for the terminal's own."""
    background: str = ""
    bold: bool = False
    italic: bool = False
    underlined: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one look, from a column on."""

    column: int
    text: str
    look: Look


Row = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    at: float
    """In seconds, from the start of whatever the frames are of."""
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """What stands around the terminal."""

    title: str
    """Read aloud in place of the picture, and shown in the bar."""
    description: str
    label: str
    """Shown in the bar as long as it plays."""
    columns: int
    lines: int


def animation(frames: Sequence[Frame], seconds: float, picture: Picture) -> str:
    """The frames, each from its time on; the last one stays until `seconds` are over.

    The last is also what is seen where nothing may move.
    """
    rows = _numbered("r", (row for frame in frames for row in frame.rows if row))
    looks = _numbered("k", (run.look for row in rows for run in row if run.look != Look()))
    wide, tall = picture.columns * WIDTH, picture.lines * HEIGHT
    width, height = wide + 2 * _MARGIN, tall + _BAR + 2 * _MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" aria-labelledby="title desc">',
            f'<title id="title">{html.escape(picture.title)}</title>',
            f'<desc id="desc">{html.escape(picture.description)}</desc>',
            "<style>",
            *_style(frames, seconds, tall),
            *(f".{name}{{{_css(look)}}}" for look, name in looks.items()),
            "</style>",
            "<defs>",
            *(f'<g id="{name}">{"".join(_drawn(row, looks))}</g>' for row, name in rows.items()),
            "</defs>",
            *_window(width, height, picture),
            f'<svg x="{_MARGIN}" y="{_BAR + _MARGIN}" width="{wide}" height="{tall}">',
            '<g class="reel">',
            *("".join(_used(frame, rows, n * tall)) for n, frame in enumerate(frames)),
            "</g>",
            "</svg>",
            "</svg>",
            "",
        ]
    )


def _numbered(letter: str, items: Iterable[T]) -> dict[T, str]:
    """A short name for each different item, in the order in which they come."""
    return {item: f"{letter}{n:x}" for n, item in enumerate(dict.fromkeys(items))}


def _style(frames: Sequence[Frame], seconds: float, tall: int) -> Iterator[str]:
    yield f"text{{font:{_FONT};fill:currentColor}}"
    yield "path{fill:none;stroke:currentColor}"
    yield f"svg{{color:{INK}}}"
    yield f".bar{{color:{_FAINT}}}"
    yield (
        f".reel{{transform:translateY({-(len(frames) - 1) * tall}px);"
        f"animation:play {seconds:.2f}s step-end infinite}}"
    )
    yield "@media(prefers-reduced-motion:reduce){.reel{animation:none}}"
    yield "@keyframes play{"
    for number, frame in enumerate(frames):
        yield f"{frame.at / seconds:.3%}{{transform:translateY({-number * tall}px)}}"
    yield "}"


def _css(look: Look) -> str:
    return ";".join(
        part
        for part, wanted in (
            (f"color:{look.colour}", look.colour),
            ("font-weight:700", look.bold),
            ("font-style:italic", look.italic),
            ("text-decoration:underline", look.underlined),
        )
        if wanted
    )


def _window(width: int, height: int, picture: Picture) -> Iterator[str]:
    yield (
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8" '
        f'fill="{PAPER}" stroke="#3d444d"/>'
    )
    yield f'<path d="M0 {_BAR}h{width}" color="#3d444d"/>'
    yield f'<text class="bar" x="{_MARGIN}" y="22">{html.escape(picture.title)}</text>'
    yield (
        f'<text class="bar" x="{width - _MARGIN}" y="22" text-anchor="end">'
        f"{html.escape(picture.label)}</text>"
    )


def _used(frame: Frame, rows: Mapping[Row, str], top: int) -> Iterator[str]:
    for number, row in enumerate(frame.rows):
        if row:
            yield f'<use href="#{rows[row]}" y="{top + number * HEIGHT}"/>'


def _drawn(row: Row, looks: Mapping[Look, str]) -> Iterator[str]:
    for run in row:
        shown = f' class="{looks[run.look]}"' if run.look in looks else ""
        if run.look.background:
            yield (
                f'<rect x="{run.column * WIDTH}" width="{len(run.text) * WIDTH}" '
                f'height="{HEIGHT}" fill="{run.look.background}"/>'
            )
        lines = ""
        for piece in _PIECES.finditer(run.text):
            left = (run.column + piece.start()) * WIDTH
            if piece[0][0] in _LINES:
                lines += _line(piece[0], left)
            else:
                yield f'<text{shown} x="{left}" y="13">{html.escape(piece[0], quote=False)}</text>'
        if lines:
            yield f'<path{shown} d="{lines}"/>'


def _line(piece: str, left: int) -> str:
    """A piece of a box, to the very edges of its cell."""
    return _LINES[piece[0]].format(
        left=left,
        middle=left + WIDTH // 2,
        right=left + WIDTH,
        length=len(piece) * WIDTH,
        centre=HEIGHT // 2,
        bottom=HEIGHT,
    )
