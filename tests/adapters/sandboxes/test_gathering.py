"""A long output keeps its beginning and its end."""

from hypothesis import given
from hypothesis import strategies as st

from roundtable.adapters.sandboxes.gathering import HeadAndTail


def test_a_short_output_is_kept_whole() -> None:
    kept = HeadAndTail(10)
    for piece in (b"abc", b"", b"defg", b"hij"):
        kept.add(piece)
    assert kept.kept() == b"abcdefghij"
    assert not kept.cut


def test_of_a_long_output_the_middle_is_left_out_and_it_is_said() -> None:
    kept = HeadAndTail(10)
    kept.add(b"0123456789abcdef")
    assert kept.cut
    assert kept.kept() == b"01234\n[... 6 bytes left out ...]\nbcdef"


def test_a_bound_of_nothing_keeps_nothing() -> None:
    kept = HeadAndTail(0)
    kept.add(b"abc")
    assert kept.kept() == b"\n[... 3 bytes left out ...]\n"


@given(st.lists(st.binary(max_size=40)), st.integers(0, 60))
def test_however_it_arrives_the_same_is_kept(pieces: list[bytes], most: int) -> None:
    kept, whole = HeadAndTail(most), HeadAndTail(most)
    for piece in pieces:
        kept.add(piece)
    whole.add(b"".join(pieces))
    assert kept.kept() == whole.kept()
    assert kept.seen == len(b"".join(pieces))


def test_a_flood_does_not_fill_the_memory() -> None:
    kept = HeadAndTail(1000)
    for _ in range(10_000):
        kept.add(b"x" * 100)
    assert sum(map(len, kept._tail)) < 1000
