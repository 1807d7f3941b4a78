"""Reads a seat's stance from its own turn, and only its own.

A block that names its knight and round is read wherever it stands. One that does not is read
only where nobody else's can be meant: it is the only one, it ends the turn, and no other seat
has said the same before. Everything else is unreadable, and unreadable is not agreement.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

from roundtable.core.parsing.json_blocks import JsonBlock, json_blocks
from roundtable.core.parsing.text import clean
from roundtable.core.stances import FileRequest, Stance, Unparsed

MARKER = "consensus_score"
MOST_REQUESTS = 4
_MOST_ITEMS = 100

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
_RANGE = re.compile(r"^(?P<path>.+?):(?P<start>\d{1,7})(?:-(?P<end>\d{1,7}))?$")


def read_stance(
    text: str, seat: str, iteration: int, said_by_others: Iterable[Stance] = ()
) -> Stance | Unparsed:
    """The stance that this seat took in this turn."""
    blocks = [b for b in json_blocks(text, MARKER) if not _foreign(b, seat, iteration)]
    if not blocks:
        return Unparsed(reason=f'no JSON block with "{MARKER}" of your own was found')
    own = [b.value for b in blocks if b.value is not None and "knight" in b.value]
    if own:
        if any(json.dumps(v, sort_keys=True) != json.dumps(own[0], sort_keys=True) for v in own):
            return Unparsed(reason="there are several blocks in your name, and they differ")
        return _stance(own[0])
    if len(blocks) > 1:
        return Unparsed(reason='there are several blocks, and none says "knight": it is yours')
    return _unnamed(blocks[0], said_by_others)


def is_no_issue(text: str) -> bool:
    """Words that stand in a list of issues and mean that there is none."""
    return text.strip(_EDGES).casefold() in _NO_ISSUE or not text.strip(_EDGES)


def _foreign(block: JsonBlock, seat: str, iteration: int) -> bool:
    if block.value is None:
        return False
    knight, number = block.value.get("knight", seat), block.value.get("round", iteration)
    same_knight = isinstance(knight, str) and knight.strip().casefold() == seat.casefold()
    return not same_knight or isinstance(number, bool) or str(number).strip() != str(iteration)


def _unnamed(block: JsonBlock, said_by_others: Iterable[Stance]) -> Stance | Unparsed:
    if block.value is None:
        return Unparsed(reason=block.problem)
    if not block.ends_text:
        return Unparsed(reason="the block does not end your turn and does not name its knight")
    stance = _stance(block.value)
    if isinstance(stance, Stance) and stance in tuple(said_by_others):
        return Unparsed(reason="the block repeats another seat's and does not name its knight")
    return stance


def _stance(block: dict[str, Any]) -> Stance | Unparsed:
    score = _score(block.get(MARKER))
    if score is None:
        return Unparsed(reason=f'"{MARKER}" must be a number from 0 to 10')
    issues = _strings(block.get("pending_issues"))
    if issues is None:
        return Unparsed(reason='"pending_issues" must be a list of texts ([] when there is none)')
    proposal = block.get("proposal")
    return Stance(
        consensus_score=score,
        agrees_with=_strings(block.get("agrees_with")) or (),
        pending_issues=tuple(issue for issue in issues if not is_no_issue(issue)),
        proposal=clean(proposal).strip() if isinstance(proposal, str) else "",
        files_to_modify=_strings(block.get("files_to_modify")) or (),
        file_requests=_requests(_strings(block.get("file_requests")) or ()),
    )


def _score(value: object) -> int | None:
    """A whole score; a broken one is rounded down, which can only delay an agreement."""
    if isinstance(value, str) and re.fullmatch(r"\s*\d{1,2}(\.\d{1,9})?\s*", value, re.ASCII):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if 0 <= value <= 10 else None


def _strings(value: object) -> tuple[str, ...] | None:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return None
    return tuple(clean(item).strip() for item in value[:_MOST_ITEMS] if item.strip())


def _requests(wanted: tuple[str, ...]) -> tuple[FileRequest, ...]:
    return tuple(_request(item) for item in wanted[:MOST_REQUESTS])


def _request(item: str) -> FileRequest:
    match = _RANGE.match(item)
    if match is None:
        return FileRequest(path=item)
    start = max(1, int(match["start"]))
    end = max(start, int(match["end"])) if match["end"] else start
    return FileRequest(path=match["path"], start=start, end=end)
