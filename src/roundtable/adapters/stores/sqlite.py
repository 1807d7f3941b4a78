"""The embedded event store: one SQLite file, one writer thread, group commit.

Appends that wait together are committed together, so a busy process pays one sync for many.
"""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from roundtable.adapters.stores.claims import claim_file
from roundtable.adapters.stores.rows import (
    insert,
    select,
    select_sessions,
    select_types,
    to_events,
    to_rows,
)
from roundtable.adapters.stores.schema import connect, explain
from roundtable.core.errors import RoundtableError, StoreError
from roundtable.core.events import Event, read_event
from roundtable.core.ports import SessionRow

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Job:
    """Work for the thread; `write` jobs share a transaction."""

    work: Callable[[sqlite3.Connection], Any]
    write: bool
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"


class SqliteStore:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = connect(path)
        self._identity = _identity(path)
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="event-log", daemon=True)
        self._thread.start()
        self._closed = False

    async def append(self, events: Sequence[Event], summary: str) -> None:
        session, rows = events[0].session, to_rows(events)
        await self._do(lambda connection: insert(connection, session, rows, summary), write=True)

    async def read(self, session: str, after: int = 0) -> tuple[Event, ...]:
        rows = await self._do(lambda connection: select(connection, session, after))
        return to_events(rows, after)

    async def read_types(self, *types: str) -> tuple[Event, ...]:
        rows = await self._do(lambda connection: select_types(connection, types))
        return tuple(read_event(body, session, seq) for session, seq, body in rows)

    async def sessions(self) -> tuple[SessionRow, ...]:
        return await self._do(select_sessions)

    @contextlib.asynccontextmanager
    async def claim(self, session: str) -> AsyncIterator[None]:
        with claim_file(self._path.parent / "locks", session):
            yield

    def in_place(self) -> bool:
        """Whether the file that was opened is still the one of that name."""
        return _identity(self._path) == self._identity

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)

    async def _do(self, work: Callable[[sqlite3.Connection], T], *, write: bool = False) -> T:
        if self._closed:
            raise StoreError(f"the log {self._path} has been closed", "open it again")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, write, loop, future))
        return await future

    def _serve(self) -> None:
        """The thread's life: take what waits, do it in as few transactions as possible."""
        open_ = True
        while open_:
            batch = [self._jobs.get()]
            while not self._jobs.empty():
                batch.append(self._jobs.get())
            open_ = None not in batch
            self._do_batch([job for job in batch if job])
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._connection.close()

    def _do_batch(self, jobs: list[_Job]) -> None:
        if self.in_place():
            writes = [job for job in jobs if job.write]
            outcomes = self._commit(writes) if writes else []
            outcomes += [(job, *self._attempt(job)) for job in jobs if not job.write]
        else:  # what is written there would be found by nobody
            outcomes = [(job, None, self._replaced()) for job in jobs]
        for loop in {job.loop for job, _, _ in outcomes}:
            mine = [o for o in outcomes if o[0].loop is loop]
            with contextlib.suppress(RuntimeError):  # the loop may have been closed meanwhile
                loop.call_soon_threadsafe(_deliver, mine)

    def _commit(self, jobs: list[_Job]) -> "list[_Outcome]":
        """One transaction for all; a job that cannot be done leaves the others untouched."""
        run = self._connection.execute
        outcomes: list[_Outcome] = []
        try:
            run("BEGIN IMMEDIATE")
            for job in jobs:
                alone = len(jobs) == 1
                if not alone:
                    run("SAVEPOINT job")
                result, error = self._attempt(job)
                if error and not self._connection.in_transaction:
                    # Out of room, SQLite takes back all of it by itself: nobody's was written.
                    return [(each, None, error) for each in jobs]
                outcomes.append((job, result, error))
                if not alone:
                    run("ROLLBACK TO job" if error else "RELEASE job")
                elif error:
                    run("ROLLBACK")
                    return outcomes
            run("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                run("ROLLBACK")
            return [(job, None, explain(error, self._path)) for job in jobs]
        return outcomes

    def _replaced(self) -> StoreError:
        return StoreError(
            f"the log {self._path} was moved or replaced while it was open",
            "put it back, or go on with the one that is there now",
        )

    def _attempt(self, job: _Job) -> tuple[Any, RoundtableError | None]:
        try:
            return job.work(self._connection), None
        except RoundtableError as error:
            return None, error
        except sqlite3.Error as error:
            return None, explain(error, self._path)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


_Outcome = tuple[_Job, Any, RoundtableError | None]


def _deliver(outcomes: list[_Outcome]) -> None:
    for job, result, error in outcomes:
        if job.future.done():
            continue  # whoever waited was cancelled
        if error:
            job.future.set_exception(error)
        else:
            job.future.set_result(result)
