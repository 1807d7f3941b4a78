"""How a tree is cut for review: small ones not at all, larger ones with digests and borders."""

import pytest

from roundtable.adapters.reviewing import plan_review
from roundtable.core.tokens import estimate

CART = """\
class Cart:
    def total(self):
        secret = 41
        return secret + 1


def empty_cart():
    return Cart()
"""
SHOP = "from cart import empty_cart\n\n\ndef open_shop():\n    return empty_cart().total()\n"
NOTES = "Words about empty_cart and open_shop.\n"
TREE = {"notes.md": NOTES, "shop.py": SHOP, "cart.py": CART}
SIZE = sum(map(estimate, TREE.values()))


def test_nothing_is_no_chunk() -> None:
    assert plan_review({}, 100) == ((), {}, ())


@pytest.mark.parametrize("tokens", [SIZE, SIZE + 1, 0])
def test_what_fits_into_one_chunk_needs_no_digest_and_has_no_border(tokens: int) -> None:
    chunks, digests, borders = plan_review(TREE, tokens)
    assert [chunk.paths for chunk in chunks] == [("cart.py", "shop.py", "notes.md")]
    assert (digests, borders) == ({}, ())


def test_one_token_less_and_the_tree_is_cut() -> None:
    chunks, _, _ = plan_review(TREE, SIZE - 1)
    assert [chunk.paths for chunk in chunks] == [("cart.py", "shop.py"), ("notes.md",)]
    assert all(chunk.tokens < SIZE for chunk in chunks)


def test_every_line_is_in_exactly_one_chunk() -> None:
    chunks, _, _ = plan_review(TREE, 20)
    assert len(chunks) > 3
    for path, text in TREE.items():
        parts = [part.text for chunk in chunks for part in chunk.parts if part.path == path]
        assert "".join(parts) == text


def test_a_digest_tells_every_files_signatures_without_its_bodies() -> None:
    _, digests, _ = plan_review(TREE, 50)
    assert set(digests) == set(TREE)
    assert "def total(self)" in digests["cart.py"]
    assert "secret" not in digests["cart.py"]
    assert digests["notes.md"] == "notes.md (1 line)"


def test_borders_tell_who_uses_what_of_whom_by_which_names() -> None:
    _, _, borders = plan_review({"cart.py": CART, "shop.py": SHOP}, 50)
    (border,) = borders
    user, definer, names = border
    assert (user, definer) == ("shop.py", "cart.py")
    assert {"empty_cart", "total"} <= set(names.split(", "))


def test_a_method_is_known_by_its_own_name_and_prose_defines_nothing() -> None:
    user = "def pay(cart):\n    return cart.total()\n"
    _, _, borders = plan_review({"pay.py": user, "trade.py": CART, "words.md": "pay total\n"}, 45)
    ties = {(one[0], one[1]): one[2] for one in borders}
    assert ties["pay.py", "trade.py"] == "total"
    assert not [definer for _, definer in ties if definer == "words.md"]


def test_files_that_do_not_know_each_other_have_no_border() -> None:
    tree = {"one.py": "def first():\n    return 1\n", "two.py": "def second():\n    return 2\n"}
    chunks, digests, borders = plan_review(tree, 12)
    assert len(chunks) == 2
    assert len(digests) == 2
    assert borders == ()
