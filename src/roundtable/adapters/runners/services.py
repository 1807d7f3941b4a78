"""One service while it runs: started, heard, watched, asked for its health, and how it ended."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from roundtable.adapters.runners import boxes, forwarding, recipe, watching
from roundtable.adapters.runners.commands import Child
from roundtable.adapters.runners.engines import Engine
from roundtable.adapters.runners.forwarding import (
    ByAddress,
    Forward,
    FromInside,
    Unreached,
    Way,
)
from roundtable.adapters.runners.hints import Hints
from roundtable.adapters.runners.log import RunLog
from roundtable.adapters.runners.marks import Mark
from roundtable.adapters.runners.plans import Health, Image, Service
from roundtable.adapters.runners.recipe import Box
from roundtable.core.running import (
    Address,
    Network,
    RunFailed,
    RunLimits,
    RunOutcome,
    ServiceEnd,
)

_LOOK_SECONDS = 0.2
_AGAIN_SECONDS = 5.0
"""How often one that is up is asked whether it still is."""
_ASK_SECONDS = 2.0
"""How often one that is not well yet is asked, where its own interval is longer."""
_FORKS_SECONDS = 3.0
"""Who is refused processes for so long is not going to make do with what it has."""
_NOT_STARTED = (125, 126, 127)
LOOK = "see whether the engine is well: roundtable doctor"


@dataclass(frozen=True, slots=True)
class Ground:
    """What all services of a run stand on."""

    engine: Engine
    mark: Mark
    limits: RunLimits
    network: str
    """`none`, or the run's own."""
    log: RunLog
    reach: Network = "none"
    """Whom the run may reach: only where that is all does its network lead to this machine."""

    async def require(self, *words: str) -> str:
        """What a command says without which the run comes to nothing."""
        called = await self.engine.command.call(*words)
        if called.code != 0:
            why = called.complaint.splitlines()[-1] if called.complaint else f"exit {called.code}"
            refused = f"{self.engine.name} refused {' '.join(words[:2])}: {why}"
            raise RunFailed("engine_failed", refused, LOOK)
        return called.out


