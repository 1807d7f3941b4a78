"""Runs of our own small examples for the tests of merging: no stranger's code, so no sandbox."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from roundtable.core.checks import Check, CheckReport, Tree
from roundtable.merge.search import CheckTree

_RUN = """
import importlib, json, sys, unittest
found = {"passed": [], "failed": []}
for path in sys.argv[1:]:
    suite = unittest.defaultTestLoader.loadTestsFromName(path[:-3])
    for group in suite:
        for case in group:
            result = unittest.TestResult()
            case.run(result)
            name = f"{path}::{type(case).__name__}::{case._testMethodName}"
            found["passed" if result.wasSuccessful() else "failed"].append(name)
json.dump(found, sys.stdout)
"""


def run_in(folder: Path, tree: Tree, tests: Tree) -> CheckReport:
    """Files are written to the folder, and the tests run by Python's own means."""
    for path, text in {**tree, **tests}.items():
        (folder / path).write_text(text)
    ran = subprocess.run(
        [sys.executable, "-B", "-c", _RUN, *tests],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    return CheckReport.model_validate_json(
        ran.stdout.replace("{", '{"place": "static", "checks": [], ', 1)
    )


def asking(questions: Mapping[str, str], path: str = "m.py") -> CheckTree:
    """A check that evaluates an expression for each test in what one file defines."""

    async def check(tree: Tree) -> CheckReport:
        names: dict[str, object] = {}
        broken = ""
        try:
            exec(tree[path], names)
        except Exception as error:
            broken = str(error) or "broken"
        answers = {test: not broken and _true(asked, names) for test, asked in questions.items()}
        parse = Check(kind="parse", status="failed" if broken else "passed", detail=broken)
        return CheckReport(
            place="static",
            checks=(parse,),
            passed=tuple(test for test in answers if answers[test]),
            failed=tuple(test for test in answers if not answers[test]),
        )

    return check


def _true(asked: str, names: dict[str, object]) -> bool:
    try:
        return bool(eval(asked, dict(names)))
    except Exception:
        return False
