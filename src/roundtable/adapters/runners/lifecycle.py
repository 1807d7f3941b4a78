"""The services of a run together: who starts after whom, when it is up, and how it all ended."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from roundtable.adapters.runners.plans import Condition
from roundtable.adapters.runners.services import Running
from roundtable.core.ports import Ended, Up
from roundtable.core.running import GOOD, Demand, RunOutcome, ServiceEnd

_OUTCOMES: dict[RunOutcome, str] = {
    "succeeded": "It ran to its end.",
    "served": "It was up and answering until it was ended.",
    "failed": "It ended with an error.",
    "build_failed": "Its image could not be built.",
    "unhealthy": "Its health check failed, or it did not answer.",
    "timed_out": "It was still running when its time was over.",
    "out_of_memory": "It was killed: it used more memory than it may.",
    "too_many_processes": "It came to its limit of processes.",
    "flooded": "It was ended: it wrote more than is kept.",
    "stopped": "It was stopped.",
}
_LOOK_SECONDS = 0.25
_LATE_SECONDS = 0.5
_EPHEMERAL = 32_768
"""Ports from here on are taken by whoever asks for any: nobody is expected there."""
_NOTICE_SECONDS = 2.0
"""For so long a port is listened on before somebody is told that it cannot be reached."""
_ELSEWHERE_SECONDS = 15.0
"""For so long another port than its own, before a round gives up waiting for its own."""
_WORST: tuple[RunOutcome, ...] = (
    "out_of_memory",
    "too_many_processes",
    "unhealthy",
    "failed",
)


def told(outcome: RunOutcome) -> str:
    return _OUTCOMES[outcome]


@dataclass(frozen=True, slots=True)
class Signals:
    """What ends a run from outside."""

    stop: asyncio.Event
    flooded: asyncio.Event


async def unless(work: "asyncio.Future[Any]", signals: Signals) -> RunOutcome | None:
    """Waits for this; why it is not waited for any longer, where somebody ends it first."""
    causes: dict[asyncio.Future[Any], RunOutcome] = {
        asyncio.ensure_future(signals.stop.wait()): "stopped",
        asyncio.ensure_future(signals.flooded.wait()): "flooded",
    }
    try:
        done, _ = await asyncio.wait({work, *causes}, return_when=asyncio.FIRST_COMPLETED)
        return None if work in done else causes[done.pop()]
    finally:
        for waiting in causes:
            waiting.cancel()


async def live(
    services: Sequence[Running], demand: Demand, signals: Signals, tell: Callable[[Up], None]
) -> Ended:
    """Run these services until the run is over. Containers may be left: the caller clears."""
    by_name = {running.service.name: running for running in services}
    tasks = [asyncio.ensure_future(_one(running, by_name)) for running in services]
    tasks.append(asyncio.ensure_future(_tell_astray(services)))
    try:
        cause = await _until_over(services, demand, signals, tell)
    finally:
        for task in tasks:
            task.cancel()
        _, late = await asyncio.wait(tasks, timeout=_LATE_SECONDS)
        if late:
            # Who is being made is waited for; those who run are not left to it meanwhile.
            await asyncio.gather(*(r.kill() for r in services if r.is_running))
            await asyncio.wait(late)
        for running in services:
            await running.close()
    return _ended(services, cause)


async def _one(running: Running, others: dict[str, Running]) -> None:
    for name, condition in running.service.after.items():
        if name in others:
            await _reached(others[name], condition)
    await running.run()


async def _reached(other: Running, condition: Condition) -> None:
    if condition == "completed":
        await other.ended.wait()
        if other.outcome != "succeeded":
            await asyncio.Event().wait()  # never: the run ends with the other's failure
    else:
        await (other.up if condition == "healthy" else other.started).wait()


async def _until_over(
    services: Sequence[Running], demand: Demand, signals: Signals, tell: Callable[[Up], None]
) -> RunOutcome | None:
    """Why it is over, where not by itself."""
    waiting: dict[RunOutcome | None, Coroutine[Any, Any, Any]] = {
        None: _by_themselves(services),
        "stopped": signals.stop.wait(),
        "flooded": signals.flooded.wait(),
        "timed_out": asyncio.sleep(demand.limits.seconds),
        "served": _served(services, demand.settle_seconds, tell),
        "unhealthy": _elsewhere(services, demand.settle_seconds),
    }
    tasks = {asyncio.ensure_future(work): cause for cause, work in waiting.items()}
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        causes = [tasks[task] for task in done]
        return None if None in causes else causes[0]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def _by_themselves(services: Sequence[Running]) -> None:
    """One has failed; or all have ended that nobody else is waiting on."""
    leaves = _leaves(services)
    waiting = {asyncio.ensure_future(r.ended.wait()): r for r in services}
    try:
        while waiting:
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            ended = [waiting.pop(task) for task in done]
            if any(running.outcome != "succeeded" for running in ended):
                return
            if all(running.ended.is_set() for running in leaves):
                return
    finally:
        for task in waiting:
            task.cancel()


def _leaves(services: Sequence[Running]) -> list[Running]:
    """Those that nobody else is waiting on."""
    needed = {name for running in services for name in running.service.after}
    return [r for r in services if r.service.name not in needed] or list(services)


async def _served(
    services: Sequence[Running], settle: float | None, tell: Callable[[Up], None]
) -> None:
    """Tells when all are up; returns when they have been for long enough."""
    for running in services:
        await running.up.wait()
    tell(Up(tuple(address for running in services for address in running.addresses)))
    if settle is None:
        await asyncio.Event().wait()
        return
    if not any(running.serves for running in services):
        # No port is told of, but who listens on one and has no more to say is there to serve.
        await _until(lambda: all(_for_long(r, _ports(r), settle) for r in _leaves(services)))
        return
    await asyncio.sleep(settle)
    for running in services:
        if running.serves:
            await running.look()
            if not running.up.is_set() and not running.ended.is_set():
                await running.look()  # the machine may have stood still, and not the service


async def _elsewhere(services: Sequence[Running], settle: float | None) -> None:
    """In a round: returns when one listens on other ports than its own, and keeps to that."""
    if settle is None:
        await asyncio.Event().wait()
    await _until(lambda: any(_for_long(r, _other_ports(r), _ELSEWHERE_SECONDS) for r in services))


async def _until(holds: Callable[[], bool]) -> None:
    while True:
        if holds():
            return
        await asyncio.sleep(_LOOK_SECONDS)


def _ports(running: Running) -> list[int]:
    """Where it listens for anybody."""
    open_ = not running.ended.is_set()
    return sorted(port for port in running.listening if open_ and port < _EPHEMERAL)


def _other_ports(running: Running) -> list[int]:
    """Where it listens instead of where its file says."""
    own = running.service.ports
    astray = own and not running.up.is_set() and running.listening.isdisjoint(own)
    return _ports(running) if astray else []


def _for_long(running: Running, ports: list[int], seconds: float) -> bool:
    now = asyncio.get_running_loop().time()
    return bool(ports) and now - running.steady_since >= seconds


def _astray(services: Sequence[Running]) -> list[tuple[Running, str]]:
    """Who listens where nobody is let in, and what to do about it."""
    found: list[tuple[Running, str]] = []
    exposed = any(running.service.ports for running in services)
    for running in services if exposed else _leaves(services):
        ports = _other_ports(running) if exposed else _ports(running)
        if not ports:
            continue
        listens = f"listens on {_list(ports)}"
        if exposed:
            words = f"It never answered on {_list(running.service.ports)}; it {listens}."
        else:
            add = f"add EXPOSE {ports[0]} (in a compose file: ports)"
            words = f"It {listens}, and no port is told of: {add}."
        found.append((running, words))
    return found


async def _tell_astray(services: Sequence[Running]) -> None:
    """A word on it while it runs, once for each: nobody need wait for the end of its time."""
    told_of: set[str] = set()
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        for running, words in _astray(services):
            name = running.service.name
            if name not in told_of and _for_long(running, [0], _NOTICE_SECONDS):
                told_of.add(name)
                running.ground.log.notice(name, words)


def _list(ports: Sequence[int]) -> str:
    return ", ".join(map(str, ports))


def _ended(services: Sequence[Running], cause: RunOutcome | None) -> Ended:
    ends = tuple(running.end() for running in services if running.begun)
    outcome, decisive = _decided(services, ends, cause)
    code = decisive.exit_code if decisive else None
    where = f" ({decisive.name})" if decisive and len(services) > 1 else ""
    words = [f"{told(outcome).rstrip('.')}{where}."]
    if code is not None and outcome == "failed":
        words.append(f"Exit code {code}.")
    idle = [running.service.name for running in services if not running.begun]
    if idle and cause is None:
        words.append(f"Not started: {', '.join(idle)}.")
    if outcome in ("timed_out", "unhealthy", "stopped", "served"):
        words += dict.fromkeys(hint for _, hint in _astray(services))
    if outcome not in GOOD:
        words += dict.fromkeys(r.hints.told for r in services if r.hints.told)
    return Ended(outcome, " ".join(words), code, ends)


def _decided(
    services: Sequence[Running], ends: tuple[ServiceEnd, ...], cause: RunOutcome | None
) -> tuple[RunOutcome, ServiceEnd | None]:
    """The worst that happened to a service; else what ended the run."""
    for bad in _WORST:
        found = next((end for end in ends if end.outcome == bad), None)
        if found:
            return bad, found
    if cause is None:
        return "succeeded", _last(ends)
    serving = [running for running in services if running.serves]
    if cause == "served" and not serving:
        return "served", None
    up = bool(serving) and all(r.up.is_set() and not r.ended.is_set() for r in serving)
    if up and cause in ("stopped", "timed_out", "served"):
        return "served", None
    # It had been up long enough, and was no longer when it was asked again.
    return ("unhealthy" if cause == "served" else cause), None


def _last(ends: tuple[ServiceEnd, ...]) -> ServiceEnd | None:
    exited = [end for end in ends if end.exit_code is not None]
    return exited[-1] if exited else None
