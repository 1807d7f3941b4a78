"""Whether a tree can be checked in containers here, and in which; else why not."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from roundtable.adapters.checking import bases, dependencies, node_tests, python_tests, tools
from roundtable.adapters.checking.images import Images, NotMade, Wanted
from roundtable.adapters.checking.plans import Plan
from roundtable.adapters.runners import clearing
from roundtable.adapters.runners.engines import Engine, NoEngine, find_engine
from roundtable.adapters.sandboxes.containers import ContainerBox
from roundtable.core.checks import Tree

Vendored = Mapping[str, bytes]
NOTHING_VENDORED: Vendored = MappingProxyType({})
_HOME = python_tests.HOME


@dataclass(frozen=True, slots=True)
class Boxes:
    """Those that a plan needs."""

    python: ContainerBox | None = None
    node: ContainerBox | None = None


@dataclass
class Containers:
    """The engine is looked for once; images are made when a tree first needs them."""

    _images: Images | None = None
    _looked: bool = False
    _looking: asyncio.Lock = field(default_factory=asyncio.Lock)
    _bases: dict[tuple[str, str], bases.Base] = field(default_factory=dict)
    """By language and the project's own Dockerfile."""

    async def images(self) -> Images | None:
        """None where there is no engine."""
        async with self._looking:
            if not self._looked:
                engine = await find_engine()
                self._images = None if isinstance(engine, NoEngine) else Images(engine)
                self._looked = True
                if self._images:
                    await clearing.sweep(self._images.engine)
        return self._images

    async def boxes(self, tree: Tree, plan: Plan, vendored: Vendored) -> Boxes | str:
        """For all tests of the plan, or why not; an empty word where there is no engine at all."""
        images = await self.images()
        if images is None:
            return ""
        try:
            return Boxes(
                python=await self._for_python(images, tree, vendored) if plan.python else None,
                node=await self._for_node(images, tree, vendored) if plan.node else None,
            )
        except NotMade as error:
            return str(error)

    async def lost(self) -> bool:
        """After a container that did not come to be: whether an image has to be made anew."""
        self._bases.clear()
        return self._images is not None and await self._images.lost()

    async def _for_python(self, images: Images, tree: Tree, vendored: Vendored) -> ContainerBox:
        base = await self._base("python", images.engine, tree)
        needs = dependencies.of_python(tree, vendored, tools.provided())
        place = dependencies.PYTHON_PLACE
        files = tools.python_files()
        image = await images.image(Wanted(base, files, _HOME, True, needs, place, place))
        return ContainerBox(
            images.engine,
            image,
            held=frozenset({f"{_HOME}/{python_tests.INSIDE.name}"}),
            environment={"PYTHONPATH": f"{_HOME}/{tools.SITE}"},
            libraries=(place,) if needs else (),
        )

    async def _for_node(self, images: Images, tree: Tree, vendored: Vendored) -> ContainerBox:
        base = await self._base("node", images.engine, tree)
        needs = dependencies.of_node(tree, vendored)
        made, place = "/needs/node_modules", dependencies.NODE_PLACE
        files = tools.node_files()
        image = await images.image(Wanted(base, files, _HOME, False, needs, made, place))
        return ContainerBox(images.engine, image, held=frozenset({node_tests.PLACE}))

    async def _base(
        self, language: Literal["python", "node"], engine: Engine, tree: Tree
    ) -> bases.Base:
        key = (language, tree.get("Dockerfile", ""))
        if key not in self._bases:
            find = bases.python_base if language == "python" else bases.node_base
            self._bases[key] = _found(await find(engine, tree))
        return self._bases[key]


async def usable(engine: Engine) -> str:
    """The image that checks of a plain Python project would stand on; raises NotMade."""
    return _found(await bases.python_base(engine, {})).name


def _found(base: "bases.Base | str") -> bases.Base:
    if isinstance(base, str):
        raise NotMade(base)
    return base
