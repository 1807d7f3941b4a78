"""Keys typed while the table works: a line becomes a note, Ctrl-C becomes a pause."""

import contextlib
from collections.abc import Callable, Iterator

from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys


class NoteLine:
    """A one-line editor without a screen of its own."""

    def __init__(self, on_change: Callable[[str], None], on_note: Callable[[str], None]) -> None:
        self._text = ""
        self._on_change = on_change
        self._on_note = on_note

    def press(self, key: KeyPress) -> None:
        if key.key in (Keys.ControlM, Keys.ControlJ):
            note, self._text = self._text.strip(), ""
            if note:
                self._on_note(note)
        elif key.key in (Keys.ControlH, Keys.Backspace):
            self._text = self._text[:-1]
        elif key.key == Keys.ControlU:
            self._text = ""
        elif key.key == Keys.ControlW:
            self._text = self._text.rstrip().rpartition(" ")[0]
        elif key.key == Keys.BracketedPaste:
            self._text += " ".join(key.data.split())
        elif len(key.data) == 1 and key.data.isprintable():
            self._text += key.data
        self._on_change(self._text)


@contextlib.contextmanager
def listening(line: NoteLine, on_interrupt: Callable[[], None]) -> Iterator[None]:
    """Pass the keys of the terminal to the line for as long as this lasts."""
    keyboard = create_input()

    def ready() -> None:
        for key in keyboard.read_keys():
            if key.key == Keys.ControlC:
                on_interrupt()
            else:
                line.press(key)

    with keyboard.raw_mode(), keyboard.attach(ready):
        yield
