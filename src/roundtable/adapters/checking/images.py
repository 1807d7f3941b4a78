"""The images that checks run from: a base, our tools, and what the project depends on.

They are kept: who comes with the same requirements finds what was made for the first.
"""

import asyncio
import base64
import hashlib
import json
import os
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from roundtable.adapters.checking.bases import Base
from roundtable.adapters.checking.dependencies import Dependencies
from roundtable.adapters.finishing import to_the_end
from roundtable.adapters.runners import clearing
from roundtable.adapters.runners.building import Builder, BuildFailed, within
from roundtable.adapters.runners.contexts import archive, fingerprint
from roundtable.adapters.runners.docker_settings import passwords
from roundtable.adapters.runners.engines import Engine
from roundtable.adapters.runners.log import RunLog
from roundtable.adapters.runners.marks import Mark
from roundtable.adapters.runners.plans import BuildSource, PlanRefused, Service
from roundtable.adapters.runners.services import Ground
from roundtable.core.build_events import ProjectFile
from roundtable.core.ports import Wrote
from roundtable.core.running import Network, RunLimits

NETWORK = "ROUNDTABLE_VERIFY_NETWORK"
"""`build`: dependencies may be fetched. The developer's on this machine; no project can set it."""
TOOLS = "roundtable-tools"
"""The name of images with our tools alone, on one base each."""
CHECKS = "roundtable-checks"
"""The name of those that hold a project's requirements as well."""
_MADE = "roundtable.made"
"""A label with the time: builders date an image by its layers, which may be old."""
_MOST_KEPT = 12
_FOLDER = "needs"
_LIMITS = RunLimits(memory_mb=1024, log_bytes=65_536)
_LAYING_SECONDS = 120.0
_FAILED_SECONDS = 300.0
_LONGEST_REASON = 300


class NotMade(Exception):
    """The image could not be made; the reason in words for a person."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an image is made of."""

    base: Base
    tools: Mapping[str, bytes]
    home: str
    """Where our tools lie, inside."""
    compiled: bool
    """Whether they are Python, to be compiled once instead of at every start."""
    needs: Dependencies | None
    made: str
    """What the installer makes, in its own container."""
    place: str
    """Where that lies afterwards."""


