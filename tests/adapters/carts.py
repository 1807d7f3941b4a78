"""Small candidates, and the workshop's merge of them in a few words."""

from roundtable.adapters.workshop import SandboxedWorkshop
from roundtable.core import events as e
from roundtable.core.checks import Tree
from roundtable.core.steps import Merge
from roundtable.core.units import UnitSource

Candidates = dict[str, dict[str, str]]

TESTS = "import unittest\n\nimport cart\n\n\nclass Cart(unittest.TestCase):\n"


def code(**units: str) -> str:
    """Functions of one argument, each with what it returns."""
    return "\n\n".join(f"def {name}(x):\n    return {value}\n" for name, value in units.items())


def checks(**truths: str) -> str:
    return TESTS + "\n".join(
        f"    def test_{name}(self):\n        self.assertTrue({truth})\n"
        for name, truth in truths.items()
    )


def take(unit: str, source: str, why: str = "it is clearer", path: str = "cart.py") -> UnitSource:
    return UnitSource(path=path, unit=unit, source=source, why=why)


async def merged(
    shop: SandboxedWorkshop,
    candidates: Candidates,
    *directives: UnitSource,
    base: str = "Gawain",
    before: Tree | None = None,
    round_: str = "development",
) -> e.Merged:
    craft = Merge(round_, 1, base, before or {}, candidates, directives)
    event = await shop.perform(craft)
    assert isinstance(event, e.Merged)
    return event


def shipped(event: e.Merged, before: Tree | None = None) -> dict[str, str]:
    tree = dict(before or {}) | {file.path: file.text for file in event.files}
    return {path: text for path, text in tree.items() if path not in event.deleted}


def sources(event: e.Merged) -> dict[tuple[str, str], tuple[str, str]]:
    return {(one.path, one.unit): (one.source, one.why) for one in event.provenance}
