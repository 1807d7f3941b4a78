"""The reading of a large diff, event by event."""

from roundtable.core.events import ChunkStart, FindingsMerged, FindingsRead, FindingsUnreadable
from roundtable.core.reading_round import ReadingRound, read_on


def test_every_event_leaves_its_trace() -> None:
    start = ChunkStart(round="discussion", attempt=1, chunk=1, total=2, paths=("a.py",))
    read = FindingsRead(turn_key="k", seat="Gawain", chunk=1, findings=())
    unread = FindingsUnreadable(turn_key="l", seat="Kay", chunk=1, reason="?", final=False)
    merged = FindingsMerged(round="discussion", attempt=1, findings=())
    state = ReadingRound()
    for event in (start, read, unread, merged):
        state = read_on(state, event)
    assert state.chunks == (start,)
    assert state.read == {"k": read}
    assert state.unreadable == {"l": unread}
    assert state.merged == merged


def test_the_last_list_of_findings_counts() -> None:
    one = FindingsMerged(round="discussion", attempt=1, findings=())
    two = FindingsMerged(round="discussion", attempt=2, findings=())
    assert read_on(read_on(ReadingRound(), one), two).merged == two
