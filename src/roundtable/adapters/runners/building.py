"""Makes an image from a Dockerfile: what only lays out files is the engine's builder's, and every
RUN is a container of ours under all bounds, since the builder would hold none of them."""

import asyncio
import hashlib
import json
import posixpath
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from roundtable.adapters.runners import boxes, networks, recipe, staging, weighing
from roundtable.adapters.runners.commands import Called, Child, Command, Hear
from roundtable.adapters.runners.contexts import archive, context_of, fingerprint, folder_of
from roundtable.adapters.runners.dockerfiles.laying import Lay
from roundtable.adapters.runners.dockerfiles.lowering import BuildStage, Run, lower
from roundtable.adapters.runners.dockerfiles.mounts import Bind, Memory
from roundtable.adapters.runners.dockerfiles.reading import read
from roundtable.adapters.runners.marks import CACHE, CACHE_NAME, RUN
from roundtable.adapters.runners.plans import (
    HAVE_CHANGED,
    REACH_OTHERS,
    BuildSource,
    Copy,
    Service,
)
from roundtable.adapters.runners.recipe import Box
from roundtable.adapters.runners.services import LOOK, Ground
from roundtable.adapters.runners.sources import missing
from roundtable.core.build_events import ProjectFile
from roundtable.core.parsing.network_trouble import wanted_network
from roundtable.core.running import Network, RunFailed

_RECIPE_FILE = ".roundtable-recipe"
_FILE_TOO_LARGE = 128 + signal.SIGXFSZ
"""The code of who was ended by the kernel for one file alone."""
_MOST_HEARD = 16_384
"""Of what a RUN says, its end tells why it failed."""


class BuildFailed(Exception):
    """The image could not be made; the reason in a sentence."""


