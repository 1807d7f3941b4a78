"""Frames on the wire."""

import json

from roundtable.core.events import NoteAdded, Token, read_event
from roundtable.views.stream import frame


def test_a_durable_event_is_named_and_carries_its_place_in_the_log() -> None:
    note = NoteAdded(session="s", seq=7, at="2026-01-01T00:00:00.000Z", text="Mind\nthe «gap».")
    mark, name, data, *rest = frame(note).decode().split("\n")
    assert (mark, name, rest) == ("id: 7", "event: note_added", ["", ""])
    assert read_event(data.removeprefix("data: ")) == note


def test_a_token_has_no_id_so_that_nobody_comes_back_to_it() -> None:
    told = frame(Token(turn_key="debate.1.1.Gawain", seat="Gawain", text="a\r\n\u2028b")).decode()
    assert "id:" not in told
    assert json.loads(told.split("data: ")[1])["text"] == "a\r\n\u2028b"
    assert told.count("\n") == 3
