"""What came of tests, by name, and how it is told."""

import json
import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from roundtable.core.checks import Check, CheckKind

_LONGEST_NAME = 300
_LONGEST_REASON = 700
_MOST_REASONS = 12


@dataclass
class Outcomes:
    """A name has one outcome: who failed once has not passed."""

    passed: dict[str, None] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    not_run: dict[str, str] = field(default_factory=dict)
    """Skipped by themselves, or in need of what is not here."""
    notes: list[str] = field(default_factory=list)
    """Reasons that concern no single test."""

    def add(self, name: str, outcome: str, detail: str) -> None:
        name = clean(name, _LONGEST_NAME)
        if outcome == "pass" and name not in self.failed:
            self.passed[name] = None
        elif outcome in ("skip", "need"):
            self.not_run.setdefault(name, clean(detail, _LONGEST_REASON))
        elif outcome != "pass":
            self.passed.pop(name, None)
            self.failed.setdefault(name, clean(detail, _LONGEST_REASON))

    def join(self, other: "Outcomes") -> None:
        for name in other.passed:
            self.add(name, "pass", "")
        for name, detail in other.failed.items():
            self.add(name, "fail", detail)
        self.not_run |= other.not_run
        self.notes += other.notes

    def check(self) -> Check:
        reasons = [f"{name}: {detail}" if detail else name for name, detail in self.failed.items()]
        counted = f"{len(self.passed)} passed, {len(self.failed)} failed"
        notes = [*self.notes, *self._unrun()]
        if self.failed:
            return told("tests", "failed", [counted, *notes, *reasons])
        if self.passed:
            return told("tests", "passed", notes)
        return told("tests", "not_run", notes or ["there are no tests"])

    def _unrun(self) -> list[str]:
        return [f"not run: {name}: {reason}" for name, reason in list(self.not_run.items())[:3]] + (
            [f"not run: {len(self.not_run) - 3} more"] if len(self.not_run) > 3 else []
        )


def told(kind: CheckKind, status: str, lines: Iterable[str]) -> Check:
    """A check with its reasons, the first of them."""
    all_lines = list(lines)
    shown = all_lines[:_MOST_REASONS]
    if len(all_lines) > len(shown):
        shown.append(f"… and {len(all_lines) - len(shown)} more")
    return Check.model_validate({"kind": kind, "status": status, "detail": "\n".join(shown)})


def clean(text: str, most: int) -> str:
    """Text from a program, without what would steer a terminal; a long one keeps its end."""
    kept = "".join(
        letter
        for letter in text
        if letter in "\n\t" or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co")
    )
    return kept if len(kept) <= most else "…" + kept[-most:]


def signed(output: bytes, nonce: str) -> list[dict[str, object]]:
    """What a runner has said: the lines that begin with the word that only it was given."""
    found = []
    for line in output.split(b"\n"):
        signature, _, words = line.partition(b" ")
        if secrets.compare_digest(signature, nonce.encode()):
            try:
                said = json.loads(words)
            except ValueError:
                continue
            found += [said] if isinstance(said, dict) else []
    return found
