"""A build on given files in two iterations, for journeys through what it left."""

from tests.apps.conftest import NAMES, NO_CLAIMS, builders
from tests.e2e.browser.conftest import play
from tests.e2e.browser.journeying import Api
from tests.e2e.browser.site import Site

PATH = "shop/prices.py"


def prices(first: object = 1, last: object = 2) -> str:
    """Two functions so far apart that a change of both makes two hunks."""
    between = "".join(f"\n\ndef middle_{number}():\n    return {number}\n" for number in range(6))
    return f"def first():\n    return {first}\n{between}\n\ndef last():\n    return {last}\n"


FIRST = {"Gawain": prices(11, 12), "Lancelot": prices(21, 22), "Percival": prices(31, 32)}
"""What each gives in the first iteration."""
SECOND = FIRST | {"Gawain": prices(11, 99)}
"""And in the second, in which one of them has thought again."""


def _says(name: str, iteration: int, text: str) -> object:
    when = {"stage": "development", "purpose": "speak", "round": iteration}
    return {"when": when, "say": f"FILE: {PATH}\n```python\n{text}```\n", "block": NO_CLAIMS}


def _judges(iteration: int) -> object:
    agreed = {"verdict": "CONSENSUS", "summary": "As Gawain has it.", "options": []}
    open_ = {"verdict": "DISCUSS", "summary": "They differ.", "options": ["low", "high"]}
    block = (open_ if iteration == 1 else agreed) | {
        "rulings": [],
        "base": "{label:Gawain}",
        "incorporate": [],
        "must_fix": [],
    }
    when = {"stage": "development", "purpose": "judge", "round": iteration}
    return {"when": when, "say": "So.", "block": block}


def script() -> dict[str, object]:
    return builders(
        **{
            name: [
                *(_judges(iteration) for iteration in (1, 2)),
                *(_says(name, at, said[name]) for at, said in ((1, FIRST), (2, SECOND))),
            ]
            for name in NAMES
        }
    )


async def developed(site: Site, api: Api) -> str:
    """The session, once it has ended with Gawain's second thoughts."""
    play(site.root, script())
    session = await api.begin(
        "Other prices",
        workflow="build",
        rounds=[{"key": "development"}],
        judge="Lancelot",
        auto_advance=True,
        upload=await api.upload({PATH: prices(), "README.md": "# Shop\n"}),
    )
    assert (await api.ended(session))["outcome"] == "built"
    return session
