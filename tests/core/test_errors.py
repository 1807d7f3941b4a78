"""The error tree is as its docstring draws it."""

import re
from collections.abc import Iterator

import pytest

import roundtable.adapters.applying.refusals  # noqa: F401 -- its error is a leaf of the tree
from roundtable.core import errors
from roundtable.core.errors import LASTING, ErrorKind, KnightError, RoundtableError

LINE = re.compile(r"^(?P<branch>[│├└─ ]*)(?P<name>[A-Z]\w+) +(?:exit +)?(?P<code>\d+)\b")
INDENT = 4


def descendants(cls: type[RoundtableError]) -> Iterator[type[RoundtableError]]:
    yield cls
    for child in cls.__subclasses__():
        if child.__module__.startswith("roundtable."):
            yield from descendants(child)


def drawn() -> dict[str, tuple[str, int]]:
    """Each name of the docstring with its parent's name and its exit code."""
    found: dict[str, tuple[str, int]] = {}
    path: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        match = LINE.match(line)
        if match:
            depth = len(match["branch"]) // INDENT
            path = [*path[:depth], match["name"]]
            found[match["name"]] = (path[depth - 1] if depth else "", int(match["code"]))
    return found


def test_the_docstring_draws_every_error_with_its_parent_and_exit_code() -> None:
    real = {
        cls.__name__: (
            cls.__bases__[0].__name__ if cls is not RoundtableError else "",
            cls.exit_code,
        )
        for cls in descendants(RoundtableError)
    }
    assert drawn() == real


def test_every_family_of_errors_has_an_exit_code_and_a_meaning_of_its_own() -> None:
    families = [cls for cls in descendants(RoundtableError) if "exit_code" in vars(cls)]
    assert len({cls.exit_code for cls in families}) == len(families)
    assert len({cls.meaning for cls in families}) == len(families)
    assert 0 not in {cls.exit_code for cls in families}


def test_an_error_carries_its_message_and_its_remedy() -> None:
    error = errors.StoreError("the disk is full", "make room")
    assert (str(error), error.message, error.remedy) == (
        "the disk is full",
        "the disk is full",
        "make room",
    )
    assert errors.StoreError("gone").remedy == ""


def test_a_knights_error_ends_a_turn_and_never_a_session() -> None:
    assert not issubclass(KnightError, RoundtableError)
    error = KnightError(ErrorKind.RATE_LIMITED, "slow down", retry_after=2.5)
    assert (error.kind, error.detail, error.retry_after) == ("rate_limited", "slow down", 2.5)
    assert str(error) == "rate_limited: slow down"


@pytest.mark.parametrize("kind", ErrorKind)
def test_a_seat_is_lost_only_where_somebody_has_to_act(kind: ErrorKind) -> None:
    act_first = kind in ("not_installed", "not_signed_in", "out_of_quota")
    assert (kind in LASTING) is act_first
