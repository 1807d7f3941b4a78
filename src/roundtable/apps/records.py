"""The readable files that every front door leaves behind: of a session, and of them all."""

import asyncio

from roundtable.adapters.stores.schema import explain_os
from roundtable.bootstrap import Table
from roundtable.core import error_log, memory
from roundtable.core.state import SessionState
from roundtable.views.folder import FolderView, write_memory, write_page


async def refresh_memory(table: Table) -> None:
    """The chronicle, the decrees and the error log, as the log has them now."""
    try:
        write_memory(
            table.project.folder,
            table.config.project,
            await memory.entries(table.store),
            await memory.all_decrees(table.store),
            await error_log.cases(table.store),
        )
    except OSError as error:
        raise explain_os(error, table.project.folder) from error


async def write_views(table: Table, state: SessionState) -> None:
    """The session's files and those of all sessions; what cannot be written is told now."""
    await write_session(table, state)
    await refresh_memory(table)


async def write_session(table: Table, state: SessionState) -> None:
    """The files of one session; its report once it has ended."""
    folder = FolderView(table.project.sessions, state)
    await asyncio.to_thread(folder.write)
    if folder.problem:
        raise explain_os(folder.problem, table.project.sessions / state.session)
    if state.ended:
        await write_report(table, state)


async def write_report(table: Table, state: SessionState) -> None:
    """The whole deliberation as one file that can be read offline."""
    from roundtable.views.report import report_page

    events = await table.store.read(state.session)
    page = table.project.sessions / state.session / "report.html"
    try:
        # It takes seconds for a large project, and others are served meanwhile.
        await asyncio.to_thread(lambda: write_page(page, report_page(events, state)))
    except OSError as error:
        raise explain_os(error, page) from error
