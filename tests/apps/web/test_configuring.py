"""Changing the config: by the file's own rules, and so that the house keeps to it."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

from roundtable.adapters.project import Project
from roundtable.adapters.trees.tally import Given
from roundtable.apps.web.configuring import configure, configured, digest, standing
from roundtable.apps.web.house import House
from roundtable.apps.web.problems import Refusal
from roundtable.apps.web.requests import Settings
from roundtable.core.config import KnightConfig, RulesConfig, write_config
from roundtable.core.errors import CommandRefused, StoreError
from tests.apps.conftest import Play
from tests.apps.web.conftest import Served


@pytest.fixture
async def house(project: Path) -> AsyncIterator[House]:
    async with House(Project(project)).opened() as found:
        yield found


def knight(name: str) -> KnightConfig:
    return KnightConfig(name=name, adapter="scripted", script="builtin:rehearsal")


def wanted(*names: str, project: str = "shop", ignore: tuple[str, ...] | None = None) -> Settings:
    rules = RulesConfig() if ignore is None else RulesConfig(ignore=ignore)
    knights = tuple(map(knight, names or ("Gawain", "Lancelot")))
    return Settings(project=project, knights=knights, rules=rules)


def test_what_is_wanted_is_read_as_the_file_would_be() -> None:
    config = configured(wanted("Gawain"))
    assert (config.version, config.project, config.language) == ("1.0", "shop", "en")
    assert config.knights == (knight("Gawain"),)


def test_everything_that_is_wrong_is_told_by_the_fields_that_were_sent() -> None:
    with pytest.raises(Refusal) as refused:
        configured(wanted("Gawain", "gawain", project=""))
    told = refused.value.problem
    assert (told.type, told.field) == ("invalid", "project")
    first, second = told.detail.splitlines()
    assert first.startswith("project: must be a text")
    assert second.startswith('knights.1.name: "gawain" is too much like "Gawain"')
    assert "config.json" not in told.detail


async def test_each_change_keeps_a_copy_of_what_was_there(house: House) -> None:
    for name in ("one", "two"):
        await configure(house, wanted(project=name))
    copies = sorted(path.name for path in house.project.folder.glob("*.bak"))
    assert copies == ["config.json.1.bak", "config.json.2.bak"]
    assert house.hall.fresh().config.project == "two"


async def test_the_table_is_opened_anew_only_for_what_it_read_at_its_opening(
    house: House,
) -> None:
    hall, kept = house.hall, house.uploads.keep(Given("x", ()))
    await configure(house, wanted(project="other"))
    assert house.hall is hall
    assert house.uploads.find(kept).origin == "x"
    await configure(house, wanted(ignore=("plans",)))
    assert house.hall is not hall
    assert house.hall.table.config.rules.ignore == ("plans",)
    with pytest.raises(Refusal):
        house.uploads.find(kept)  # it was sifted by the old rules
    with pytest.raises(StoreError, match="closed"):
        await hall.table.store.sessions()
    assert await house.hall.table.store.sessions() == ()


async def test_what_was_decided_before_is_there_after_it(decided: Path) -> None:
    async with House(Project(decided)).opened() as house:
        (row,) = await house.hall.table.store.sessions()
        await configure(house, wanted(ignore=()))
        assert await house.hall.require(row.session) == row.session


async def test_a_table_that_cannot_be_opened_anew_stays_as_it_was(house: House) -> None:
    hall, before = house.hall, house.project.config_path.read_bytes()
    log, aside = house.project.log, house.project.log.with_name("aside")
    log.rename(aside)
    log.mkdir()
    with pytest.raises(StoreError):
        await configure(house, wanted(ignore=("plans",)))
    log.rmdir()
    aside.rename(log)
    assert house.hall is hall
    assert house.project.config_path.read_bytes() == before
    assert await hall.table.store.sessions() == ()
    assert not list(house.project.folder.glob("*.bak")), "the copy has gone back to its place"
    config, _ = await configure(house, wanted(ignore=("plans",)))
    assert config.rules.ignore == ("plans",)


async def test_what_somebody_wrote_meanwhile_is_not_rolled_back(house: House) -> None:
    theirs = house.project.config_path.read_text().replace("shop", "theirs")

    async def broken() -> object:
        house.project.config_path.write_text(theirs)
        raise StoreError("the log is not there")

    house.reopen = broken  # type: ignore[method-assign, assignment]
    with pytest.raises(StoreError):
        await configure(house, wanted(ignore=("plans",)))
    assert house.project.config_path.read_text() == theirs


async def test_of_two_who_read_the_same_file_the_second_is_told(house: House) -> None:
    known = digest(standing(house.project))
    first = wanted(project="first").model_copy(update={"digest": known})
    second = wanted(project="second").model_copy(update={"digest": known})
    _, after = await configure(house, first)
    with pytest.raises(Refusal) as refused:
        await configure(house, second)
    told = refused.value.problem
    assert (told.type, told.status, told.field) == ("changed_elsewhere", 409, "digest")
    assert told.remedy
    assert house.hall.fresh().config.project == "first"
    assert after == digest(standing(house.project)) != known
    await configure(house, second.model_copy(update={"digest": after}))
    assert house.hall.fresh().config.project == "second"


async def test_without_a_digest_whatever_stands_there_is_written_over(house: House) -> None:
    house.project.config_path.write_text("{")
    _, after = await configure(house, wanted(project="mine"))
    assert after == digest(standing(house.project))
    assert house.hall.fresh().config.project == "mine"


async def test_what_the_file_says_already_is_not_written_however_it_is_laid_out(
    house: House,
) -> None:
    path = house.project.config_path
    await configure(house, wanted())
    path.write_text(json.dumps(json.loads(path.read_text())))
    by_hand, copies = path.read_bytes(), list(house.project.folder.glob("*.bak"))
    _, after = await configure(house, wanted())
    assert path.read_bytes() == by_hand
    assert after == digest(by_hand)
    assert list(house.project.folder.glob("*.bak")) == copies


async def test_rules_that_were_changed_by_hand_are_kept_to_once_they_are_saved(
    house: House,
) -> None:
    text = write_config(configured(wanted(ignore=("plans",))))
    house.project.config_path.write_text(text)
    assert house.hall.table.config.rules.ignore != ("plans",)
    await configure(house, wanted(ignore=("plans",)))
    assert house.hall.table.config.rules.ignore == ("plans",)
    assert house.project.config_path.read_text() == text


async def test_a_config_that_cannot_be_read_by_its_owner_is_a_sentence(house: House) -> None:
    house.project.config_path.unlink()
    assert standing(house.project) == b""
    house.project.config_path.mkdir()
    with pytest.raises(StoreError):
        standing(house.project)


async def test_who_watches_is_let_go_and_comes_back(served: Served) -> None:
    session = await served.start()
    told = await served.until(session, "awaiting_king")
    path = f"/api/session/{session}/stream"
    async with served.client.stream("GET", path, params={"after": told["seq"]}) as answer:
        pieces = answer.aiter_bytes()
        assert await anext(pieces)
        await configure(served.house, wanted(ignore=("plans",)))
        async with asyncio.timeout(20):
            with contextlib.suppress(httpx2.RemoteProtocolError):  # the line is cut
                async for _ in pieces:
                    pass
    assert (await served.frames(session, 1))[0]["id"] == "1"
    answered = await served.post(
        f"/session/{session}/answer", {"question": told["question"]["id"], "option": "later"}
    )
    assert answered.status_code == 200, answered.text


async def test_nothing_is_opened_anew_under_a_session_at_work(served: Served, play: Play) -> None:
    play("hanging")
    session = await served.start()
    house, before = served.house, served.house.project.config_path.read_bytes()
    hall = house.hall
    with pytest.raises(CommandRefused, match="at work"):
        await house.reopen()
    with pytest.raises(Refusal) as refused:
        await configure(house, wanted(ignore=("plans",)))
    assert refused.value.problem.field == "rules.ignore"
    assert house.project.config_path.read_bytes() == before
    assert house.hall is hall
    assert session in house.served.leading, "a crash now is made good by the next server"
    await served.post(f"/session/{session}/stop")


async def test_a_session_that_begins_meanwhile_is_not_cut_off(served: Served, play: Play) -> None:
    play("hanging")
    session = await served.start()
    await served.post(f"/session/{session}/stop")
    house, before = served.house, served.house.project.config_path.read_bytes()
    hall = house.hall
    await served.rest()
    furnish = house._furnished

    async def slowly(*given: object) -> object:
        made = await furnish(*given)  # type: ignore[arg-type]
        await hall.steward.lead(session)
        return made

    house._furnished = slowly  # type: ignore[method-assign, assignment]
    with pytest.raises(Refusal, match="at work"):
        await configure(house, wanted(ignore=("plans",)))
    assert house.hall is hall
    assert session in house.served.leading
    assert house.project.config_path.read_bytes() == before
    await served.post(f"/session/{session}/stop")


async def test_two_changes_at_once_come_one_after_the_other(house: House) -> None:
    await asyncio.gather(
        configure(house, wanted(ignore=("one",))), configure(house, wanted(ignore=("two",)))
    )
    assert house.hall.table.config.rules.ignore == ("two",)
    assert house.hall.fresh().config.rules.ignore == ("two",)
    assert await house.hall.table.store.sessions() == ()
