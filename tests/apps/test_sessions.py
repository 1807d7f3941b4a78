"""A session is found by its name, by a part of it, or by being the latest."""

from pathlib import Path

import pytest

from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.apps.sessions import find_session, resolve
from roundtable.core.errors import UnknownSession
from roundtable.core.memory import PROJECT
from roundtable.testing.builders import session_start
from roundtable.testing.store_suite import notes, stamped

NAMES = ["2026-01-01-cache", "2026-01-02-cache-size", "2026-01-03-login"]


@pytest.mark.parametrize("wanted", [None, "", "last", "latest"])
def test_without_a_name_the_latest_is_meant(wanted: str | None) -> None:
    assert resolve(NAMES, wanted) == "2026-01-03-login"


@pytest.mark.parametrize("wanted", ["login", "LOGIN", "01-03", "2026-01-03-login"])
def test_a_part_of_the_name_is_enough_whatever_its_case(wanted: str) -> None:
    assert resolve(NAMES, wanted) == "2026-01-03-login"


def test_a_whole_name_wins_over_the_longer_ones_that_contain_it() -> None:
    assert resolve(NAMES, "2026-01-01-cache") == "2026-01-01-cache"
    assert resolve(["a", "ab"], "a") == "a"


def test_a_part_of_several_names_is_not_guessed_at() -> None:
    with pytest.raises(UnknownSession) as told:
        resolve(NAMES, "cache")
    assert "2026-01-01-cache, 2026-01-02-cache-size" in told.value.message
    assert "login" not in told.value.message


def test_a_name_that_no_session_has_leads_to_the_list() -> None:
    with pytest.raises(UnknownSession, match="no session 'budget'") as told:
        resolve(NAMES, "budget")
    assert "roundtable list" in told.value.remedy


def test_without_any_session_the_remedy_is_to_convene_one() -> None:
    with pytest.raises(UnknownSession, match="no sessions here yet") as told:
        resolve([], "cache")
    assert "roundtable discuss" in told.value.remedy


async def test_in_a_log_only_what_is_a_session_can_be_meant(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "log.db")
    await store.append(stamped(NAMES[0], 1, session_start()), '{"session": "first"}')
    await store.append(notes(PROJECT, 1, 1), "")
    assert await find_session(store, None) == NAMES[0]
    with pytest.raises(UnknownSession):
        await find_session(store, PROJECT)
    await store.close()
