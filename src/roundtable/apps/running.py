"""Running what was built in a container: whether it can be done here and now, and what follows."""

from collections.abc import Collection
from dataclasses import dataclass

from roundtable.adapters.runners.engines import NoEngine, find_engine
from roundtable.adapters.runners.runner import run_source
from roundtable.core.parsing.network_trouble import wanted_network
from roundtable.core.runs import RunState
from roundtable.core.state import SessionState


@dataclass(frozen=True, slots=True)
class Prospect:
    """By what, and from which file, a project would be run; or why it would not."""

    engine: str = ""
    source: str = ""
    reason: str = ""
    """Why not; empty: it can be run."""
    remedy: str = ""


async def container_prospect(files: Collection[str]) -> Prospect:
    """What a run in a container would be made with; it starts nothing."""
    found = await find_engine()
    engine = "" if isinstance(found, NoEngine) else found.name
    source = run_source(files) or ""
    if not files:
        reason, remedy = "there are no files to run", "wait until a round of code has ended"
    elif isinstance(found, NoEngine):
        reason, remedy = found.reason, found.remedy
    elif not source:
        reason = "there is no compose file or Dockerfile"
        remedy = "have one written in the round devops"
    else:
        reason = remedy = ""
    return Prospect(engine, source, reason, remedy)


async def sweep_leftovers() -> int:
    """Take away what runs have left whose process was killed; how many runs that were."""
    from roundtable.adapters.runners.clearing import sweep

    engine = await find_engine()
    return 0 if isinstance(engine, NoEngine) else await sweep(engine)


def ended_badly(run: RunState) -> bool:
    """Whether there is something in it for the table to look at.

    One that the developer stopped himself is not; nor one that the machine could not run, or that
    he can give what it lacks.
    """
    if _lacks_a_word(run):
        return False
    if run.error:
        return run.error.kind == "refused"
    return run.done is not None and not run.good and run.done.outcome != "stopped"


def _lacks_a_word(run: RunState) -> bool:
    """It failed for want of variables or of a network, which another run may be given."""
    if run.error:
        return bool(run.error.refusals) and all(one.remedy for one in run.error.refusals)
    offline = run.start is not None and run.start.demand.network == "none"
    return (
        offline
        and run.done is not None
        and run.done.outcome == "build_failed"
        and wanted_network(run.done.excerpt)
    )


def calls_for_analysis(state: SessionState) -> bool:
    """The last run ended badly, and nobody looks at it unless the build that has ended goes on."""
    last = state.runs[-1] if state.runs else None
    of_a_build = state.opening.workflow == "build" and state.ended is not None
    return of_a_build and last is not None and ended_badly(last)
