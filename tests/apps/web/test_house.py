"""What a server holds open, and when."""

import shutil
from pathlib import Path

import pytest

from roundtable.adapters.project import Project
from roundtable.apps.founding import rehearsal_knights
from roundtable.apps.web.house import House
from roundtable.core.config import Config, RulesConfig, write_config
from roundtable.core.errors import ConfigError, NotAProject, UnknownSession
from roundtable.core.events import DecreeRevoked
from roundtable.core.journal import Journal
from roundtable.core.memory import PROJECT
from tests.apps.web.conftest import serving


async def test_without_a_folder_there_is_no_hall_until_it_is_founded(bare: Path) -> None:
    house = House(Project(bare))
    async with house.opened():
        assert not house.founded
        with pytest.raises(NotAProject, match=r"no \.roundtable folder"):
            _ = house.hall


async def test_the_config_is_read_anew_for_each_session(project: Path) -> None:
    async with House(Project(project)).opened() as house:
        path = house.project.config_path
        path.write_text(path.read_text().replace('"shop"', '"a new name"'))
        assert house.hall.fresh().config.project == "a new name"
        path.write_text("{")
        with pytest.raises(ConfigError):
            house.hall.fresh()


async def test_only_a_whole_name_means_a_session(decided: Path) -> None:
    async with House(Project(decided)).opened() as house:
        (row,) = await house.hall.table.store.sessions()
        assert await house.hall.require(row.session) == row.session
        for other in (row.session[:-1], "last", "", "../x"):
            with pytest.raises(UnknownSession):
                await house.hall.require(other)


async def test_a_table_that_a_terminal_has_founded_is_found(bare: Path) -> None:
    async with serving(bare) as served:
        (bare / ".roundtable").mkdir()
        (bare / ".roundtable" / "config.json").write_text(write_config(_rehearsing()))
        assert (await served.get("/project")).json()["founded"]
        assert (await served.get("/sessions")).json() == []


async def test_a_folder_that_was_removed_can_be_founded_anew(project: Path) -> None:
    async with serving(project) as served:
        await served.until(await served.start(), "awaiting_king")
        await served.rest()
        shutil.rmtree(project / ".roundtable")
        refused = await served.get("/sessions")
        assert (refused.status_code, refused.json()["type"]) == (409, "not_founded")
        assert (await served.post("/project", {"knights": "rehearsal"})).status_code == 201
        assert (await served.get("/sessions")).json() == []
        await served.start(rehearsal=True)
        assert (project / ".roundtable" / "roundtable.db").exists()


async def test_a_log_that_was_replaced_is_opened_anew(project: Path) -> None:
    async with serving(project) as served:
        await served.until(await served.start(topic="before"), "awaiting_king")
        log = served.house.project.log
        for path in log.parent.glob(f"{log.name}*"):
            path.rename(path.with_name(f"old-{path.name}"))
        assert (await served.get("/sessions")).json() == []
        session = await served.start(topic="after")
        await served.until(session, "awaiting_king")
    async with serving(project) as served:
        assert [row["session"] for row in (await served.get("/sessions")).json()] == [session]


async def test_new_work_keeps_to_rules_that_were_changed_elsewhere(project: Path) -> None:
    (project / "ledger.py").write_text("PRIVATE = 'sesame'\n")
    async with serving(project) as served:
        topic = "What is in ledger.py?"
        seen = await served.start(topic=topic)
        await served.until(seen, "awaiting_king")
        assert "sesame" in (await served.get(f"/session/{seen}/events")).text
        config = Config(
            version="1.0",
            project="shop",
            knights=served.house.hall.table.config.knights,
            rules=RulesConfig(ignore=("ledger.py",)),
        )
        served.house.project.config_path.write_text(write_config(config))
        await served.rest()
        session = await served.start(topic=topic)
        await served.until(session, "awaiting_king")
        assert "sesame" not in (await served.get(f"/session/{session}/events")).text


def _rehearsing() -> Config:
    return Config(version="1.0", project="shop", knights=rehearsal_knights(), rules=RulesConfig())


async def test_it_is_entered_once(project: Path) -> None:
    async with House(Project(project)).opened() as house:
        assert await house.enter() is house.hall


async def test_the_projects_own_log_is_no_session(decided: Path) -> None:
    async with serving(decided) as served:
        table = served.house.hall.table
        sessions = (await served.get("/sessions")).json()
        revoked = DecreeRevoked(decree_session=sessions[0]["session"], decree_seq=1)
        await Journal(PROJECT, table.store, table.clock).record((revoked,))
        for path in ("", "/events", "/files", "/report", "/stream"):
            assert (await served.get(f"/session/@project{path}")).status_code == 404, path
        note = await served.post("/session/@project/developer-input", {"text": "hm"})
        assert note.status_code == 404
        assert (await served.get("/project")).json()["sessions"] == len(sessions)
