"""JavaScript's tests: those that node itself can run, told by a reporter of ours."""

import secrets
import shutil
from dataclasses import replace
from pathlib import Path

from roundtable.adapters.checking.outcomes import Outcomes, signed
from roundtable.adapters.checking.plans import Plan
from roundtable.adapters.sandboxes.bounds import Limits
from roundtable.adapters.sandboxes.sandbox import Sandbox
from roundtable.core.checks import Tree

REPORTER = Path(__file__).parent / "inside" / "reporter.mjs"
PLACE = "/opt/checks/reporter.mjs"


def node() -> str | None:
    """Its path, inside as outside: only the system's own is shown there."""
    return shutil.which("node", path="/usr/bin:/usr/local/bin")


async def run(box: Sandbox, files: Tree, plan: Plan, limits: Limits) -> Outcomes:
    """The outcome of every test that the plan has for node."""
    command = box.node or node()
    if command is None:
        made = Outcomes()
        made.notes.append("node is not installed: the tests in JavaScript were not run")
        return made
    nonce = secrets.token_hex(16)
    options = ("--test-reporter", PLACE, "--test-reporter-destination", "stdout")
    ran = await box.run(
        (command, "--test", *options, *plan.node),
        files,
        # Its engine reserves far more than it uses: only what is used can be limited.
        replace(limits, address_space=0),
        stdin=nonce.encode(),
        shown={PLACE: REPORTER},
    )
    said = ran.stderr.decode("utf-8", "replace").strip()[-500:]
    reason = ran.stopped or said or f"node ended with {ran.exit_code}"
    return _outcomes(ran.stdout, nonce, plan, reason)


def _outcomes(output: bytes, nonce: str, plan: Plan, reason: str) -> Outcomes:
    made = Outcomes()
    seen: set[str] = set()
    for words in signed(output, nonce):
        path, name = str(words.get("path")), str(words.get("name"))
        seen.add(path)
        outcome, detail = str(words.get("outcome")), str(words.get("detail"))
        if name:
            made.add(f"{path}::{name}", outcome, detail)
        elif outcome == "pass":
            # The process ended well before a test had ended: it did not come to its tests.
            made.add(path, "fail", "it ended before its tests did")
        else:
            made.add(path, outcome, detail)
    for path in plan.node:
        if path not in seen:
            made.add(path, "fail", f"it was not run: {reason}")
    return made
