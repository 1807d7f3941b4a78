"""The recording in the README: `python -m docs.recording` runs the demo and draws what it shows.

The command is real and runs in a terminal of its own. Only time is changed: pauses are cut, and the
rest is played as fast as it must be to fit.
"""

import math
import os
import shlex
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pexpect
import pyte

from docs.animation import INK, PAPER, Frame, Look, Picture, Row, Run, animation
from roundtable.core.seats import REHEARSAL

HERE = Path(__file__).parent
COLUMNS, LINES = 100, 30
_AT_REST = 0.01
"""Seconds without output after which a screen is not half drawn."""
_READING = 2.0
"""Seconds that somebody looks at a question before they answer."""
_WHERE, _LAST_LINE = "\x1b[6n", f"\x1b[{LINES};1R"
"""A terminal is asked where its cursor is; after the first screen, it is on the last line."""
_LONGEST, _LAST = 38.0, 5.0
"""Seconds that all of it may take, and for which the last frame stays."""
_FRAMES_A_SECOND = 4
_COLOURS = {
    "black": "#484f58",
    "red": "#ff7b72",
    "green": "#3fb950",
    "brown": "#d29922",
    "blue": "#58a6ff",
    "magenta": "#bc8cff",
    "cyan": "#39c5cf",
    "white": "#d1d7e0",
    "brightblack": "#8b949e",
    "brightred": "#ffa198",
    "brightgreen": "#56d364",
    "brightbrown": "#e3b341",
    "brightblue": "#79c0ff",
    "brightmagenta": "#d2a8ff",
    "brightcyan": "#56d4dd",
    "brightwhite": "#ffffff",
}


@dataclass(frozen=True, slots=True)
class Take:
    """What is recorded, and what the person at the keyboard does."""

    words: tuple[str, ...]
    answers: Mapping[str, str] = field(default_factory=dict)
    """Keys to press when this stands on the screen and nothing moves."""
    seconds: float = 300
    """After which a command that has not ended is stopped."""


class Chunk(NamedTuple):
    """What was written at once, and when."""

    at: float
    text: str


DEMO = Take(("roundtable", "demo"), {"(arrow keys, Enter)": "\r"})
AROUND = Picture(
    title="roundtable demo",
    description="A terminal. Three scripted knights build a small command in seven rounds: they "
    "disagree about the requirements, each writes a candidate, a judge compares them by their "
    "tests, functions of all three are merged, a review finds one more bug, and all tests pass. "
    "Between the rounds the developer is asked whether to go on. Pauses are cut, and it plays "
    "faster than it ran.",
    label=f"{REHEARSAL}: no model is asked, nothing is spent",
    columns=COLUMNS,
    lines=LINES,
)


def written(take: Take, folder: Path) -> Iterator[Chunk]:
    """Run the command in a terminal of its own, and tell what it writes as it comes.

    One that fails or does not end in time is no recording.
    """
    process = pexpect.spawn(
        take.words[0],
        list(take.words[1:]),
        cwd=str(folder),
        dimensions=(LINES, COLUMNS),
        encoding="utf-8",
        env={
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
        },
    )
    began, since_keys = time.monotonic(), ""
    try:
        while time.monotonic() < began + take.seconds:
            try:
                text = process.read_nonblocking(65536, timeout=_READING)
            except pexpect.TIMEOUT:
                for wanted, keys in take.answers.items():
                    if wanted in since_keys:
                        process.send(keys)
                        since_keys = ""
                continue
            except pexpect.EOF:
                process.close()
                break
            if _WHERE in text:
                process.send(_LAST_LINE)
            since_keys += text
            yield Chunk(time.monotonic() - began, text)
    finally:
        process.close(force=True)
    if process.exitstatus != 0:
        raise RuntimeError(f"{shlex.join(take.words)} has not ended well: {process}")


def shown(chunks: Iterable[Chunk], prompt: str) -> list[Frame]:
    """Every screen at rest, from the prompt, a second before the command starts, to the end."""
    screen = pyte.Screen(COLUMNS, LINES)
    stream = pyte.Stream(screen)
    frames: list[Frame] = []
    begun = Chunk(-1, f"$ {prompt}\r\n")
    for chunk, following in pairwise((begun, *chunks, Chunk(math.inf, ""))):
        stream.feed(chunk.text)
        if following.at - chunk.at >= _AT_REST:
            rows = tuple(_row([screen.buffer[y][x] for x in range(COLUMNS)]) for y in range(LINES))
            if not frames or rows != frames[-1].rows:
                frames.append(Frame(chunk.at, rows))
    return frames


def _row(cells: Sequence[pyte.screens.Char]) -> Row:
    """A line of the screen as runs of one look; what is blank is left out."""
    runs: list[Run] = []
    for column, cell in enumerate(cells):
        look, last = _look(cell), runs[-1] if runs else None
        if not cell.data:
            continue  # the second half of a wide letter
        if last and last.look == look and last.column + len(last.text) == column:
            runs[-1] = replace(last, text=last.text + cell.data)
        else:
            runs.append(Run(column, cell.data, look))
    return tuple(run for run in runs if run.text.strip() or run.look.background)


def _look(cell: pyte.screens.Char) -> Look:
    colour, background = _colour(cell.fg), _colour(cell.bg)
    if cell.reverse:
        colour, background = background or PAPER, colour or INK
    return Look(colour, background, cell.bold, cell.italics, cell.underscore)


def _colour(name: str) -> str:
    """A colour as CSS writes it: one of the sixteen, or one that the command chose itself."""
    if name == "default":
        return ""
    return _COLOURS.get(name, f"#{name}")


def paced(frames: Sequence[Frame]) -> tuple[list[Frame], float]:
    """The frames as they are played, and for how long: pauses cut, then sped up to fit."""
    at = [0.0]
    for before, after in pairwise(frames):
        at.append(at[-1] + min(after.at - before.at, _READING))
    speed = max(1.0, at[-1] / (_LONGEST - _LAST))
    kept: dict[int, Frame] = {}
    for frame, moment in zip(frames, at, strict=True):
        # Of frames that are too close to be seen apart, the latest stays.
        slot = round(moment / speed * _FRAMES_A_SECOND)
        kept[slot] = replace(frame, at=slot / _FRAMES_A_SECOND)
    return list(kept.values()), at[-1] / speed + _LAST


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="roundtable-") as folder:
        chunks = list(written(DEMO, Path(folder)))
    frames, seconds = paced(shown(chunks, shlex.join(DEMO.words)))
    if not any(REHEARSAL in run.text for frame in frames for row in frame.rows for run in row):
        raise RuntimeError(f"the knights are not labelled as a {REHEARSAL}, but the picture is")
    (HERE / "demo.svg").write_text(animation(frames, seconds, AROUND), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
