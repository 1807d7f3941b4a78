"""What was found, for build servers: a report in their form, and an exit code by severity."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from roundtable.adapters.stores.schema import explain_os
from roundtable.apps.cli import exits
from roundtable.apps.cli.screens import PlainScreen, Screen, pick_screen
from roundtable.core.errors import UsageError
from roundtable.core.findings import MergedFinding, Severity
from roundtable.core.state import SessionState
from roundtable.views.findings_formats import FORMATS, findings_report

SEVERITIES: tuple[Severity, ...] = ("note", "warning", "critical")


def add_report_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=FORMATS, help="the findings in this form on stdout")
    parser.add_argument("--out", type=Path, metavar="PATH", help="write the findings there instead")
    parser.add_argument(
        "--fail-on",
        choices=(*reversed(SEVERITIES), "never"),
        default="critical",
        help=f"exit with {exits.FINDINGS} from this severity on (default critical)",
    )


def refuse_report(args: argparse.Namespace) -> None:
    """A report that could not be written is refused before anybody is asked."""
    if args.out and not args.format:
        raise UsageError("--out needs to know the form", f"add --format {'|'.join(FORMATS)}")
    if args.format and args.json and not args.out:
        raise UsageError(
            "--format and --json both want standard output", "write the findings with --out PATH"
        )
    if args.out and (args.out.is_dir() or not args.out.absolute().parent.is_dir()):
        raise UsageError(f"--out: {args.out} cannot be a file", "name a file in a folder that is")


def report_screen(args: argparse.Namespace) -> Screen:
    """With a form on stdout, the deliberation is told on stderr."""
    if args.format and not args.json:
        return PlainScreen(None, sys.stderr)
    return pick_screen(args)


def give_report(
    args: argparse.Namespace, state: SessionState, found: Sequence[MergedFinding]
) -> int:
    """The findings in the form that was asked for; the exit code that they lead to."""
    if args.format:
        report = findings_report(args.format, state, found)
        if args.out:
            _write(args.out, report)
        else:
            print(report)
    if args.fail_on == "never":
        return exits.DECIDED
    least = SEVERITIES.index(args.fail_on)
    severe = any(SEVERITIES.index(finding.severity) >= least for finding in found)
    return exits.FINDINGS if severe else exits.DECIDED


def _write(path: Path, report: str) -> None:
    try:
        path.write_text(report, encoding="utf-8")
    except OSError as error:
        raise explain_os(error, path) from error
