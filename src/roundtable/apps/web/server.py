"""The process: a socket on this machine alone, the gate, the application, and its link."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import uvicorn
from starlette.types import ASGIApp

from roundtable.adapters.project import Project
from roundtable.apps.running import sweep_leftovers
from roundtable.apps.web.app import create_app
from roundtable.apps.web.gate import Gate
from roundtable.apps.web.house import House
from roundtable.apps.web.opening import Opening
from roundtable.apps.web.served import state_file
from roundtable.core.errors import UsageError

HOST = "127.0.0.1"
PORT = 7117
_TRIES = 20
"""So many ports upwards are tried where the usual one is taken."""


def listening(port: int | None) -> socket.socket:
    """A socket on this machine alone: on the port that was named, or the first that is free."""
    ports: Iterable[int] = (port,) if port is not None else range(PORT, PORT + _TRIES)
    for number in ports:
        # asyncio sends at once only where the protocol is named: otherwise the kernel keeps the
        # second of two small writes, such as a short body after its head, for 40 ms.
        opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((HOST, number))
            opened.listen(512)
        except OSError:
            opened.close()
            continue
        return opened
    raise UsageError(
        f"port {port or f'{PORT} and those after it'} cannot be had on {HOST}",
        "name another: roundtable serve --port N",
    )


def guarded(house: House, port: int, webcontainer: bool = False) -> ASGIApp:
    """The application behind its gate, which knows under which names it may be called."""
    hosts = (f"{name}:{port}" for name in (HOST, "localhost"))
    return Gate(create_app(house), house.passes, hosts, webcontainer)


def link(port: int, token: str) -> str:
    # Behind the # it is sent to nobody, and stands in no log.
    return f"http://{HOST}:{port}/#launch={token}"


@dataclass(frozen=True, slots=True)
class Manner:
    """How a project is served."""

    say: Callable[[str], None]
    """Tells whoever sits at the terminal."""
    port: int | None = None
    browser: bool = False
    """True: it is opened, at the link."""
    resume: bool = True
    webcontainer: bool = False
    """True: pages may load the vendor's runtime for npm projects from the vendor's host."""


async def serve(project: Project, manner: Manner) -> int:
    """Serve a project until a signal comes; what runs then is paused."""
    opened = listening(manner.port)
    number = opened.getsockname()[1]
    opening = Opening(state_file(project.root).with_suffix(".html"))

    def tell(token: str) -> None:
        opening.end()
        manner.say(f"For another browser: {link(number, token)}")

    house = House(project, manner.resume, tell)
    server = _Server(_configured(guarded(house, number, manner.webcontainer)))
    _quieten()

    def ready() -> None:
        address = link(number, house.passes.token)
        _announce(project, address, manner)
        if manner.browser:
            opening.begin(address)

    server.ready = ready

    def leave() -> None:
        manner.say("\nPausing what runs …")
        house.served.keep_leading(())  # it rests by his own hand, however often he asks
        house.hang_up()

    server.leaving = leave
    # What cannot be opened is told before anybody is let in.
    with opened:
        async with house.opened():
            sweeping = asyncio.create_task(sweep_leftovers())
            try:
                await server.serve(sockets=[opened])
            finally:
                opening.end()
                sweeping.cancel()
                await asyncio.gather(sweeping, return_exceptions=True)
    return 0


def _configured(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
        timeout_keep_alive=30,
    )


class _Server(uvicorn.Server):
    """uvicorn with a word when it is up, and with signals that end it once and for all."""

    ready: Callable[[], None]
    leaving: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    def handle_exit(self, sig: int, frame: object) -> None:
        if self.should_exit:
            os._exit(128 + sig)  # asked twice: at once; the log is whole at any moment
        self.should_exit = True
        self.leaving()


def _announce(project: Project, address: str, manner: Manner) -> None:
    manner.say(f"Roundtable serves {project.root}")
    manner.say(f"Open {address}")
    manner.say("The link lets one browser in. Ctrl-C ends it and pauses what runs.")


def _quieten() -> None:
    """Our own warnings on standard error; of uvicorn's only what is an error."""
    logging.basicConfig(level=logging.WARNING, format="roundtable: %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
    logging.getLogger("uvicorn.error").addFilter(
        # A viewer who could not keep up is dropped in the middle of its stream, as it must be.
        lambda record: "without completing response" not in record.getMessage()
    )
