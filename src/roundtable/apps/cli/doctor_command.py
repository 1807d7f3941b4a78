"""`roundtable doctor`: what is there, what is missing, and what to do about it."""

import argparse
import asyncio
import contextlib
import os
import platform
import shutil
import sqlite3

from roundtable import __version__
from roundtable.adapters.checking.containers import usable
from roundtable.adapters.checking.images import NotMade
from roundtable.adapters.knights.catalogue import PROVIDERS
from roundtable.adapters.knights.discovery import Discovery, discover
from roundtable.adapters.project import Project, find_project
from roundtable.adapters.runners.engines import Engine, NoEngine, find_engine
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.adapters.stores.glance import glance
from roundtable.adapters.stores.schema import connect_to_read
from roundtable.bootstrap import load_config, seat_knight
from roundtable.core.errors import NotAProject, RoundtableError
from roundtable.views.figures import plural

EXAMPLES = """\
  roundtable doctor
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Takes none."""


class _Report:
    def __init__(self) -> None:
        self.failures = 0

    def good(self, what: str, detail: str = "") -> None:
        self._line("ok  ", what, detail)

    def missing(self, what: str, detail: str, remedy: str = "") -> None:
        self._line("-   ", what, detail, remedy)

    def bad(self, what: str, detail: str, remedy: str) -> None:
        self.failures += 1
        self._line("BAD ", what, detail, remedy)

    def _line(self, mark: str, what: str, detail: str, remedy: str = "") -> None:
        print(f"{mark}{what:<22}{detail}")
        if remedy:
            print(f"{'':<26}-> {remedy}")


def run(args: argparse.Namespace) -> int:
    """0 when the project here can convene a table, 1 when something must be mended first."""
    report = _Report()
    _machine(report)
    try:
        project = find_project()
    except NotAProject as error:
        report.missing("this folder", error.message, error.remedy)
    else:
        _project(report, project)
    _knights(report, asyncio.run(discover()))
    print()
    print("Nothing stands in the way." if not report.failures else f"{report.failures} to mend.")
    return 1 if report.failures else 0


def _machine(report: _Report) -> None:
    report.good("roundtable", __version__)
    report.good("python", platform.python_version())
    report.good("sqlite", sqlite3.sqlite_version)
    git = shutil.which("git")
    if git:
        report.good("git", git)
    else:
        report.missing("git", "not found: branch, commits and diff are not shown to the knights")
    if Bubblewrap.find():
        report.good("sandbox", "bubblewrap: generated code can be run in it")
    else:
        report.missing("sandbox", Bubblewrap.why_not(), "on Debian: apt-get install bubblewrap")
    _verifying(report, *asyncio.run(_containers()))


async def _containers() -> tuple[Engine | NoEngine, str, str]:
    """The engine, and the image that checks would stand on, or why there is none."""
    engine = await find_engine()
    if isinstance(engine, NoEngine):
        return engine, "", ""
    try:
        return engine, await usable(engine), ""
    except NotMade as error:
        return engine, "", str(error)


def _verifying(report: _Report, engine: Engine | NoEngine, image: str, why_not: str) -> None:
    if isinstance(engine, Engine):
        report.good("containers", engine.name)
    else:
        report.missing("containers", engine.reason, engine.remedy)
    if image:
        report.good("candidates", f"verified in containers, from {image}")
    elif Bubblewrap.find():
        report.good("candidates", f"verified in the light sandbox{why_not and f': {why_not}'}")
    else:
        nowhere = why_not or "there is neither a container engine nor a light sandbox"
        report.missing("candidates", f"{nowhere}: generated code is read, not run")


def _project(report: _Report, project: Project) -> None:
    if os.access(project.folder, os.W_OK):
        report.good("folder", str(project.folder))
    else:
        report.bad("folder", f"{project.folder} is read-only", "make it writable for your user")
    try:
        config = load_config(project)
    except RoundtableError as error:
        report.bad("config", error.message, error.remedy)
    else:
        report.good("config", f"{config.project}, {plural(len(config.knights), 'knight')}")
        if len(config.knights) < 2:
            report.bad("table", "one knight alone is no table", "seat another: roundtable init")
        for seat in config.seats():
            try:
                seat_knight(seat, project)
            except RoundtableError as error:
                report.bad(f"seat of {seat.name}", error.message, error.remedy)
            else:
                report.good(f"seat of {seat.name}", f"{seat.label} through {seat.adapter}")
    _log(report, project)


def _log(report: _Report, project: Project) -> None:
    if not project.log.exists():
        report.good("log", "none yet: it is made with the first session")
        return
    try:
        with contextlib.closing(connect_to_read(project.log)) as connection:
            verdict = connection.execute("PRAGMA quick_check").fetchone()[0]
        sessions = glance(project.log)
    except (RoundtableError, sqlite3.Error) as error:
        remedy = getattr(error, "remedy", "") or "run `roundtable rebuild --salvage`"
        report.bad("log", str(error), remedy)
        return
    if verdict != "ok":
        report.bad("log", str(verdict), "run `roundtable rebuild --salvage`")
        return
    waiting = [s["session"] for s in sessions if s["phase"] != "ended"]
    report.good("log", f"{plural(len(sessions), 'session')}, {len(waiting)} not ended")


def _knights(report: _Report, found: Discovery) -> None:
    for item in found.vendors:
        vendor = item.vendor
        provider = PROVIDERS[vendor.api_adapter]
        if item.path is None:
            report.missing(vendor.cli_adapter, f"`{vendor.command}` is not installed", item.remedy)
        elif item.signed_in:
            report.good(vendor.cli_adapter, f"{item.path}, signed in")
        else:
            state = "not signed in" if item.signed_in is False else "sign-in could not be checked"
            report.missing(vendor.cli_adapter, f"{item.path}, {state}", item.remedy)
        if item.key:
            report.good(vendor.api_adapter, f"key from the {item.key}")
        else:
            report.missing(vendor.api_adapter, "no key", f"roundtable keys set {provider}")
    if found.servers:
        report.good("local servers", ", ".join(found.servers))
    else:
        report.missing("local servers", "none on the usual ports")
    report.good("scripted", "bundled: roundtable init --knight Gawain=scripted …")
