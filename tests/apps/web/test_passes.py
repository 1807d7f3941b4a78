"""Tokens and passes."""

from pathlib import Path

from roundtable.apps.web.passes import LASTS, Passes
from roundtable.apps.web.served import Served


def test_a_token_is_good_once_and_for_one_pass(tmp_path: Path) -> None:
    passes = Passes(tmp_path, Served(tmp_path / "kept"))
    token = passes.token
    given = passes.exchange(token)
    assert given and passes.admits(given)
    assert passes.exchange(token) is None
    assert passes.token != token


def test_nothing_else_is_a_token_or_a_pass(tmp_path: Path) -> None:
    passes = Passes(tmp_path, Served(tmp_path / "kept"))
    given = passes.exchange(passes.token)
    assert given
    for token in ("", "x", given, passes.token[:-1], "\udcff", "é" * 43):
        assert passes.exchange(token) is None
    for other in (None, "", passes.token, given[:-1], given.lower(), "\udcff"):
        assert not passes.admits(other)


def test_a_pass_outlives_the_server_but_not_its_time(tmp_path: Path) -> None:
    now = 1_000.0
    passes = Passes(tmp_path, Served(tmp_path / "kept"), lambda: now)
    given = passes.exchange(passes.token)
    later = Passes(tmp_path, Served(tmp_path / "kept"), lambda: now)
    assert later.admits(given)
    now += LASTS
    assert not later.admits(given)
    later.exchange(later.token)
    assert len(Served(tmp_path / "kept").passes) == 1, "what has run out is forgotten"


def test_no_secret_is_kept(tmp_path: Path) -> None:
    passes = Passes(tmp_path, Served(tmp_path / "kept"))
    given = passes.exchange(passes.token)
    kept = (tmp_path / "kept").read_text()
    assert given and given not in kept and passes.token not in kept


def test_servers_of_two_projects_name_their_cookies_apart(tmp_path: Path) -> None:
    one, other = (
        Passes(tmp_path / "a", Served(tmp_path / "kept")),
        Passes(tmp_path / "b", Served(tmp_path / "kept")),
    )
    assert one.cookie != other.cookie
