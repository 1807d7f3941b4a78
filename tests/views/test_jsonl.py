"""The stream of events as JSON lines is the log's own vocabulary."""

import io

from roundtable.core import events as e
from roundtable.core.events import read_event
from roundtable.testing.builders import session_start
from roundtable.testing.store_suite import stamped
from roundtable.views.jsonl import JsonLines

NASTY = 'line\r\nline\u2028line\x1b[2J "quoted" \\ \0 漢字 🏰'


class Pipe(io.StringIO):
    """Remembers how much had been written whenever it was flushed."""

    def __init__(self) -> None:
        super().__init__()
        self.flushed: list[int] = []

    def flush(self) -> None:
        self.flushed.append(len(self.getvalue()))


def test_every_event_is_one_line_that_reads_back_as_the_event() -> None:
    events: tuple[e.Event, ...] = (
        *stamped("s", 1, session_start(topic=NASTY), e.NoteAdded(text=NASTY)),
        e.Token(session="s", turn_key="discussion.1.1.Gawain", seat="Gawain", text=NASTY),
    )
    out = io.StringIO()
    view = JsonLines(out)
    for event in events:
        view.see(event)
    *lines, rest = out.getvalue().split("\n")
    assert rest == ""
    assert tuple(read_event(line) for line in lines) == events


def test_no_escape_sequence_of_a_model_stands_raw_in_the_stream() -> None:
    out = io.StringIO()
    JsonLines(out).see(e.NoteAdded(text=NASTY))
    assert not {"\x1b", "\r", "\0"} & set(out.getvalue())


def test_a_reader_at_the_other_end_gets_each_event_at_once() -> None:
    pipe = Pipe()
    view = JsonLines(pipe)
    for number in (1, 2):
        view.see(e.NoteAdded(text=str(number)))
        assert pipe.flushed[-1] == len(pipe.getvalue())


def test_nothing_in_it_drives_a_terminal() -> None:
    event = stamped("s", 1, e.NoteAdded(text="a\x9b2Jb\x7f\x85"))[0]
    out = io.StringIO()
    JsonLines(out).see(event)
    assert "\x9b" not in out.getvalue()
    assert "\x7f" not in out.getvalue()
    assert read_event(out.getvalue(), "s", 1) == event
