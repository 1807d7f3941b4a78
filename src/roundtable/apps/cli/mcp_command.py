"""`roundtable mcp`: the table as an MCP server, for agents in editors and terminals."""

import argparse
import asyncio
import sys
from pathlib import Path

from roundtable.adapters.project import Project, find_project
from roundtable.apps.cli.budgets import add_budget_arguments, budget
from roundtable.core.errors import NotAProject

EXAMPLES = """\
  roundtable mcp --root ~/shop --max-cost 2
  claude mcp add roundtable -- roundtable mcp --root "$PWD" --max-cost 2     for Claude Code
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--root",
        type=Path,
        metavar="PATH",
        help="the project that it serves, and no other (default: the nearest one upwards)",
    )
    add_budget_arguments(parser)


def run(args: argparse.Namespace) -> int:
    project, caps = _project(args.root), budget(args)
    # The SDK takes a second to load: only whoever serves waits for it.
    from roundtable.apps.mcp.server import serve
    from roundtable.apps.mcp.tools import Hall

    if sys.stdin.isatty():
        print("An MCP client speaks here; Ctrl-C leaves. See docs/mcp.md.", file=sys.stderr)
    return asyncio.run(serve(Hall(project, caps)))


def _project(root: Path | None) -> Project:
    """The project for as long as the server lives; a folder that is named must be one itself."""
    project = find_project(root)
    if root and project.root != root.resolve():
        raise NotAProject(
            f"there is no .roundtable folder in {root}", f"name the project: --root {project.root}"
        )
    return project
