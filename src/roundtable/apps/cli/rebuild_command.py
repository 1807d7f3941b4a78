"""`roundtable rebuild`: the readable files anew from the log, which is the truth."""

import argparse
import asyncio

from roundtable.adapters.project import Project, find_project
from roundtable.adapters.stores.salvage import refuse_in_use, salvage
from roundtable.apps.records import refresh_memory, write_views
from roundtable.bootstrap import open_table
from roundtable.core.errors import NotAProject
from roundtable.views.figures import plural

EXAMPLES = """\
  roundtable rebuild
  roundtable rebuild --salvage    when the log itself is damaged
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--salvage",
        action="store_true",
        help="first save what can be read of a damaged log; the damaged file is kept aside",
    )


def run(args: argparse.Namespace) -> int:
    project = find_project()
    if args.salvage:
        _salvage(project)
    return asyncio.run(_rebuild(project))


def _salvage(project: Project) -> None:
    if not project.log.exists():
        raise NotAProject(f"there is no log {project.log}", "nothing has to be salvaged")
    refuse_in_use(project.log)
    saved = salvage(project.log)
    print(
        f"{plural(saved.events, 'event')} saved; the damaged log is kept as {saved.kept_aside.name}"
    )
    for cut in saved.cut:
        print(f"  lost from {cut}")


async def _rebuild(project: Project) -> int:
    async with open_table(project) as table:
        names = [row.session for row in await table.store.sessions() if row.summary]
        for name in names:
            await write_views(table, await table.driver.state(name))
        await refresh_memory(table)
    print(f"{plural(len(names), 'session')}, the chronicle and the decrees are written anew.")
    return 0