@dataclass
class Images:
    """Makes what is not there yet, one after the other."""

    engine: Engine
    runs: int = 0
    """How many commands were run to make what was not there."""
    _room: asyncio.Lock = field(default_factory=asyncio.Lock)
    _known: dict[str, None] = field(default_factory=dict)
    """Those that were there when we last looked."""
    _failed: dict[str, tuple[str, float]] = field(default_factory=dict)
    """Why, and until when it is not tried again."""

    async def image(self, wanted: Wanted) -> str:
        """The name of the image; raises NotMade."""
        network = allowed()
        needs = wanted.needs
        if needs and network == "none" and not needs.carried:
            few = ", ".join(needs.wanted[:4]) + (", …" if len(needs.wanted) > 4 else "")
            raise NotMade(
                f"its requirements ({few}) would have to be fetched, and no network is allowed"
                f" for that ({NETWORK}=build allows it)"
            )
        async with self._room:
            return await self._ensured(wanted, network)

    async def _ensured(self, wanted: Wanted, network: Network) -> str:
        tag = _tag(wanted, network)
        reason, until = self._failed.get(tag, ("", 0.0))
        if time.monotonic() < until:
            raise NotMade(reason)
        if tag not in self._known and not await self._is_there(tag):
            try:
                await self._make(wanted, network, tag)
            except NotMade as error:
                self._failed[tag] = (str(error), time.monotonic() + _FAILED_SECONDS)
                raise
        self._known[tag] = None
        return tag

    async def lost(self) -> bool:
        """Whether an image is gone that was there: others may clear away what is kept for later."""
        gone = [tag for tag in self._known if not await self._is_there(tag)]
        for tag in gone:
            self._known.pop(tag, None)
        return bool(gone)

    async def _is_there(self, tag: str) -> bool:
        return (await self.engine.command.call("image", "inspect", "--format", "x", tag)).code == 0

    async def _make(self, wanted: Wanted, network: Network, tag: str) -> None:
        """What a project needs is laid upon our tools, and those upon the base.

        Only what an installer has made is taken from its container: it ran as root in there, and
        may have changed the Python that judges.
        """
        # By name: builders look for a bare id in a registry.
        below = wanted.base.name
        if wanted.needs:
            tools = replace(wanted, needs=None)
            # Looked at anew: a builder would look elsewhere for what is not there.
            self._known.pop(_tag(tools, network), None)
            below = await self._ensured(tools, network)
        mark = Mark.fresh()
        clearing.begin(mark)
        hurried = True
        try:
            if wanted.needs:
                layer = await self._needs(mark, wanted, wanted.needs, network)
                made, place = wanted.made, wanted.place
            else:
                layer = await self._tools(mark, wanted)
                made = place = wanted.home
            await self._lay(mark, (f"FROM {below}", f"COPY --from={layer} {made} {place}"), tag)
            hurried = False
        finally:
            await to_the_end(clearing.clear(self.engine, mark, hurried))
        await clearing.prune_cache(self.engine)
        await self._prune(tag.partition(":")[0], {tag, below})

    async def _prune(self, name: str, needed: Collection[str]) -> None:
        """Of all images of a name the newest stay, and those that we know."""
        command = self.engine.command
        listed = await command.call("images", "--format", "{{.Repository}}:{{.Tag}}", name)
        if len(listed.lines) <= _MOST_KEPT:
            return
        shown = f'{{{{index .Config.Labels "{_MADE}"}}}}|{{{{json .RepoTags}}}}'
        told = await command.call("image", "inspect", "--format", shown, *listed.lines)
        dated = [line.partition("|") for line in told.lines]
        ordered = [tag for _, _, tags in sorted(dated, reverse=True) for tag in json.loads(tags)]
        old = [tag for tag in ordered if tag.startswith(f"{name}:")][_MOST_KEPT:]
        for tag in old:
            if tag not in needed and tag not in self._known:
                await command.call("rmi", tag)

    async def _tools(self, mark: Mark, wanted: Wanted) -> str:
        lines = [f"FROM {wanted.base.name}", f'COPY ["{_FOLDER}", "{wanted.home}"]']
        if wanted.compiled:
            words = ("python3", "-m", "compileall", "-q", "-j", "1")
            mode = ("--invalidation-mode", "unchecked-hash")
            lines.append(f"RUN {json.dumps([*words, *mode, wanted.home])}")
        return await self._build(mark, "tools", lines, wanted.tools, "none")

    async def _needs(
        self, mark: Mark, wanted: Wanted, needs: Dependencies, network: Network
    ) -> str:
        words = needs.online if network == "build" else needs.offline
        lines = [
            f"FROM {wanted.base.name}",
            "WORKDIR /needs",
            f'COPY ["{_FOLDER}", "/needs"]',
            f"RUN {json.dumps(words)}",
        ]
        return await self._build(mark, "requirements", lines, needs.files, network)

    async def _build(
        self,
        mark: Mark,
        name: str,
        lines: list[str],
        context: Mapping[str, bytes],
        network: Network,
    ) -> str:
        """By the same bounded means as a project's own Dockerfile."""
        said: list[Wrote] = []
        log = RunLog(_LIMITS.log_bytes, passwords(), said.append)
        files = {f"{_FOLDER}/{path}": _file(path, data) for path, data in context.items()}
        builder = Builder(Ground(self.engine, mark, _LIMITS, "none", log), files, network)
        source = BuildSource(name, "".join(f"{line}\n" for line in lines))
        try:
            made = await within(_LIMITS.build_seconds, builder, [Service(name, build=source)])
        except (BuildFailed, PlanRefused) as error:
            log.finish()
            raise NotMade(_reason(name, said, str(error))) from None
        finally:
            self.runs += sum(one.stream == "notice" and one.service == name for one in said)
        return made[0]

    async def _lay(self, mark: Mark, lines: Sequence[str], tag: str) -> None:
        text = "".join(f"{line}\n" for line in lines)
        packed = archive({"Dockerfile": text.encode()})
        words = ("build", "--network", "none", "--pull=false", "--force-rm", "--quiet")
        called = await self.engine.command.call(
            *words,
            *mark.kept_labels,
            *("--label", f"{_MADE}={time.time():015.3f}", "--tag", tag, "-"),
            stdin=packed,
            seconds=_LAYING_SECONDS,
        )
        if called.code != 0:
            why = called.complaint.splitlines()[-1] if called.complaint else "it took too long"
            raise NotMade(f"the image for checks could not be laid out: {why}")


def allowed() -> Network:
    """Whom an installer may reach."""
    return "build" if os.environ.get(NETWORK, "").strip().lower() == "build" else "none"


def _tag(wanted: Wanted, network: Network) -> str:
    parts = [wanted.base.id, fingerprint(wanted.tools), wanted.home, wanted.place]
    if wanted.needs:
        parts += [fingerprint(wanted.needs.files), *wanted.needs.offline, network]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return f"{CHECKS if wanted.needs else TOOLS}:{key[:40]}"


def _file(path: str, data: bytes) -> ProjectFile:
    return ProjectFile(path=path, text=base64.b64encode(data).decode(), binary=True)


def _reason(name: str, said: list[Wrote], otherwise: str) -> str:
    """The installer's own word, if it had one."""
    text = "".join(one.text for one in said if one.stream == "build")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith(("error", "npm err"))]
    word = (errors or lines or [otherwise])[-1]
    what = "its requirements could not be installed" if name == "requirements" else "our tools"
    return f"{what}: {word[:_LONGEST_REASON]}"