@dataclass
class Running:
    """A service of a run, from its start to its end."""

    ground: Ground
    service: Service
    image: Image
    environment: dict[str, str]
    tool: str = ""
    """A program of the image by which its ports are reached; empty: by its network."""
    started: asyncio.Event = field(default_factory=asyncio.Event)
    up: asyncio.Event = field(default_factory=asyncio.Event)
    """It answers on its ports and is healthy; without either it has started."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    refused: str = ""
    """Why the engine did not make a container of it, where it did not."""
    exit_code: int | None = None
    outcome: RunOutcome | None = None
    addresses: tuple[Address, ...] = ()
    _forwards: list[Forward] = field(default_factory=list)
    _ways: list[Way] = field(default_factory=list)
    _forks: tuple[int, float] | None = None
    """How often it was refused a process, and since when that goes on."""
    _killing: asyncio.Task[None] | None = None
    begun: bool = False
    """Whether the engine was ever asked to start it."""
    hints: Hints = field(default_factory=Hints)
    listening: frozenset[int] = frozenset()
    """The ports that are listened on in its network, as far as that can be seen."""
    steady_since: float = 0.0
    """When that was last another set of ports, or it last wrote something."""

    @property
    def name(self) -> str:
        return self.ground.mark.name(self.service.name)

    @property
    def serves(self) -> bool:
        """Whether it is there to be up rather than to come to an end."""
        return bool(self.service.ports or self.service.health)

    @property
    def is_running(self) -> bool:
        return self.started.is_set() and not self.ended.is_set()

    def end(self) -> ServiceEnd:
        served = self.up.is_set() and bool(self.serves or self.listening)
        ended: RunOutcome = "too_many_processes" if self._forks else "stopped"
        outcome = self.outcome or ("served" if served else ended)
        return ServiceEnd(name=self.service.name, outcome=outcome, exit_code=self.exit_code)

    async def run(self) -> None:
        """Until it has ended. Whoever cancels this removes the container."""
        words = recipe.service_words(
            self.ground.mark, self._box(), self.service, self.ground.limits, self.ground.network
        )
        self.begun = True
        ear = self.ground.log.hear(self.service.name)

        def hear(stream: int, piece: bytes) -> None:
            self.hints.hear(stream, piece)
            self.steady_since = asyncio.get_running_loop().time()
            ear(stream, piece)

        try:
            engine, given = self.ground.engine.command, self.environment
            async with boxes.running(engine, words, hear, given) as child:
                code = await self._watched(child)
            await self._settle(code)
        except boxes.NotMade as failed:
            self.refused = str(failed)
        if self.outcome == "succeeded":
            # It may have come to its end before anybody saw it run.
            self.started.set()
            if not self.serves:
                self.up.set()
        self.ended.set()

    async def _watched(self, child: Child) -> int:
        watcher = asyncio.ensure_future(self._watch())
        try:
            return await child.end()
        finally:
            watcher.cancel()
            await asyncio.wait({watcher})

    async def close(self) -> None:
        if self._killing:
            await asyncio.wait({self._killing})
        for forward in self._forwards:
            await forward.close()

    def _box(self) -> Box:
        entrypoint, argv = recipe.started(self.service, self.image)
        return Box(
            name=self.name,
            image=self.image.name,
            network=self.ground.network,
            argv=argv,
            entrypoint=entrypoint,
            environment=self.environment,
            declared=self.image.declared,
        )

    async def _settle(self, code: int) -> None:
        """What its end was, by what the engine says of it."""
        told = await self._inspect("{{json .State}}")
        if not told or told.get("Running"):
            # Its client has ended, and not the program: what came of that is not known.
            left = "the engine's command ended before the container did"
            self.refused = left if told else "the container is gone"
            return
        exited = told.get("ExitCode")
        # A container that was never started has a code of 0 with some engines.
        self.exit_code = exited if isinstance(exited, int) and exited else code
        if self.outcome:
            self.exit_code = None  # that of our own signal
            return
        if told.get("OOMKilled"):
            self.outcome = "out_of_memory"
        elif self.exit_code == 0:
            self.outcome = "succeeded"
        else:
            self.outcome = "too_many_processes" if self._forks else "failed"
        if self.exit_code in _NOT_STARTED and told.get("Error"):
            self.ground.log.notice(self.service.name, str(told["Error"]))

    async def _inspect(self, shown: str) -> dict[str, object]:
        called = await self.ground.engine.command.ask("inspect", "--format", shown, self.name)
        try:
            told = json.loads(called.out)
        except ValueError:
            return {}
        return told if isinstance(told, dict) else {}

    async def _watch(self) -> None:
        """From its start on: is it up, and does it fork without end?"""
        pid = await self._begun()
        self.started.set()
        getting_up = asyncio.ensure_future(self._get_up(pid))
        try:
            while True:
                self._count_forks(pid)
                self._see_ports(pid)
                await asyncio.sleep(_LOOK_SECONDS)
        finally:
            getting_up.cancel()
            await asyncio.wait({getting_up})

    async def _begun(self) -> int:
        """Waits until the engine has started it; the number of its first process, 0 where that
        cannot be seen from here."""
        while True:
            told = await self._inspect('{"Id": {{json .Id}}, "State": {{json .State}}}')
            state = told.get("State")
            pid = state.get("Pid") if isinstance(state, dict) and state.get("Running") else None
            if isinstance(pid, int) and pid:
                return pid if watching.is_here(pid, str(told["Id"])) else 0
            await asyncio.sleep(0.03)

    def _count_forks(self, pid: int) -> None:
        refused = watching.refused_forks(pid)
        now = asyncio.get_running_loop().time()
        if refused is None or refused == (self._forks[0] if self._forks else 0):
            return
        since = self._forks[1] if self._forks else now
        self._forks = (refused, since)
        if now - since >= _FORKS_SECONDS and not self.outcome:
            self.outcome = "too_many_processes"
            self._killing = asyncio.ensure_future(self.kill())

    def _see_ports(self, pid: int) -> None:
        found = watching.listening(pid)
        if found is not None and found != self.listening:
            self.listening = found
            self.steady_since = asyncio.get_running_loop().time()

    async def kill(self) -> None:
        await self.ground.engine.command.call("kill", self.name)

    async def _get_up(self, pid: int) -> None:
        """Up when one of its ports is answered and it is healthy; then looked at now and again."""
        if self.service.ports:
            self._ways = [await self._way(port, pid) for port in self.service.ports]
            await forwarding.answering(*self._ways)
            await self._open(self._ways)
        if self.service.health and not await self._be_healthy(self.service.health):
            return
        self.up.set()
        while self.serves:
            await asyncio.sleep(_AGAIN_SECONDS)
            await self.look()

    async def look(self) -> None:
        """Whether it is still up, now."""
        answered = [await way.answers() for way in self._ways]
        health = self.service.health
        healthy = health is None or await self._is_healthy(health)
        if healthy and (any(answered) or not answered) and not self.ended.is_set():
            self.up.set()
        else:
            self.up.clear()

    async def _way(self, port: int, pid: int) -> Way:
        if self.tool:
            return FromInside(self.ground.engine.command, self.name, self.tool, port)
        if self.ground.reach != "all":
            return Unreached(pid, port)
        return ByAddress(await self._host(), port)

    async def _host(self) -> str:
        """Its own address in the run's network."""
        while True:
            networks = await self._inspect("{{json .NetworkSettings.Networks}}")
            ours = networks.get(self.ground.network)
            address = ours.get("IPAddress") if isinstance(ours, dict) else ""
            if isinstance(address, str) and address:
                return address
            await asyncio.sleep(0.05)

    async def _open(self, ways: Sequence[Way]) -> None:
        made = []
        for way in ways:
            if isinstance(way, Unreached):
                continue
            forward = Forward(way)
            self._forwards.append(forward)
            url = f"http://127.0.0.1:{await forward.open()}"
            made.append(Address(service=self.service.name, port=way.port, url=url))
        self.addresses = tuple(made)

    async def _be_healthy(self, health: Health) -> bool:
        """True when it is; one that is not after all its intervals is ended as unhealthy.

        It is asked more often than its file says, so that nobody waits for longer than they
        must; given up it is no sooner than an engine would.
        """
        failures = 0
        loop = asyncio.get_running_loop()
        began = loop.time()
        while True:
            if await self._is_healthy(health):
                return True
            waited = loop.time() - began
            failures += waited >= health.start_period
            if waited >= health.patience and failures >= max(1, health.retries):
                self.outcome = self.outcome or "unhealthy"
                await self.kill()
                return False
            await asyncio.sleep(min(health.interval, _ASK_SECONDS))

    async def _is_healthy(self, health: Health) -> bool:
        words = ("exec", self.name, *health.command)
        with suppress(TimeoutError):
            called = await self.ground.engine.command.ask(*words, seconds=health.timeout)
            return called.code == 0 and not called.timed_out
        return False
