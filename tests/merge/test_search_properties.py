import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.checks import CheckReport, Tree
from roundtable.merge.search import Found, search
from tests.merge.plain_runs import asking

COUNT = 4
values = st.lists(st.integers(0, 2), min_size=COUNT, max_size=COUNT)


def tree(numbers: list[int]) -> Tree:
    parts = [f"def f{at}():\n    return {number}\n" for at, number in enumerate(numbers)]
    return {"m.py": "\n\n".join(parts)}


@st.composite
def questions(draw: st.DrawFn) -> dict[str, str]:
    """Tests of one function, of two together, and of any."""
    asked: dict[str, str] = {}
    for number in range(draw(st.integers(1, 6))):
        first, second = draw(st.integers(0, COUNT - 1)), draw(st.integers(0, COUNT - 1))
        wanted = draw(st.integers(0, 4))
        asked[f"test {number}"] = f"f{first}() + f{second}() == {wanted}"
    return asked


async def looked_at(tree: Tree, asked: dict[str, str]) -> CheckReport:
    return await asking(asked)(tree)


def found(openings: list[list[int]], asked: dict[str, str], most: int = 64) -> Found:
    candidates = {f"seat {at}": tree(numbers) for at, numbers in enumerate(openings)}
    return asyncio.run(search(candidates, asking(asked), most_trials=most))


@settings(max_examples=40, deadline=None)
@given(st.lists(values, min_size=1, max_size=3), questions(), st.integers(0, 20))
def test_what_is_shipped_passes_all_that_the_best_opening_passes(
    openings: list[list[int]], asked: dict[str, str], most: int
) -> None:
    result = found(openings, asked, most)
    best = max(result.reports.values(), key=lambda report: report.rank)
    assert result.report.holds(best)
    assert result.trials <= most
    assert asyncio.run(looked_at(result.tree, asked)) == result.report


@settings(max_examples=40, deadline=None)
@given(st.lists(values, min_size=2, max_size=3))
def test_bugs_in_different_units_are_all_mended(openings: list[list[int]]) -> None:
    """Each test asks for one unit, and some opening has that unit right."""
    columns = zip(*openings, strict=True)
    asked = {f"f{at}": f"f{at}() == {max(column)}" for at, column in enumerate(columns)}
    assert found(openings, asked).report.failed == ()


@settings(max_examples=20, deadline=None)
@given(st.lists(values, min_size=2, max_size=3), questions())
def test_the_same_question_has_the_same_answer(
    openings: list[list[int]], asked: dict[str, str]
) -> None:
    assert found(openings, asked) == found(openings, asked)
