"""Keys typed while the table works: a line is edited, becomes a note, or Ctrl-C a pause."""

import asyncio
import os
import pty
import sys
from collections.abc import Callable, Iterator

import pytest
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from roundtable.apps.cli.keyboard import NoteLine, listening


class Desk:
    """A line with what it showed and what it sent."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.notes: list[str] = []
        self.line = NoteLine(self.shown.append, self.notes.append)

    @property
    def text(self) -> str:
        return self.shown[-1]

    def type(self, text: str) -> None:
        for character in text:
            self.line.press(KeyPress(character, character))

    def press(self, *keys: Keys, data: str | None = None) -> None:
        for key in keys:
            self.line.press(KeyPress(key, data))


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_what_is_typed_is_shown_as_it_grows(desk: Desk) -> None:
    desk.type("abc")
    assert desk.shown == ["a", "ab", "abc"]
    assert desk.notes == []


@pytest.mark.parametrize("key", [Keys.ControlM, Keys.ControlJ])
def test_enter_sends_the_note_and_empties_the_line(desk: Desk, key: Keys) -> None:
    desk.type("  mind the backups ")
    desk.press(key)
    assert desk.notes == ["mind the backups"]
    assert desk.text == ""


def test_an_empty_line_sends_nothing(desk: Desk) -> None:
    desk.press(Keys.ControlM)
    desk.type("   ")
    desk.press(Keys.ControlM)
    assert desk.notes == []
    assert desk.text == ""


@pytest.mark.parametrize("text", ["größe", "日本語", "naïve", "Привет", "🗡"])
def test_every_script_can_be_typed(desk: Desk, text: str) -> None:
    desk.type(text)
    desk.press(Keys.ControlM)
    assert desk.notes == [text]


@pytest.mark.parametrize("key", [Keys.ControlH, Keys.Backspace])
def test_backspace_takes_one_character_and_nothing_from_nothing(desk: Desk, key: Keys) -> None:
    desk.type("né")
    desk.press(key)
    assert desk.text == "n"
    desk.press(key, key)
    assert desk.text == ""


def test_control_u_empties_the_line(desk: Desk) -> None:
    desk.type("never mind")
    desk.press(Keys.ControlU)
    assert desk.text == ""


def test_control_w_takes_the_last_word(desk: Desk) -> None:
    desk.type("mind the backups ")
    desk.press(Keys.ControlW)
    assert desk.text.rstrip() == "mind the"
    desk.press(Keys.ControlW, Keys.ControlW, Keys.ControlW)
    assert desk.text == ""


def test_pasted_lines_become_one_line_and_send_nothing_by_themselves(desk: Desk) -> None:
    desk.type("see: ")
    desk.press(Keys.BracketedPaste, data="first\n\tsecond\r\n")
    assert desk.text == "see: first second"
    assert desk.notes == []


@pytest.mark.parametrize("key", [Keys.Up, Keys.F1, Keys.Escape, Keys.ControlA, Keys.Tab])
def test_other_keys_leave_the_line_as_it_is(desk: Desk, key: Keys) -> None:
    desk.type("ab")
    desk.press(key, data="\x1b[A")
    assert desk.text == "ab"


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The far end of a terminal that is this process's standard input."""
    far, near = pty.openpty()
    with open(near, encoding="utf-8") as stdin:  # noqa: PTH123 -- a descriptor has no path
        monkeypatch.setattr(sys, "stdin", stdin)
        yield far
    os.close(far)


async def until(happened: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not happened():
            await asyncio.sleep(0.005)


async def test_a_terminal_is_listened_to_for_as_long_as_it_lasts(terminal: int) -> None:
    desk, interrupts = Desk(), list[None]()
    with listening(desk.line, lambda: interrupts.append(None)):
        os.write(terminal, "mind the gröβe\r".encode())
        await until(lambda: desk.notes)
        os.write(terminal, b"half\x03")
        await until(lambda: interrupts)
    assert desk.notes == ["mind the gröβe"]
    assert desk.text == "half"
    assert interrupts == [None]
    os.write(terminal, b"unheard\r")
    await asyncio.sleep(0.05)
    assert desk.notes == ["mind the gröβe"]
