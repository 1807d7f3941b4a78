"""The table in a real terminal: lanes, notes, pause, arrow keys. Read from the screen itself."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pyte
import pytest

from tests.e2e.conftest import set_up

COLUMNS, LINES = 120, 40

SLOWLY = 8
"""Words a second, for who acts in mid-speech: each of six turns takes some four seconds."""


class Terminal:
    """A command in a terminal of its own, and what its screen shows."""

    def __init__(self, folder: Path, *words: str) -> None:
        self._screen = pyte.HistoryScreen(COLUMNS, LINES, history=2000)
        self._stream = pyte.Stream(self._screen)
        self.process = pexpect.spawn(
            sys.executable,
            ["-m", "roundtable", *words],
            cwd=str(folder),
            dimensions=(LINES, COLUMNS),
            encoding="utf-8",
            env={"TERM": "xterm-256color", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        )

    @property
    def text(self) -> str:
        history = ["".join(row[x].data for x in range(COLUMNS)) for row in self._screen.history.top]
        return "\n".join(line.rstrip() for line in (*history, *self._screen.display))

    def wait(self, *wanted: str, seconds: float = 60) -> None:
        """Until all of this stands on the screen or has scrolled away."""
        ends = time.monotonic() + seconds
        while not all(word in self.text for word in wanted):
            assert time.monotonic() < ends, f"{wanted} did not appear:\n{self.text}"
            self._read()

    def _read(self) -> None:
        try:
            self._stream.feed(self.process.read_nonblocking(65536, timeout=0.2))
        except pexpect.TIMEOUT:
            return
        except pexpect.EOF:
            time.sleep(0.05)

    def ends_with(self, code: int) -> None:
        ends = time.monotonic() + 60
        while self.process.isalive() and time.monotonic() < ends:
            self._read()
        self._read()
        self.process.close()
        assert self.process.exitstatus == code, self.text


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_one(*words: str, pace: float = 60) -> Terminal:
        if not (tmp_path / ".roundtable").exists():
            set_up(tmp_path, words=30, words_per_second=pace)
        opened.append(Terminal(tmp_path, *words))
        return opened[-1]

    yield open_one
    for one in opened:
        one.process.close(force=True)


def test_lanes_votes_and_the_kings_choice_by_arrow_keys(
    terminal: Callable[..., Terminal],
) -> None:
    screen = terminal("discuss", "Shall we?", pace=400)
    screen.wait("Gawain (scripted rehearsal)", "round 1 of 5", "note >", "Ctrl-C pauses")
    screen.wait("vote of round 1", "the cost", "still open: 3 knights below 9")
    screen.wait("consensus among Gawain, Lancelot, Bors (scripted rehearsal)", "Decide later")
    screen.process.send("\x1b[B\r")  # down once, Enter
    screen.wait("The King's answer: self", "Outcome: consensus", "decisions.md")
    screen.ends_with(0)


def test_a_typed_note_is_shown_while_typing_and_taken_with_enter(
    terminal: Callable[..., Terminal],
) -> None:
    screen = terminal("discuss", "Shall we?", pace=SLOWLY)
    screen.wait("word word")
    screen.process.send("mind the cöst")
    screen.wait("note > mind the cöst")
    screen.process.send("\r")
    screen.wait("Note from the King: mind the cöst")
    screen.process.send("\x03")
    screen.wait("roundtable resume")
    screen.ends_with(21)


def test_ctrl_c_pauses_at_once_and_says_how_to_go_on(terminal: Callable[..., Terminal]) -> None:
    screen = terminal("discuss", "Shall we?", pace=SLOWLY)
    screen.wait("word word")
    screen.process.send("\x03")
    screen.wait("may have been billed", "Paused", "roundtable resume")
    screen.ends_with(21)
    again = terminal("resume")
    again.wait("Resumed", "vote of round 1")
    again.process.send("\x03")
    again.ends_with(21)


def test_a_second_ctrl_c_leaves_and_what_was_said_can_be_resumed(
    terminal: Callable[..., Terminal],
) -> None:
    screen = terminal("discuss", "Shall we?", pace=SLOWLY)
    screen.wait("word word")
    screen.process.send("\x03\x03")
    screen.wait("left; go on with: roundtable resume")
    screen.ends_with(130)
    again = terminal("resume")
    again.wait("broke off (crash)", "vote of round 1")
    again.process.send("\x03")
    again.ends_with(21)


def test_at_an_escalation_a_decree_can_be_typed(terminal: Callable[..., Terminal]) -> None:
    screen = terminal("discuss", "Shall we?", "--threshold", "10", "--rounds", "2", pace=0)
    screen.wait("No agreement after 2 rounds", "Give a decree", "Take Gawain")
    for _ in range(3):
        screen.process.send("\x1b[B")
    screen.process.send("\r")
    screen.wait("Your words")
    screen.process.send("We shall.\r")
    screen.wait("You have decided", "Do it yourself")
    screen.process.send("\x1b[B\r")
    screen.wait("Outcome: the King's decree")
    screen.ends_with(0)


def test_turning_away_from_a_question_leaves_it_open(terminal: Callable[..., Terminal]) -> None:
    screen = terminal("discuss", "Shall we?", pace=0)
    screen.wait("Decide later")
    screen.process.send("\x03")
    screen.wait("your answer is awaited")
    screen.ends_with(22)


def test_the_wizard_asks_and_writes_what_it_was_told(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    (tmp_path / ".roundtable").mkdir()
    screen = terminal("init")
    screen.wait("Name of the project")
    screen.process.send("-quest\r")
    screen.wait("Language the knights answer in")
    screen.process.send("\r")
    screen.wait("Who shall sit at the table?", "Lancelot (scripted rehearsal")
    screen.process.send("\r")
    screen.wait("Wrote .roundtable/config.json", "Next: roundtable discuss")
    screen.ends_with(0)
    assert '-quest",' in (tmp_path / ".roundtable" / "config.json").read_text()
