"""Which view a command shows a session in: live, plain lines, or JSON lines."""

import argparse
import contextlib
import sys
from collections.abc import AsyncIterator, Callable
from typing import Protocol, TextIO

from roundtable.core.events import Event
from roundtable.core.state import SessionState
from roundtable.views.jsonl import JsonLines
from roundtable.views.plain import PlainLines


class Screen(Protocol):
    interactive: bool
    """Whether the King can be asked here."""

    def see(self, event: Event) -> None: ...

    def showing(
        self, note: Callable[[str], None], interrupt: Callable[[], None]
    ) -> contextlib.AbstractAsyncContextManager[None]: ...

    def say(self, *lines: str) -> None:
        """Words of the program itself, after the session rests."""
        ...

    def restore(self) -> None:
        """Leave the terminal as it was found."""
        ...

    def anew(self) -> "Screen":
        """The same for another session."""
        ...


class PlainScreen:
    interactive = False

    def __init__(self, state: SessionState | None, out: TextIO) -> None:
        self._see = PlainLines(out, state).see
        self._out = out
        self._interrupt: Callable[[], None] | None = None

    def see(self, event: Event) -> None:
        try:
            self._see(event)
        except BrokenPipeError:
            # Whoever read along has left: nothing more is spent on words that nobody sees.
            interrupt, self._interrupt = self._interrupt, None
            if interrupt:
                interrupt()

    @contextlib.asynccontextmanager
    async def showing(
        self, note: Callable[[str], None], interrupt: Callable[[], None]
    ) -> AsyncIterator[None]:
        self._interrupt = interrupt
        yield

    def say(self, *lines: str) -> None:
        print("", *lines, sep="\n", file=self._out)

    def restore(self) -> None: ...

    def anew(self) -> "PlainScreen":
        return PlainScreen(None, self._out)


class JsonScreen(PlainScreen):
    """Events on stdout, and the program's own words on stderr."""

    def __init__(self) -> None:
        super().__init__(None, sys.stderr)
        self._see = JsonLines(sys.stdout).see

    def anew(self) -> "JsonScreen":
        return JsonScreen()


class LiveScreen:
    interactive = True

    def __init__(self, state: SessionState | None) -> None:
        from rich.console import Console

        from roundtable.views.lanes import LiveTable

        self._console = Console(highlight=False)
        self._table = LiveTable(self._console, state)
        self._cleanup = contextlib.ExitStack()

    def see(self, event: Event) -> None:
        self._table.see(event)

    @contextlib.asynccontextmanager
    async def showing(
        self, note: Callable[[str], None], interrupt: Callable[[], None]
    ) -> AsyncIterator[None]:
        from roundtable.apps.cli.keyboard import NoteLine, listening

        def typed(text: str) -> None:
            self._table.typed = text

        with contextlib.ExitStack() as self._cleanup:
            if sys.stdin.isatty():
                self._cleanup.enter_context(listening(NoteLine(typed, note), interrupt))
            async with self._table.showing():
                yield

    def say(self, *lines: str) -> None:
        self._console.print()
        for line in lines:
            self._console.print(line, style="dim", markup=False)

    def restore(self) -> None:
        self._cleanup.close()
        self._console.show_cursor()

    def anew(self) -> "LiveScreen":
        return LiveScreen(None)


def add_screen_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--json", action="store_true", help="the event stream as JSON lines, and nothing else"
    )
    group.add_argument("--plain", action="store_true", help="plain lines, also in a terminal")


def pick_screen(arguments: argparse.Namespace, state: SessionState | None = None) -> Screen:
    if arguments.json:
        return JsonScreen()
    if arguments.plain or not sys.stdout.isatty():
        return PlainScreen(state, sys.stdout)
    return LiveScreen(state)
