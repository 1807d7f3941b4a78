"""While a large change is read, the live table says how far that has come."""

from roundtable.core import events as e
from tests.core.summons import LARGE, opening
from tests.views.test_lanes import Screen, plain


async def test_the_foot_names_the_chunk_until_the_discussion_begins() -> None:
    log = opening(LARGE)
    chunks = [
        e.ChunkStart(round="summon", attempt=1, chunk=number, total=3, paths=("a.py",))
        for number in (1, 2)
    ]
    assert "reading chunk 2 of 3" in plain(await Screen().live(*log, *chunks))
    order = ("Gawain", "Lancelot", "Percival")
    round_ = e.DebateIteration(round="summon", attempt=1, iteration=1, order=order, blind=False)
    drawn = plain(await Screen().live(*log, *chunks, round_))
    assert "reading chunk" not in drawn
    assert "round 1 of 5" in drawn
