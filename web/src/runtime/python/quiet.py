"""Event loops where there are no threads and no sockets: a coroutine is run to its end in place.

The browser's own loop cannot be waited for, so tests get loops that are: all that they can wait for
is time and one another. What asks for a thread is called where it stands.
"""

import asyncio
import concurrent.futures
import contextlib
import contextvars
import importlib.util
import time
from asyncio import events, tasks
from collections.abc import Iterable, Iterator
from typing import Any

from pyodide import webloop


class _Idle:
    """Stands where a loop has its selector: nothing comes from outside."""

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise RuntimeError(
                "it waits for something that never comes: there are no threads and no network here"
            )
        if timeout > 0:
            time.sleep(timeout)
        return []

    def close(self) -> None:
        pass


class Loop(asyncio.BaseEventLoop):
    def __init__(self) -> None:
        super().__init__()
        self._selector = _Idle()

    def run_forever(self) -> None:
        with _no_loop():
            super().run_forever()

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> asyncio.Future[Any]:
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    def _check_running(self) -> None:
        """Another loop may be in the middle of something: this one has its turn within it."""
        if self.is_running():
            raise RuntimeError("This event loop is already running")

    def _process_events(self, event_list: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass


class _Policy(events._BaseDefaultEventLoopPolicy):
    _loop_factory = Loop


@contextlib.contextmanager
def _no_loop() -> Iterator[None]:
    """For as long as it lasts, no loop runs here and no task is in the middle of something."""
    outer = events._get_running_loop()
    task = asyncio.current_task(outer) if outer else None
    if task:
        tasks._leave_task(outer, task)
    events._set_running_loop(None)
    try:
        yield
    finally:
        events._set_running_loop(outer)
        if task:
            tasks._enter_task(outer, task)


@contextlib.contextmanager
def loops() -> Iterator[None]:
    """`asyncio.run` and all that is built on it ends before it returns, in every browser."""
    policy, sleep = events._get_event_loop_policy(), time.sleep
    # The runtime's own sleep lets the browser's loop run meanwhile, which would be in our way.
    time.sleep = webloop._orig_sleep
    events._set_event_loop_policy(_Policy())
    try:
        with _no_loop():
            yield
    finally:
        events._set_event_loop_policy(policy)
        time.sleep = sleep


class Promise(concurrent.futures.Future):
    """A result that is waited for by running the loop which brings it."""

    loop: Loop | None = None

    def drive(self) -> None:
        if self.done() or self.loop is None:
            return
        reached = self.loop.create_future()
        self.add_done_callback(lambda _: reached.done() or reached.set_result(None))
        self.loop.run_until_complete(reached)

    def result(self, timeout: float | None = None) -> Any:
        self.drive()
        return super().result(0)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        self.drive()
        return super().exception(0)


def without_threads() -> None:
    """Makes anyio, on which FastAPI stands, do without the threads that it would start."""
    if importlib.util.find_spec("anyio") is None:
        return
    from anyio import from_thread
    from anyio._backends._asyncio import AsyncIOBackend

    from_thread.Future = Promise
    from_thread.start_blocking_portal = _portal
    AsyncIOBackend.run_sync_in_worker_thread = classmethod(_in_place)
    waited = concurrent.futures.wait

    def wait(futures: Iterable[Any], *args: Any, **named: Any) -> Any:
        every = list(futures)
        for each in every:
            if isinstance(each, Promise):
                each.drive()
        return waited(every, *args, **named)

    concurrent.futures.wait = wait


async def _in_place(
    backend: Any, func: Any, args: Any, abandon_on_cancel: bool = False, limiter: Any = None
) -> Any:
    await backend.checkpoint()
    return contextvars.copy_context().run(func, *args)


@contextlib.contextmanager
def _portal(
    backend: str = "asyncio", backend_options: Any = None, *, name: str | None = None
) -> Iterator[Any]:
    """anyio's way from a thread into a loop, with the loop run in place of the thread."""
    if backend != "asyncio":
        raise RuntimeError(f"{backend} is not here; asyncio is")
    loop = Loop()
    opened = loop.create_future()
    life = loop.create_task(_live(loop, opened))
    portal = loop.run_until_complete(opened)
    failed = False
    try:
        yield portal
    except BaseException:
        failed = True
        raise
    finally:
        try:
            with contextlib.suppress(RuntimeError):
                portal.call(portal.stop, failed)
            loop.run_until_complete(life)
            loop.run_until_complete(loop.shutdown_asyncgens())
        finally:
            loop.close()


async def _live(loop: Loop, opened: asyncio.Future[Any]) -> None:
    from anyio.from_thread import BlockingPortal

    class Portal(BlockingPortal):
        def _check_running(self) -> None:
            if self._event_loop_thread_id is None:
                raise RuntimeError("This portal is not running")

        def _spawn_task_from_thread(
            self, func: Any, args: Any, kwargs: Any, name: object, future: Promise
        ) -> None:
            for each in (future, getattr(kwargs.get("task_status"), "_future", None)):
                if each is not None:
                    each.loop = loop
            start = self._task_group.start_soon
            call = (self._call_func, func, args, kwargs, future)
            loop.call_soon(lambda: start(*call, name=name))

    async with Portal() as portal:
        opened.set_result(portal)
        await portal.sleep_until_stopped()
