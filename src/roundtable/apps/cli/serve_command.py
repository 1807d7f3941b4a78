"""`roundtable serve`: the table in a browser, on this machine."""

import argparse
import asyncio
from pathlib import Path

from roundtable.adapters.project import Project, find_project
from roundtable.core.errors import NotAProject, UsageError

EXAMPLES = """\
  roundtable serve                      opens the browser at this repository's table
  roundtable serve --no-browser --port 8200
  roundtable serve --root ~/shop
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--root",
        type=Path,
        metavar="PATH",
        help="the project (default: the nearest one upwards, else this folder)",
    )
    parser.add_argument(
        "--port", type=int, metavar="N", help="default: 7117, or the next that is free"
    )
    parser.add_argument("--no-browser", action="store_true", help="print the link only")
    parser.add_argument(
        "--no-resume",
        action="store_true",
        help="leave sessions alone that an earlier server was leading when it died",
    )
    parser.add_argument(
        "--webcontainer",
        action="store_true",
        help="let the execution page load WebContainer, for npm projects, from its vendor's host",
    )


def run(args: argparse.Namespace) -> int:
    if args.port is not None and not 0 <= args.port <= 65535:
        raise UsageError(f"--port must be from 0 to 65535, not {args.port}", "0: any free one")
    project = _project(args.root)
    # FastAPI and the engine take a moment to load: only whoever serves waits for them.
    from roundtable.apps.web.server import Manner, serve

    manner = Manner(
        say=lambda words: print(words, flush=True),
        port=args.port,
        browser=not args.no_browser,
        resume=not args.no_resume,
        webcontainer=args.webcontainer,
    )
    return asyncio.run(serve(project, manner))


def _project(root: Path | None) -> Project:
    """The project that is there; a folder without a table gets one in the browser."""
    if root is not None and not root.is_dir():
        raise UsageError(f"{root} is not a folder", "name one: --root PATH")
    try:
        return find_project(root)
    except NotAProject:
        return Project((root or Path.cwd()).resolve())
