"""Python's tests, run inside and told by a voice that the code under test does not have."""

import json
import secrets
from dataclasses import replace
from pathlib import Path

from roundtable.adapters.checking.outcomes import Outcomes, signed
from roundtable.adapters.checking.plans import Plan, names_in
from roundtable.adapters.sandboxes.bounds import Limits
from roundtable.adapters.sandboxes.sandbox import Sandbox
from roundtable.core.checks import Tree

HOME = "/opt/checks"
INSIDE = Path(__file__).parent / "inside"
"""What runs in there: it is shown in the light sandbox, and part of a container's image."""
_START = f"import sys; sys.path.insert(0, {HOME!r}); from inside.parent import main; main()"
_LAST_WORDS_SECONDS = 8.0
"""The runner inside ends the tests, and says which; so long after it, its sandbox ends it."""


async def run(
    box: Sandbox, files: Tree, plan: Plan, limits: Limits, test_seconds: float
) -> Outcomes:
    """The outcome of every test that the plan has for Python."""
    nonce = secrets.token_hex(16)
    job = {
        "home": HOME,
        "files": [{"path": file.path, "how": file.how} for file in plan.python],
        "folders": plan.folders,
        "libraries": box.libraries,
        "plugins": plan.plugins,
        "test_seconds": test_seconds,
        "load_seconds": 2 * test_seconds,
        "seconds": limits.seconds,
    }
    ran = await box.run(
        (box.python, "-P", "-c", _START),
        files,
        replace(limits, seconds=limits.seconds + _LAST_WORDS_SECONDS),
        stdin=nonce.encode() + json.dumps(job).encode(),
        shown={f"{HOME}/inside": INSIDE},
        first=True,
    )
    heard = signed(ran.stdout, nonce)
    if ran.output_cut:
        # Some of its words are missing, and with them what they were about.
        heard = [words for words in heard if not {"done", "end"} & words.keys()]
    reason = ran.stopped or ("its report was too long" if ran.output_cut else "")
    reason = reason or ran.stderr.decode("utf-8", "replace").strip()[-500:]
    return _outcomes(heard, files, plan, reason or f"the runner ended with {ran.exit_code}")


def _outcomes(heard: list[dict[str, object]], files: Tree, plan: Plan, reason: str) -> Outcomes:
    made = Outcomes()
    over = any("end" in words for words in heard)
    unrun = "the time for all tests was over" if over else f"it was not run: {reason}"
    for file in plan.python:
        own = [words for words in heard if words.get("path") == file.path]
        told = {f"{file.path}::{words['name']}": words for words in own if "name" in words}
        for name, words in told.items():
            made.add(name, str(words["outcome"]), str(words["detail"]))
        problem = "".join(str(words["load"]) for words in own if "load" in words)
        if problem or not any("done" in words for words in own):
            why = f"{file.path} cannot be loaded: {problem}" if problem else unrun
            for name in names_in(file.path, files[file.path]):
                if name not in told:
                    made.add(name, "fail", why)
    return made
