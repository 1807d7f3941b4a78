"""Reads a seat's stance from its own turn, and only its own."""

from collections.abc import Iterable
from typing import Any

from roundtable.core.parsing.block_fields import requests, score, texts
from roundtable.core.parsing.own_block import read_own
from roundtable.core.parsing.text import clean
from roundtable.core.stances import Stance, Unparsed

MARKER = "consensus_score"

_NO_ISSUE = frozenset(
    {
        *("none", "no", "n/a", "na", "nil", "nothing", "null", "empty"),
        *("no issue", "no issues", "no pending issues", "no open issues"),
        *("keine", "kein", "nichts", "geen", "niets", "aucun", "aucune", "rien"),
        *("ninguno", "ninguna", "nada", "nessuno", "nessuna", "niente", "nenhum", "nenhuma"),
        *("brak", "нет", "ні", "无", "沒有", "没有", "なし", "없음"),
    }
)
_EDGES = " \t\r\n.,;:!-–—_*'\"`()[]{}"  # noqa: RUF001 -- dashes as models type them


def read_stance(
    text: str, seat: str, iteration: int, said_by_others: Iterable[Stance] = ()
) -> Stance | Unparsed:
    """The stance that this seat took in this turn."""
    return read_own(text, MARKER, seat, iteration, _stance, said_by_others)


def is_no_issue(text: str) -> bool:
    """Words that stand in a list of issues and mean that there is none."""
    return text.strip(_EDGES).casefold() in _NO_ISSUE or not text.strip(_EDGES)


def _stance(block: dict[str, Any]) -> Stance | Unparsed:
    given = score(block.get(MARKER))
    if given is None:
        return Unparsed(reason=f'"{MARKER}" must be a number from 0 to 10')
    issues = texts(block.get("pending_issues"))
    if issues is None:
        return Unparsed(reason='"pending_issues" must be a list of texts ([] when there is none)')
    proposal = block.get("proposal")
    return Stance(
        consensus_score=given,
        agrees_with=texts(block.get("agrees_with")) or (),
        pending_issues=tuple(issue for issue in issues if not is_no_issue(issue)),
        proposal=clean(proposal).strip() if isinstance(proposal, str) else "",
        files_to_modify=texts(block.get("files_to_modify")) or (),
        file_requests=requests(block.get("file_requests")),
    )
