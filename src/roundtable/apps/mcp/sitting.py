"""Convenes a table for a call and leads it until it rests, without ever speaking for the King."""

import asyncio

from roundtable.apps.convening import convene
from roundtable.apps.records import write_views
from roundtable.bootstrap import Table
from roundtable.core.commands import Choose
from roundtable.core.events import FilesGiven, SessionStart
from roundtable.core.ports import Watcher
from roundtable.core.state import SessionState
from roundtable.views.folder import FolderView

PASSING = ("continue", "later", "log")
"""The only answers that are given where nobody is there: go on as planned, or decide later."""


async def sit(
    table: Table, start: SessionStart, watcher: Watcher, given: FilesGiven | None = None
) -> SessionState:
    """A new session as it comes to rest. Cancelled, it is paused, and its record is complete."""
    session = await convene(table, start, watcher, given=given)
    folder = FolderView(table.project.sessions, await table.driver.state(session))
    folder.write()
    await table.driver.watch(session, folder.see)
    state = await _lead(table, session)
    await write_views(table, state)
    return state


async def _lead(table: Table, session: str) -> SessionState:
    while True:
        await table.driver.start(session)
        try:
            state = await table.driver.wait(session)
        except asyncio.CancelledError:
            return await table.driver.pause(session)
        choice = _passing(state)
        if choice is None:
            return state
        await table.driver.send(session, choice)


def _passing(state: SessionState) -> Choose | None:
    """The default of a question that nobody has to answer; None: the session rests or waits."""
    question = state.question
    if question is None or state.paused or state.ended or question.unattended not in PASSING:
        return None
    return Choose(question.unattended, unattended=True)
