"""The command `roundtable`: registers the commands and turns errors into exit codes, no more.

A command's module is imported only when it is called, so that `--help` answers at once.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Container, Sequence
from types import ModuleType

from roundtable import __version__
from roundtable.core.errors import RoundtableError

COMMANDS: dict[str, str] = {
    "init": "set up a table in this repository",
    "discuss": "have the knights discuss a question until they agree",
    "build": "have the knights build software, round by round, and merge the best of it",
    "summon": "have the knights discuss a change; it ends with findings that can be applied",
    "review": "have the knights review a folder or a change; nothing is written",
    "code-red": "have the knights find the root cause of a failure, from a symptom or a log",
    "apply": "have the lead knight carry a decision out; you approve each file",
    "undo": "put back what an apply has written, byte for byte",
    "resume": "go on with a session that was paused, interrupted or waits for you",
    "retry": "hold a round of a build anew, with other instructions",
    "run": "run what a session has built, in a container; the table looks at what fails",
    "chat": "ask the judge of a session a question; it changes nothing",
    "export": "write a session's files to a folder or a ZIP",
    "blame": "from which knight each part of a built file came, and why",
    "status": "where the latest session stands",
    "list": "all sessions of this repository",
    "show": "a session's record, its context, its cost",
    "replay": "play a session again from its log",
    "chronicle": "what has been decided so far",
    "decree": "list, give and revoke decrees",
    "keys": "keep, list and forget API keys",
    "doctor": "what is installed, signed in and configured, and what to do about the rest",
    "rebuild": "write the readable files anew from the log",
    "serve": "open this project's table in a browser, on this machine",
    "mcp": "serve this project's table to agents, over MCP on standard input and output",
    "completion": "print a script with which your shell completes commands, options and sessions",
    "demo": "watch scripted knights build a small project, or settle a question",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; every expected failure is a sentence and an exit code."""
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()  # or a reader who has left is noticed only when it is too late
        return code
    except RoundtableError as error:
        print(f"roundtable: {error.message}", file=sys.stderr)
        if error.remedy:
            print(f"  remedy: {error.remedy}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has left; nothing more can be said there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except Exception as error:
        if os.environ.get("ROUNDTABLE_DEBUG"):
            raise
        print(
            f"roundtable: unexpected failure: {type(error).__name__}: {error}\n"
            "  remedy: nothing recorded is lost; run again with ROUNDTABLE_DEBUG=1 "
            "and report what it prints",
            file=sys.stderr,
        )
        return 1


def _run(argv: Sequence[str]) -> int:
    parser, chosen = build_parser(argv)
    # A command may read what follows `--` in its own way, which argparse cannot express.
    rewritten = getattr(command_module(chosen), "rewritten", list) if chosen else list
    try:
        arguments = parser.parse_args(rewritten(argv))
    except SystemExit:
        sys.stdout.flush()
        raise
    if chosen is None:
        parser.print_help()
        return 0
    return int(command_module(chosen).run(arguments))


def build_parser(argv: Sequence[str]) -> tuple[argparse.ArgumentParser, str | None]:
    """The parser with the arguments of the one command that these words name."""
    chosen = next((word for word in argv if not word.startswith("-")), None)
    return _parser((chosen,)), chosen if chosen in COMMANDS else None


def full_parser() -> argparse.ArgumentParser:
    """The parser with the arguments of every command; it imports all of them, so it is slow."""
    return _parser(COMMANDS)


def _parser(in_full: Container[str | None]) -> argparse.ArgumentParser:
    """The parser of all commands, of which only these are imported and get their arguments."""
    parser = argparse.ArgumentParser(
        prog="roundtable",
        description="Several AI models decide software work at one table, with you in control.",
        epilog="Start with `roundtable demo`, then `roundtable init` in your repository. "
        "`roundtable COMMAND --help` explains a command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"roundtable {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name, summary in COMMANDS.items():
        if name not in in_full:
            commands.add_parser(name, help=summary, add_help=False)
            continue
        module = command_module(name)
        command = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog=f"examples:\n{module.EXAMPLES}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.arguments(command)
    return parser


def command_module(command: str) -> ModuleType:
    """Where a command stands: `code-red` in `code_red_command.py`."""
    return importlib.import_module(f"roundtable.apps.cli.{command.replace('-', '_')}_command")


if __name__ == "__main__":
    sys.exit(main())
