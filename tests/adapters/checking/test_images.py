"""What is made for the first candidate is there for the second."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from roundtable.adapters.checking import bases
from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.checking.containers import Containers
from roundtable.adapters.checking.dependencies import of_python
from roundtable.adapters.checking.images import (
    CHECKS,
    NETWORK,
    Images,
    NotMade,
    Wanted,
    _tag,
    allowed,
)
from roundtable.adapters.runners.engines import Engine
from tests.adapters.checking.projects import case
from tests.adapters.containing import forget, left, wheel


@pytest.fixture(autouse=True)
async def nothing_left(containers: Engine) -> AsyncIterator[None]:
    yield
    assert await left(containers) == []


def candidate(word: str, number: int) -> tuple[dict[str, str], dict[str, bytes]]:
    name, data = wheel("kind", {"kind.py": f"WORD = {word!r}\n"})
    tests = case(f"test_kind(self): import kind; self.assertEqual(kind.WORD, {word!r})")
    tree = {"requirements.txt": "-f wheels\nkind\n", "test_it.py": tests, "app.py": f"N = {number}"}
    return tree, {f"wheels/{name}": data}


def of_projects(images: Images) -> set[str]:
    """Not our tools, which others use as well."""
    return {tag for tag in images._known if tag.startswith(f"{CHECKS}:")}


async def test_the_second_candidate_needs_no_command_to_be_run(containers: Engine) -> None:
    there = Containers()
    images = await there.images()
    assert images
    word = secrets.token_hex(4)
    runs = []
    for number in range(3):
        tree, wheels = candidate(word, number)
        report = await Checker(None, containers=there).check(tree, {}, wheels)
        assert (report.place, len(report.passed)) == ("container", 1), report
        runs.append(images.runs)
        if number == 1:
            made = of_projects(images)
            assert len(made) == 1
            await forget(containers, made)
    first, second, third = runs
    assert 1 <= first <= 2, "our tools may be there, and the requirement is not"
    assert second == first
    assert third == first, "others cleared the image away, and its layers were still there"
    again = Containers()
    tree, wheels = candidate(word, 4)
    report = await Checker(None, containers=again).check(tree, {}, wheels)
    other = await again.images()
    assert other
    assert (other.runs, len(report.passed)) == (0, 1), "another process finds it as well"
    await forget(containers, of_projects(images))


def test_an_image_is_known_by_all_that_goes_into_it() -> None:
    base = bases.Base("python", "sha256:0")
    needs = of_python({"requirements.txt": "a\n"}, {}, ())
    one = Wanted(base, {"x": b"1"}, "/opt/checks", True, needs, "/opt/x", "/opt/x")
    others = (
        replace(one, base=bases.Base("python", "sha256:1")),
        replace(one, tools={"x": b"2"}),
        replace(one, needs=None),
        replace(one, needs=of_python({"requirements.txt": "a==2\n"}, {}, ())),
    )
    tags = {_tag(wanted, "none") for wanted in (one, *others)}
    assert len(tags | {_tag(one, "build")}) == 6
    renamed = replace(one, base=bases.Base("other-name", "sha256:0"))
    assert _tag(renamed, "none") == _tag(one, "none")


async def test_what_could_not_be_made_is_not_tried_twice(containers: Engine) -> None:
    images = Images(containers)
    base = await bases.python_base(containers, {})
    assert not isinstance(base, str)
    name, data = wheel("other", {})
    needs = of_python({"requirements.txt": "-f w\nmissing\n"}, {f"w/{name}": data}, ())
    wanted = Wanted(base, {"x.txt": b""}, "/opt/checks", False, needs, "/opt/x", "/opt/x")
    for _ in range(2):
        with pytest.raises(NotMade, match=r"could not be installed: ERROR: .*missing"):
            await images.image(wanted)
        assert images.runs == 1


async def test_who_cancels_a_build_leaves_nothing(containers: Engine) -> None:
    images = Images(containers)
    base = await bases.python_base(containers, {})
    assert not isinstance(base, str)
    tools = {"x.txt": secrets.token_bytes(8)}
    wanted = Wanted(base, tools, "/opt/checks", True, None, "", "")
    for pause in (0.1, 0.8):
        work = asyncio.create_task(images.image(wanted))
        await asyncio.sleep(pause)
        work.cancel()
        await asyncio.wait({work})
        assert await left(containers) == []


async def test_no_network_unless_the_developer_allows_it(
    containers: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert allowed() == "none"
    base = bases.Base("python", "sha256:0")
    needs = of_python({"requirements.txt": "a\nb\nc\nd\ne\n"}, {}, ())
    wanted = Wanted(base, {}, "/opt/checks", False, needs, "/opt/x", "/opt/x")
    with pytest.raises(NotMade, match=r"\(a, b, c, d, …\) would have to be fetched"):
        await Images(containers).image(wanted)
    for word, network in (("build", "build"), ("all", "none"), ("1", "none")):
        monkeypatch.setenv(NETWORK, word)
        assert allowed() == network


async def test_the_newest_are_kept_and_those_that_are_known(containers: Engine) -> None:
    """By the time of their making: builders date an image by its layers."""
    name = f"tests-of-roundtable-{secrets.token_hex(4)}"
    made = [f"{name}:{n:02}" for n in range(15)]
    for tag in made:
        label = f"LABEL roundtable.made={100 - int(tag[-2:]):03}"
        await containers.command.call("import", "--change", label, "-", tag, stdin=bytes(10240))
    try:
        images = Images(containers)
        images._known[made[13]] = None
        await images._prune(name, {made[14]})
        listed = await containers.command.call("images", "--format", "{{.Tag}}", name)
        assert sorted(listed.lines) == [f"{n:02}" for n in range(15) if n != 12]
    finally:
        await forget(containers, set(made))
