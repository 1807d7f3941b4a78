"""Summons in a few words: a change, and knights who find something in it."""

from collections.abc import Callable, Mapping

from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.context import LeftOut
from roundtable.core.questions import Question
from roundtable.core.rules import Rules
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import block, session_start
from roundtable.testing.rehearsal import go_on

Answer = Callable[[PlannedTurn], str]
TOTAL = "def total(items):\n    return sum(items) + 1\n"
SMALL = (
    "diff --git a/cart.py b/cart.py\nindex 1..2 100644\n--- a/cart.py\n+++ b/cart.py\n"
    "@@ -1,2 +1,2 @@\n def total(items):\n-    return sum(items)\n+    return sum(items) + 1\n"
    "diff --git a/old.py b/old.py\ndeleted file mode 100644\nindex 1..0\n--- a/old.py\n"
    "+++ /dev/null\n@@ -1 +0,0 @@\n-gone = 1\n"
)


def addition(path: str, lines: int) -> str:
    body = "".join(f"+value_{n} = {n}\n" for n in range(1, lines + 1))
    return (
        f"diff --git a/{path} b/{path}\nnew file mode 100644\nindex 0..1\n--- /dev/null\n"
        f"+++ b/{path}\n@@ -0,0 +1,{lines} @@\n{body}"
    )


LARGE = addition("a.py", 100) + addition("b.py", 100) + addition("c.py", 100)
"""Three chunks of what a played session shows at once."""


def finding(
    claim: str = "the sum is one too high",
    file: str = "cart.py",
    line: int | None = 2,
    severity: str = "critical",
    fix: str = "return the sum",
) -> dict[str, object]:
    found = {
        "severity": severity,
        "file": file,
        "claim": claim,
        "evidence": "total([])",
        "fix": fix,
    }
    return found | ({"line": line} if line else {})


def speech(turn: PlannedTurn, score: int = 9, *found: object, **fields: object) -> str:
    """A turn of the discussion, or of the reading, with these findings."""
    issues = fields.pop("issues", ())
    assert isinstance(issues, tuple)
    return "I looked at it.\n\n" + block(
        turn.seat, turn.iteration, score, *issues, findings=list(found), **fields
    )


def given(
    patch: str = SMALL,
    files: Mapping[str, str] | None = None,
    left_out: tuple[LeftOut, ...] = (),
) -> e.FilesGiven:
    texts = {"cart.py": TOTAL} if files is None else files
    held = tuple(e.ProjectFile(path=path, text=text) for path, text in texts.items())
    return e.FilesGiven(origin="uncommitted changes", files=held, patch=patch, left_out=left_out)


def summon(
    answer: Answer,
    king: Callable[[Question], Choose | None] = lambda _: None,
    patch: str = SMALL,
    rules: Rules | None = None,
) -> list[e.Event]:
    """The log of a summon, until it ends or waits for the King."""
    return go_on(opening(patch, rules), answer, king)


def opening(patch: str = SMALL, rules: Rules | None = None) -> list[e.Event]:
    topic = "Uncommitted changes: is the sum right?"
    start = session_start(topic=topic, rules=rules).model_copy(update={"workflow": "summon"})
    return [start, given(patch)]
