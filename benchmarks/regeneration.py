"""An error model of "a judge picks, the base regenerates everything", to compare a merge with.

The judge picks a base and names one unit of another candidate to be incorporated. Then the base's
author writes everything anew, and each unit comes out broken with a small probability.
"""

import ast
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from roundtable.core.checks import CheckReport, Tree
from roundtable.merge.moves import Board, Option
from roundtable.merge.splice import splice

DRIFT = 0.01
ACCURACY = 0.7
DRAWS = 200

Hidden = Callable[[Tree], Awaitable[CheckReport]]


@dataclass(frozen=True, slots=True)
class Draws:
    """Means over many draws: how often all hidden tests pass, and what part of them."""

    whole: float
    part: float


@dataclass(frozen=True)
class Regeneration:
    """One task. The score by hidden tests also says which exchange is in truth an improvement."""

    candidates: Mapping[str, Tree]
    reports: Mapping[str, CheckReport]
    hidden: Hidden
    count: int
    """How many hidden tests there are."""

    async def draws(self, bases: Sequence[str], seed: str) -> Draws:
        """`bases`: whom the judge may pick, each with the same probability."""
        chance = random.Random(seed)
        whole = part = 0.0
        exchanges = {base: await self._exchanges(base) for base in bases}
        breaks = {base: await self._breaks(base) for base in bases}
        for _ in range(DRAWS):
            base = chance.choice(bases)
            best, all_of_them = exchanges[base]
            right = chance.random() < ACCURACY
            passed = set(best if right or not all_of_them else chance.choice(all_of_them))
            for lost in breaks[base]:
                if chance.random() < DRIFT:
                    passed -= lost
            whole += len(passed) == self.count
            part += len(passed) / self.count
        return Draws(whole / DRAWS, part / DRAWS)

    async def _exchanges(self, base: str) -> tuple[frozenset[str], list[frozenset[str]]]:
        """What passes after the best exchange of one unit (none, if none is better), and each."""
        options = Board(self.candidates, self.reports, {}).others({}, base)
        each = [await self._exchanged(base, option) for option in options]
        plain = frozenset((await self.hidden(self.candidates[base])).passed)
        return max([plain, *each], key=len), each

    async def _exchanged(self, base: str, option: Option) -> frozenset[str]:
        spliced = splice(self.candidates[base], self.candidates, [option.choice()], base)
        return frozenset((await self.hidden(spliced.files)).passed)

    async def _breaks(self, base: str) -> list[frozenset[str]]:
        """For each unit of the base: the tests that pass, and fail when this unit is broken."""
        tree = self.candidates[base]
        passed = frozenset((await self.hidden(tree)).passed)
        if not passed:
            return []
        return [
            passed - frozenset((await self.hidden({**tree, path: text})).passed)
            for path in tree
            for text in broken_ones(tree[path])
        ]


def broken_ones(source: str) -> list[str]:
    """The source with one function broken, once for each: what it did, it does no more."""
    try:
        count = len(_functions(ast.parse(source)))
    except SyntaxError:
        return []
    texts = []
    for number in range(count):
        module = ast.parse(source)
        _functions(module)[number].body = ast.parse("raise NotImplementedError").body
        texts.append(ast.unparse(module))
    return texts


def _functions(module: ast.Module) -> list[ast.FunctionDef]:
    bodies = [module.body, *(part.body for part in module.body if isinstance(part, ast.ClassDef))]
    return [part for body in bodies for part in body if isinstance(part, ast.FunctionDef)]
