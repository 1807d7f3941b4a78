"""The workshop where there is a container engine: the record says that it was used."""

from roundtable.adapters.runners.engines import Engine
from roundtable.adapters.workshop import SandboxedWorkshop
from roundtable.core import events as e
from roundtable.core.steps import Survey
from tests.adapters.carts import checks, code, merged
from tests.adapters.containing import left

CANDIDATES = {
    "Gawain": {"cart.py": code(a="x", b="0"), "tests/test_cart.py": checks(a="cart.a(1) == 1")},
    "Lancelot": {"cart.py": code(a="0", b="x"), "tests/test_cart.py": checks(b="cart.b(1) == 1")},
}


async def test_candidates_and_merges_are_verified_in_containers(containers: Engine) -> None:
    shop = SandboxedWorkshop()
    event = await shop.perform(Survey("development", 1, 2, {}, CANDIDATES))
    assert isinstance(event, e.CandidatesSurveyed)
    assert [item.report.place for item in event.reports] == ["container"] * 2
    assert [len(item.report.passed) for item in event.reports] == [1, 1]
    made = await merged(shop, CANDIDATES)
    assert (made.report.place, made.floor.place) == ("container", "container")
    assert len(made.report.passed) == 2
    assert await left(containers) == []


async def test_without_an_engine_the_record_says_so_as_well() -> None:
    event = await SandboxedWorkshop().perform(Survey("development", 1, 2, {}, CANDIDATES))
    assert isinstance(event, e.CandidatesSurveyed)
    places = {item.report.place for item in event.reports}
    assert len(places) == 1
    assert "container" not in places
