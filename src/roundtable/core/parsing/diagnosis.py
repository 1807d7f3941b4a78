"""Reads a doctor's diagnosis from its own turn, and only its own.

A key that says nothing is read as "unknown": the doctor is heard, and converges with nobody. A
block without a key, or with something that is no text for one, is unreadable.
"""

from collections.abc import Iterable
from typing import Any

from roundtable.core.diagnoses import UNKNOWN, Diagnosis
from roundtable.core.parsing.block_fields import requests, score, texts
from roundtable.core.parsing.own_block import read_own
from roundtable.core.parsing.stance import is_no_issue
from roundtable.core.root_causes import usable_key
from roundtable.core.stances import Unparsed

MARKER = "confidence_score"
KEY = "root_cause_key"


def read_diagnosis(
    text: str, seat: str, iteration: int, said_by_others: Iterable[Diagnosis] = ()
) -> Diagnosis | Unparsed:
    """What this doctor holds to be the cause in this turn."""
    return read_own(text, MARKER, seat, iteration, _diagnosis, said_by_others)


def _diagnosis(block: dict[str, Any]) -> Diagnosis | Unparsed:
    confidence = score(block.get(MARKER))
    if confidence is None:
        return Unparsed(reason=f'"{MARKER}" must be a number from 0 to 10')
    key = block.get(KEY, 0)
    if not isinstance(key, str | None):
        return Unparsed(reason=f'"{KEY}" must be a text ("{UNKNOWN}" when you cannot say yet)')
    evidence = texts(block.get("evidence"))
    if evidence is None:
        return Unparsed(reason='"evidence" must be a list of texts ([] when there is none)')
    return Diagnosis(
        confidence_score=confidence,
        root_cause_key=usable_key(key or ""),
        evidence=tuple(item for item in evidence if not is_no_issue(item)),
        rules_out=_items(block, "rules_out"),
        confirms=_items(block, "confirms"),
        file_requests=requests(block.get("file_requests")),
        next_test="; ".join(_items(block, "next_test")),
        proposal="\n".join(_items(block, "proposal")),
        files_to_modify=_items(block, "files_to_modify"),
    )


def _items(block: dict[str, Any], field: str) -> tuple[str, ...]:
    """Texts that may be left out; words that mean "none" are."""
    return tuple(item for item in texts(block.get(field)) or () if not is_no_issue(item))
