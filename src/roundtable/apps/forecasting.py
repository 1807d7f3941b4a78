"""What a session would be shown and what it could cost at most, before anybody is asked."""

import asyncio
from collections.abc import Mapping

from roundtable.bootstrap import Table, repository
from roundtable.core import memory
from roundtable.core.context import LeftOut
from roundtable.core.engine import CONTEXT_SHARE
from roundtable.core.events import ContextBuilt, FilesGiven, SessionStart
from roundtable.core.forecast import Forecast, forecast
from roundtable.core.ports import Knight
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import BuildContext
from roundtable.core.workflows import WORKFLOWS


async def foreseen(
    table: Table,
    start: SessionStart,
    knights: Mapping[str, Knight],
    given: FilesGiven | None = None,
) -> tuple[ContextBuilt, Forecast]:
    """Everything up to the first call, and not the call; nothing is recorded."""
    limit = int(min(knight.context_tokens for knight in knights.values()) * CONTEXT_SHARE)
    step = _gathering(start, given)
    about = step.about or start.topic
    recalled = await memory.recall(table.store, about, limit)
    parts = recalled.parts
    left_out: tuple[LeftOut, ...] = ()
    if step.repository:
        workspace = repository(table.project, table.config)
        parts, left_out = await workspace.context(about, parts, limit, step.diff)
    if given:
        left_out = (*given.left_out, *left_out)
    context = ContextBuilt(
        parts=parts,
        left_out=left_out,
        limit_tokens=limit,
        remembered=recalled.given(parts),
    )
    # Long agendas take their time: whoever else is served here does not wait for it.
    return context, await asyncio.to_thread(forecast, start, context, knights, given)


def _gathering(start: SessionStart, given: FilesGiven | None) -> BuildContext:
    """What the workflow itself would gather first."""
    log = (start, given) if given else (start,)
    step = WORKFLOWS[start.workflow].decide(fold(log, SessionState(session="forecast")))
    assert isinstance(step, BuildContext)
    return step