@dataclass
class Builder:
    """Builds the images of one run, one step after the other."""

    ground: Ground
    files: Mapping[str, ProjectFile]
    network: Network
    _images: int = 0
    _boxes: int = 0
    _network: str = ""
    _contexts: dict[str, dict[str, bytes]] = field(default_factory=dict)

    async def image(self, service: Service) -> str:
        """The image of a service: built, or one that is there."""
        made = service.image
        if service.build:
            made = await self._build(service.name, service.build)
        else:
            await self._require(made, service.name)
        return await self._with_copies(service.name, made, service.copies)

    async def _build(self, name: str, source: BuildSource) -> str:
        dockerfile = read(source, self.ground.engine.platform)
        done: dict[int, tuple[str, str]] = {}
        stages = lower(dockerfile, source.target)
        if absent := missing(source, stages, self.files):
            raise BuildFailed(absent)
        for stage in stages:
            done[stage.number] = await self._stage(name, source, stage, done)
        return done[stages[-1].number][0]

    async def _stage(
        self, name: str, source: BuildSource, stage: BuildStage, done: Mapping[int, tuple[str, str]]
    ) -> tuple[str, str]:
        """The stage's image, and the key of all that went into it."""
        if isinstance(stage.base, int):
            image, key = done[stage.base]
        else:
            image = stage.base
            key = await self._require(image, name)
        for other in stage.images:
            key += await self._require(other, name)
        keys = self._keys(source, stage, key, done)
        said = await self._said(image)
        start, image = await self._cached(stage.steps, keys, image)
        last_run = max((n for n, x in enumerate(stage.steps) if isinstance(x, Run)), default=-1)
        for number, step in list(enumerate(stage.steps))[start:]:
            if isinstance(step, Run):
                image = await self._run(name, source, step, image, keys[number], done)
            else:
                after_run = said if number and isinstance(stage.steps[number - 1], Run) else ""
                context = self._context(source)
                base = f"{staging.opening(context)}{image}\n{after_run}"
                text = staging.from_context(step).dockerfile(base, lambda n: done[n][0])
                beside = context if any(map(staging.is_mixed, step.lines)) else {}
                packed = {**beside, **staging.staged(context)}
                image = await self._assemble(name, text, packed, number < last_run)
        if stage.steps and last_run == len(stage.steps) - 1:
            image = await self._assemble(name, f"FROM {image}\n{said}\n", {}, kept=False)
        return image, keys[-1] if keys else key

    async def _said(self, image: str) -> str:
        """What an image says of how it is started: a RUN of ours would be kept in its place."""
        config = json.loads(await self._told(image, "{{json .Config}}") or "{}")
        entrypoint, command = config.get("Entrypoint") or [], config.get("Cmd") or []
        return f"ENTRYPOINT {json.dumps(entrypoint)}\nCMD {json.dumps(command)}"

    def _keys(
        self, source: BuildSource, stage: BuildStage, key: str, done: Mapping[int, tuple[str, str]]
    ) -> list[str]:
        """What each step's result depends on: all before it, its words, and the files it copies."""
        keys = []
        for step in stage.steps:
            parts = [key, *self._ingredients(source, step, done)]
            key = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
            keys.append(key)
        return keys

    def _ingredients(
        self, source: BuildSource, step: Lay | Run, done: Mapping[int, tuple[str, str]]
    ) -> list[str]:
        if isinstance(step, Lay):
            text = step.text(lambda number: done[number][1])
            names = [copied.name for copied in step.sources]
            return [text, fingerprint(self._copied(source, names))]
        binds = [mount for mount in step.mounts if isinstance(mount, Bind)]
        copied = self._copied(source, [bind.source for bind in binds if bind.stage is None])
        stages = [done[bind.stage][1] for bind in binds if bind.stage is not None]
        return [repr(step), self.network, fingerprint(copied), *stages]

    def _copied(self, source: BuildSource, names: Sequence[str]) -> dict[str, bytes]:
        """The files of the context that these names may mean; a pattern may mean any."""
        context = self._context(source)
        wanted = [posixpath.normpath(name).strip("/") for name in names]
        if any(name in ("", ".") or set(name) & set("*?[") for name in wanted):
            return context
        return {
            path: data
            for path, data in context.items()
            if any(path == name or path.startswith(f"{name}/") for name in wanted)
        }

    def _context(self, source: BuildSource) -> dict[str, bytes]:
        if source.context not in self._contexts:
            self._contexts[source.context] = context_of(self.files, source.context)
        return self._contexts[source.context]

    async def _cached(
        self, steps: Sequence[Lay | Run], keys: Sequence[str], image: str
    ) -> tuple[int, str]:
        """Where to go on: after the last RUN whose result is kept from an earlier build."""
        for number in range(len(steps) - 1, -1, -1):
            kept = f"{CACHE_NAME}:{keys[number][:40]}"
            if not isinstance(steps[number], Run) or not await self._id(kept):
                continue
            run_follows = any(isinstance(step, Run) for step in steps[number + 1 :])
            try:
                # Under a name of this run's, with its labels: another process may prune what is
                # kept at any moment, and sweep away what a dead one has built.
                held = await self._assemble("build", f"FROM {kept}\n", {}, run_follows)
            except BuildFailed:
                continue  # it was pruned just now
            self.ground.log.notice("build", f"{number + 1} steps are kept from an earlier build")
            return number + 1, held
        return 0, image

    async def _assemble(self, name: str, text: str, files: Mapping[str, bytes], kept: bool) -> str:
        """A Dockerfile without a RUN, built by the engine; `kept`: a RUN will stand on it."""
        self._images += 1
        tag = self.ground.mark.image(self._images)
        packed = archive({**files, _RECIPE_FILE: text.encode("utf-8", "surrogatepass")})
        words = ["build", "--network", "none", "--pull=false", "--force-rm", "--quiet"]
        labels = self.ground.mark.kept_labels if kept else self.ground.mark.labels
        words += [*labels, "--tag", tag, "--file", _RECIPE_FILE, "-"]
        called = await self._long(words, packed)
        if called.code != 0:
            raise BuildFailed(_last_words(called, f"the image of {name} could not be laid out"))
        return tag

    async def _long(
        self, words: Sequence[str], stdin: bytes, command: Command | None = None
    ) -> Called:
        """A command that may take its time; who is cancelled ends it."""
        heard: dict[int, bytearray] = {1: bytearray(), 2: bytearray()}
        hear = lambda stream, piece: heard[stream].extend(piece)  # noqa: E731
        command = command or self.ground.engine.command
        async with command.running(*words, hear=hear, stdin=stdin) as child:
            code = await child.end()
        out, complaint = (bytes(heard[n]).decode("utf-8", "replace") for n in (1, 2))
        return Called(code, out, complaint.strip())

    async def _run(
        self,
        name: str,
        source: BuildSource,
        step: Run,
        image: str,
        key: str,
        done: Mapping[int, tuple[str, str]],
    ) -> str:
        """One RUN, in a container of its own; its file system becomes the next image."""
        self.ground.log.notice(name, step.shown)
        bound = [staging.bound(mount, done) for mount in step.mounts if isinstance(mount, Bind)]
        if bound:
            context = self._context(source)
            text = "\n".join((f"FROM {staging.opening(context)}{image}", *bound, ""))
            image = await self._assemble(name, text, staging.staged(context), kept=True)
        self._boxes += 1
        alone = self.network == "none" or step.network == "none"
        told = {} if alone else self.ground.engine.proxies
        command = (*(recipe.TOLD if told else ()), *recipe.heard(step.command))
        box = Box(
            name=self.ground.mark.name(f"build-{self._boxes}"),
            image=image,
            network=networks.NONE if alone else await self._way_out(),
            argv=command[1:],
            entrypoint=command[:1],
            told=bool(told),
        )
        words = recipe.build_words(self.ground.mark, box, self.ground.limits, _memory(step))
        ear = self.ground.log.hear(name, build=True)
        end = bytearray()

        def hear(stream: int, piece: bytes) -> None:
            end.extend(piece)
            del end[:-_MOST_HEARD]
            ear(stream, piece)

        code = await self._performed(box, words, hear, recipe.variables(told) or None)
        if code != 0:
            what = f"{source.dockerfile}:{step.line}: {step.shown}"
            why = await self._why(box, code, end.decode("utf-8", "replace"))
            raise BuildFailed(f"{what}: {why}")
        return await self._keep(box, key)

    async def _performed(
        self, box: Box, words: Sequence[str], hear: Hear, stdin: bytes | None
    ) -> int | None:
        """Its exit code; None: it was ended, for it wrote more than it may."""
        engine = self.ground.engine
        try:
            async with boxes.running(engine.command, words, hear, stdin=stdin) as child:
                return await self._bounded(box, child)
        except boxes.NotMade as why:
            told = f"{engine.name} made no container to build in: {why}"
            raise RunFailed("engine_failed", told, LOOK) from None

    async def _bounded(self, box: Box, child: Child) -> int | None:
        command = self.ground.engine.command
        ending = asyncio.ensure_future(child.end())
        growing = asyncio.ensure_future(weighing.outgrown(command, box.name))
        tasks: set[asyncio.Future[Any]] = {ending, growing}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if ending not in done:
                await command.call("kill", box.name)
                return None
            # It may have been quick; what is too large is not kept either.
            large = not ending.result() and await weighing.is_too_large(command, box.name)
            return None if large else ending.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _way_out(self) -> str:
        """The network of all that may reach others, made for the first that does."""
        self._network = self._network or await networks.for_build(self.ground)
        return self._network

    async def _why(self, box: Box, code: int | None, said: str) -> str:
        if code is None or code == _FILE_TOO_LARGE:
            return f"it was ended: it wrote more than {recipe.BUILD_DISK_MB} MB."
        shown = ("inspect", "--format", "{{.State.OOMKilled}}", box.name)
        killed = (await self.ground.engine.command.ask(*shown)).out.strip()
        if killed == "true":
            return "it was killed: it used more memory than it may."
        if box.network != "none":
            return f"it ended with {code}."
        # Where the file itself takes its network away, no flag of ours gives one.
        lifted = self.network == "none" and wanted_network(said)
        remedy = f" It seems to have wanted one: {REACH_OTHERS}." if lifted else ""
        return f"it ended with {code}. It had no network.{remedy}"

    async def _keep(self, box: Box, key: str) -> str:
        """The container as an image for this build, and for later ones."""
        tag = f"{CACHE_NAME}:{key[:40]}"
        change = ("--change", f"LABEL {RUN}={CACHE}")
        command = self.ground.engine.command
        # It may take long, and whoever stops the run meanwhile does not wait for a layer that is
        # only kept: all of it comes to be, or none.
        called = await self._long(("commit", *change, box.name, tag), b"")
        if called.code != 0:
            raise BuildFailed(_last_words(called, "the result of a RUN could not be kept"))
        await command.call("rm", "--force", "--volumes", box.name)
        return tag

    async def _with_copies(self, name: str, image: str, copies: tuple[Copy, ...]) -> str:
        """Where a compose file mounts folders of the project, their files are laid out."""
        if not copies:
            return image
        # What a build leaves out is mounted all the same.
        context = folder_of(self.files, "")
        lines = [f"FROM {staging.opening(context)}{image}"]
        for copy in copies:
            words = json.dumps([f"{copy.source or '.'}", copy.target])
            lines.append(f"COPY --from={staging.CONTEXT} {words}")
        return await self._assemble(
            name, "\n".join(lines) + "\n", staging.staged(context), kept=False
        )

    async def _require(self, image: str, name: str) -> str:
        """The id of an image that is there, or can be fetched if that was allowed."""
        if image == "scratch":
            return image
        found = await self._id(image) or await self._fetched(image, name)
        # A name that only begins what an image is known by here means another one on each machine.
        if found.removeprefix("sha256:").startswith(image):
            told = "the identity of an image on this machine instead of a name"
            raise RunFailed("refused", f"the image {image}: {told}", HAVE_CHANGED)
        triggers = await self._told(image, "{{json .Config.OnBuild}}")
        if json.loads(triggers or "null"):
            raise BuildFailed(f"the image {image} would run commands of its own (ONBUILD).")
        return found

    async def _fetched(self, image: str, name: str) -> str:
        """The id of one that was not there."""
        absent = f"the image {image} is not on this machine"
        by_hand = f"{self.ground.engine.kind} pull {image}"
        if self.network == "none":
            remedy = f"fetch it ({by_hand}), or allow the build to: --network build"
            raise RunFailed("no_image", f"{absent}, and nothing may be fetched", remedy)
        self.ground.log.notice(name, f"fetching {image}")
        words = ("pull", "--quiet", image)
        called = await self._long(words, b"", self.ground.engine.fetching)
        if found := await self._id(image):
            return found
        told = _last_words(called, f"{absent}, and could not be fetched")
        remedy = f"see whether its name is right and its registry can be reached: {by_hand}"
        raise RunFailed("no_image", told, remedy)

    async def _id(self, image: str) -> str:
        return await self._told(image, "{{.Id}}")

    async def _told(self, image: str, shown: str) -> str:
        called = await self.ground.engine.command.ask("image", "inspect", "--format", shown, image)
        return called.out.strip() if called.code == 0 else ""


def _memory(step: Run) -> list[str]:
    return [mount.target for mount in step.mounts if isinstance(mount, Memory)]


def _last_words(called: Called, otherwise: str) -> str:
    lines = [line for line in called.complaint.splitlines() if line.strip()]
    return f"{otherwise}: {lines[-1].strip()}" if lines else f"{otherwise}."


async def within(seconds: float, builder: Builder, services: Sequence[Service]) -> list[str]:
    """The images of these services, in their order; BuildFailed when time is over."""
    try:
        async with asyncio.timeout(seconds):
            return [await builder.image(service) for service in services]
    except TimeoutError:
        raise BuildFailed(f"It was still being built after {seconds:g} seconds.") from None
