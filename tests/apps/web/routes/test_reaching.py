"""How a route gets at the house it is served in."""

from pathlib import Path

from tests.apps.web.conftest import Served, serving


async def test_a_session_is_meant_by_its_whole_name_alone(decided: Path) -> None:
    async with serving(decided) as served:
        (row,) = (await served.get("/sessions")).json()
        name = row["session"]
        assert (await served.get(f"/session/{name}")).status_code == 200
        for other in (name[:-1], name.upper(), "latest", "%2e%2e%2fx", "a" * 200):
            answer = await served.get(f"/session/{other}")
            assert answer.status_code == 404, other
        assert (await served.get(f"/session/{'a' * 201}")).status_code == 422


async def test_without_a_table_every_session_is_refused_by_that(bare: Path) -> None:
    async with serving(bare) as served:
        answer = await served.get("/session/any")
        assert (answer.status_code, answer.json()["type"]) == (409, "not_founded")


async def test_the_hall_is_the_one_that_stands_now(served: Served) -> None:
    before = served.house.hall
    await served.house.reopen()
    assert served.house.hall is not before
    assert (await served.get("/sessions")).status_code == 200
