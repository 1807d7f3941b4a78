"""Each piece to incorporate has one source, and an entry without one is refused."""

import pytest

from roundtable.core.parsing.labels import Labels
from roundtable.core.parsing.sources import incorporations
from roundtable.core.parsing.unreadable import Unreadable
from roundtable.core.verdicts import Incorporate

LABELS = Labels.of(("A", "B", "C"))


def read(*items: str, labels: Labels = LABELS) -> list[tuple[str, str, str, str]]:
    return [(i.file, i.unit, i.source, i.why) for i in incorporations(items, labels)]


@pytest.mark.parametrize(
    ("item", "piece"),
    [
        ("Cart.total (cart.py) from B — why", ("cart.py", "Cart.total", "B", "why")),
        ("Cart.total (cart.py) from Candidate B: why", ("cart.py", "Cart.total", "B", "why")),
        ("`Cart.total` from **B** (cart.py), why", ("cart.py", "Cart.total", "B", "why")),
        ("Cart.total from B in cart.py", ("cart.py", "Cart.total", "B", "")),
        ("take Cart.total from B's version", ("", "Cart.total", "B", "")),
        ("all of cart.py from C", ("cart.py", "*", "C", "")),
        ("(cart.py) from B — the rounding", ("cart.py", "", "B", "the rounding")),
        ("from B — the rounding", ("", "", "B", "the rounding")),
        ("B's `Cart.total` (cart.py) — why", ("cart.py", "Cart.total", "B", "why")),
        ("From B: cart.py", ("cart.py", "*", "B", "")),
        ("[B] Cart.total: why", ("", "Cart.total", "B", "why")),
        ("Cart.total (B)", ("", "Cart.total", "B", "")),
        ("Cart.total ← B", ("", "Cart.total", "B", "")),
        ("Replace Cart.total with B's version", ("", "Cart.total", "B", "")),
        ("Cart.total von B — genau", ("", "Cart.total", "B", "genau")),
        ("error handling from C", ("", "", "C", "error handling")),
        ("a loop in net.py from C — good", ("net.py", "", "C", "a loop in net.py — good")),
    ],
)
def test_one_piece(item: str, piece: tuple[str, str, str, str]) -> None:
    assert read(item) == [piece]


def test_several_pieces_in_one_entry() -> None:
    assert [(u, s) for _, u, s, _ in read("Cart.total from B, Cart.add from C")] == [
        ("Cart.total", "B"),
        ("Cart.add", "C"),
    ]
    assert [(u, s) for _, u, s, _ in read("B's Cart.total and C's Cart.add")] == [
        ("Cart.total", "B"),
        ("Cart.add", "C"),
    ]
    assert [(u, s) for _, u, s, _ in read("From B: Cart.total, Cart.add")] == [
        ("Cart.total", "B"),
        ("Cart.add", "B"),
    ]
    assert [(w, s) for _, _, s, w in read("logging from B, caching from C")] == [
        ("logging", "B"),
        ("caching", "C"),
    ]


@pytest.mark.parametrize(
    "item",
    [
        "Cart.total from B — better than the one from C",
        "Cart.total from B, unlike the rounding from A",
        "B's Cart.total — cleaner than A's, and C's has a bug",
    ],
)
def test_a_candidate_in_a_reason_is_no_source(item: str) -> None:
    assert [(u, s) for _, u, s, _ in read(item)] == [("Cart.total", "B")]


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ("better error messages", "does not say from which candidate"),
        ("retry from a decorator", "does not say from which candidate"),
        ("Cart.total from D", '"D" as a source'),
        ("Cart.total from candidate nine", '"nine" as a source'),
        ("Cart.total from B or C", "two sources"),
        ("Cart.total from B/C", "two sources"),
        ("Cart.total from B and C's tests", "two sources"),
        ("logging from B — structured, caching from C", "two sources"),
        ("from B", "does not say what"),
        ("B's ", "does not say"),
    ],
)
def test_an_entry_whose_source_is_not_certain_is_refused(item: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(item)


def test_names_are_sources_too() -> None:
    labels = Labels.of(("claude", "gpt"))
    assert incorporations(["GPT's error handling"], labels) == (
        Incorporate(file="", unit="", source="gpt", why="error handling"),
    )


def test_without_known_labels_what_stands_behind_from_is_the_source() -> None:
    assert read("Cart.total from gemini", labels=Labels()) == [("", "Cart.total", "gemini", "")]
    with pytest.raises(Unreadable):
        read("Cart.total from the others", labels=Labels())
