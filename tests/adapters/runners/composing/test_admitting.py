from roundtable.adapters.runners.composing.admitting import Keys, admit
from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.nodes import Fields
from roundtable.adapters.runners.composing.tree import read_tree

KEYS = Keys(taken=("image",), unneeded=("restart",), refused={"privileged": "no rights"})


def admitted(text: str) -> tuple[list[str], list[str], list[tuple[int, str]]]:
    docket = Docket("c")
    root = read_tree(text, docket)
    assert isinstance(root, Fields)
    taken, unneeded = admit(root, KEYS, docket)
    return [*taken], unneeded, [(refusal.line, refusal.reason) for refusal in docket.refusals]


def test_keys_are_read_or_not_needed_and_extensions_are_passed_over() -> None:
    text = "image: a\nrestart: always\nx-more: 1\n"
    assert admitted(text) == (["image"], ["restart"], [])


def test_a_refused_key_is_told_with_its_reason_unless_it_asks_for_nothing() -> None:
    assert admitted("image: a\nprivileged: true\n")[2] == [(2, "no rights")]
    assert admitted("privileged: false\n")[2] == []
    assert admitted("privileged: []\n")[2] == []


def test_a_key_that_is_not_known_is_refused_even_if_it_asks_for_nothing() -> None:
    assert admitted("other: false\n")[2] == [(1, "this key is not known here")]


def test_a_key_close_to_a_known_one_is_answered_with_it() -> None:
    assert admitted("imgae: a\n")[2] == [(1, "this key is not known here; did you mean image?")]
    assert "privileged?" in admitted("PRIVILEGED: 1\n")[2][0][1]
