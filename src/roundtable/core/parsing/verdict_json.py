"""Reads a verdict from the JSON block that a judge is asked for."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from roundtable.core.parsing.file_paths import check_path
from roundtable.core.parsing.file_structure import read_file_structure
from roundtable.core.parsing.hedges import is_hollow, is_unnamed
from roundtable.core.parsing.json_blocks import JsonBlock, json_blocks
from roundtable.core.parsing.labels import Labels
from roundtable.core.parsing.sources import incorporations
from roundtable.core.parsing.stance import is_no_issue
from roundtable.core.parsing.text import clean, one_line
from roundtable.core.parsing.unreadable import Unreadable
from roundtable.core.parsing.verdict_items import findings, must_fix
from roundtable.core.parsing.verdict_lists import none_and_rest
from roundtable.core.parsing.verdict_words import slot_word
from roundtable.core.verdicts import (
    CodeVerdict,
    DiscussionVerdict,
    FindingsVerdict,
    Incorporate,
    MustFix,
    Ruling,
    Verdict,
    VerdictKind,
)

MARKER = '"verdict"'
_MOST = 200
"""Entries of one list; a longer one was made by no judge."""
_FIELDS = {
    name.replace("_", ""): name
    for name in (
        *("verdict", "round", "iteration", "summary", "options", "rulings", "file_structure"),
        *("base", "incorporate", "must_fix", "critical", "warnings", "confirmed_clean"),
    )
}
_DIRECTIVES: Mapping[VerdictKind, tuple[str, ...]] = {
    "discussion": (),
    "code": ("base", "incorporate", "must_fix"),
    "findings": ("critical", "warnings", "confirmed_clean"),
}
_BRACKETED_UNITS = ("<module>", "<init>", "<clinit>", "<lambda>")
"""Names that compilers give, and no placeholders."""
_STEMS = ("fix", "incorporat", "critical", "warning", "ruling", "blocker")


@dataclass(frozen=True, slots=True)
class Due:
    """The verdict that the judge was asked for."""

    kind: VerdictKind
    round: str
    iteration: int
    labels: Labels


def choose_block(
    blocks: Sequence[JsonBlock], due: Due, said_by_others: Iterable[str]
) -> dict[str, Any]:
    """The one block that holds this verdict; raises Unreadable when that is not certain."""
    broken = next((b for b in blocks if b.value is None), None)
    if broken:
        raise Unreadable(broken.problem)
    values = [(b, _named(b.value)) for b in blocks if b.value is not None]
    ours = [(b, v) for b, v in values if _is_of(v, due)]
    if not ours:
        raise Unreadable(_other(values[0][1], due))
    if len({_key(b) for b, _ in ours}) > 1:
        raise Unreadable("there are several JSON blocks with a verdict, and they differ")
    block, value = ours[0]
    if not ours[-1][0].ends_text and not ("round" in value and "iteration" in value):
        raise Unreadable(
            "the JSON block does not end your answer and does not say its round and iteration"
        )
    foreign = {_key(b) for text in said_by_others for b in json_blocks(text, MARKER) if b.value}
    if _key(block) in foreign:
        raise Unreadable("the JSON block repeats what somebody else said: write your own")
    return value


def read_block(value: dict[str, Any], due: Due) -> Verdict:
    """The verdict in a block; raises Unreadable where a field is not what it must be."""
    agreed = _word(value.get("verdict"))
    _nothing_strange(value, due.kind)
    summary = _text(value, "summary")
    options = _texts(value, "options")
    rulings = tuple(_ruling(item, due.labels) for item in _list(value, "rulings"))
    match due.kind:
        case "discussion":
            return DiscussionVerdict(
                agreed=agreed,
                summary=summary,
                options=options,
                rulings=rulings,
                file_structure=_structure(value),
            )
        case "code":
            return CodeVerdict(
                agreed=agreed,
                base=_base(value, agreed, due.labels),
                incorporate=_incorporate(value, due.labels),
                must_fix=tuple(_fixes(value)),
                summary=summary,
                options=options,
                rulings=rulings,
            )
        case "findings":
            if agreed and "critical" not in value:
                raise Unreadable('the field "critical" is missing: write [] when there is nothing')
            return FindingsVerdict(
                agreed=agreed,
                critical=_findings(value, "critical"),
                warnings=_findings(value, "warnings"),
                confirmed_clean=_findings(value, "confirmed_clean"),
                summary=summary,
                options=options,
                rulings=rulings,
            )


def _key(block: JsonBlock) -> str:
    return json.dumps(block.value, sort_keys=True)


def _named(value: dict[str, Any]) -> dict[str, Any]:
    """With the fields' own names: `mustFix` and `must-fix` mean `must_fix`."""
    found: dict[str, Any] = {}
    for key, item in value.items():
        bare = "".join(c for c in key.casefold() if c.isalnum())
        name = _FIELDS.get(bare, key)
        if name in found:
            raise Unreadable(f'the field "{one_line(name, 40)}" stands there twice')
        found[name] = item
    return found


def _is_of(value: dict[str, Any], due: Due) -> bool:
    name, number = value.get("round", due.round), value.get("iteration", due.iteration)
    same_round = isinstance(name, str) and name.strip().casefold() == due.round.casefold()
    is_number = isinstance(number, int | str) and not isinstance(number, bool)
    return same_round and is_number and str(number).strip() == str(due.iteration)


def _other(value: dict[str, Any], due: Due) -> str:
    name = one_line(str(value.get("round", due.round)), 40)
    number = one_line(str(value.get("iteration", due.iteration)), 20)
    return (
        f"the JSON block is for round {name}, iteration {number}; "
        f"this is round {due.round}, iteration {due.iteration}"
    )


def _word(value: object) -> bool:
    agreed = slot_word(value) if isinstance(value, str) else None
    if agreed is None:
        shown = one_line(json.dumps(value, ensure_ascii=False), 60)
        raise Unreadable(f'"verdict" must be either "CONSENSUS" or "DISCUSS", not {shown}')
    return agreed


def _nothing_strange(value: dict[str, Any], kind: VerdictKind) -> None:
    """No directive may stand where nobody would read it."""
    for other, names in _DIRECTIVES.items():
        for name in names:
            if other != kind and value.get(name):
                raise Unreadable(f'the field "{name}" does not belong to this round')
    for key, item in value.items():
        suspicious = any(stem in key.casefold() for stem in _STEMS)
        if suspicious and key not in _FIELDS.values() and isinstance(item, list | dict) and item:
            raise Unreadable(f'the field "{one_line(key, 40)}" is not known')


def _list(value: dict[str, Any], name: str) -> list[Any]:
    items = value.get(name)
    if items is None:
        return []
    if not isinstance(items, list):
        raise Unreadable(f'"{name}" must be a list ([] when there is nothing)')
    if len(items) > _MOST:
        raise Unreadable(f'"{name}" has more than {_MOST} entries')
    return items


def _name(value: dict[str, Any], name: str) -> str:
    """A field that holds a name: of a file, a unit, a candidate, a claim."""
    return _text(value, name, is_unnamed)


def _text(value: dict[str, Any], name: str, is_unfilled: Callable[[str], bool] = is_hollow) -> str:
    text = value.get(name)
    if text is None:
        return ""
    if not isinstance(text, str):
        raise Unreadable(f'"{name}" must be a text')
    if text.strip() and is_unfilled(text):
        raise Unreadable(f'"{name}" still holds the placeholder {one_line(text, 40)}')
    return clean(text).strip()


def _texts(
    value: dict[str, Any], name: str, is_unfilled: Callable[[str], bool] = is_hollow
) -> tuple[str, ...]:
    items = [value[name]] if isinstance(value.get(name), str) else _list(value, name)
    texts = [_text({name: item}, name, is_unfilled) for item in items]
    return tuple(text for text in texts if not is_no_issue(text))


def _structure(value: dict[str, Any]) -> tuple[str, ...]:
    lines = [
        line for text in _texts(value, "file_structure", is_unnamed) for line in text.split("\n")
    ]
    return read_file_structure(lines)


def _findings(value: dict[str, Any], name: str) -> tuple[str, ...]:
    return findings(text for text in _texts(value, name, is_unnamed) if not none_and_rest(text)[0])


def _base(value: dict[str, Any], agreed: bool, labels: Labels) -> str:
    text = _name(value, "base")
    if not agreed and none_and_rest(text)[0]:
        return ""
    label = labels.exactly(text)
    if label is None:
        raise Unreadable(
            f'"base" must be exactly one of {labels.listed}, not "{one_line(text, 60)}"'
        )
    return label


def _incorporate(value: dict[str, Any], labels: Labels) -> tuple[Incorporate, ...]:
    found: list[Incorporate] = []
    for item in _list(value, "incorporate"):
        if isinstance(item, str):
            text = _text({"incorporate": item}, "incorporate")
            found += () if none_and_rest(text)[0] else incorporations([text], labels)
        else:
            found.append(_piece(_object(item, "incorporate"), labels))
    return tuple(found)


def _object(item: object, name: str) -> dict[str, Any]:
    if not isinstance(item, dict):
        raise Unreadable(f'every entry of "{name}" must be an object')
    return item


def _piece(item: dict[str, Any], labels: Labels) -> Incorporate:
    named = {_name(item, name) for name in ("from", "source") if item.get(name)}
    source = labels.exactly(named.pop()) if len(named) == 1 else None
    file, unit, why = _path(item), _unit(item), _text(item, "why")
    if source is None:
        shown = one_line(str(item.get("from", item.get("source", ""))), 40)
        raise Unreadable(
            f'"from" must be exactly one of {labels.listed}, not "{shown}"'
            f" (in the entry for {unit or file or 'a piece without a name'})"
        )
    if not (unit or why):
        raise Unreadable(
            f'an entry of "incorporate" does not say what to take from {source}: '
            'name a unit, or "*" for the whole file'
        )
    return Incorporate(file=file, unit=unit, source=source, why=why)


def _path(item: dict[str, Any]) -> str:
    text = _name(item, "file")
    checked = check_path(text)
    if text and checked.reason:
        raise Unreadable(
            f'the file "{one_line(text, 60)}" is refused: {checked.reason.rstrip(".")}'
        )
    return checked.path


def _unit(item: dict[str, Any]) -> str:
    if item.get("unit") in _BRACKETED_UNITS:
        return str(item["unit"])
    return _name(item, "unit").strip("`").removesuffix("()")


def _fixes(value: dict[str, Any]) -> Iterator[MustFix]:
    for item in _list(value, "must_fix"):
        if isinstance(item, str):
            text = _text({"must_fix": item}, "must_fix")
            if not none_and_rest(text)[0]:
                yield must_fix(text)
            continue
        entry = _object(item, "must_fix")
        problem = _text(entry, "problem")
        if not problem:
            raise Unreadable('an entry of "must_fix" has no "problem"')
        yield MustFix(file=_path(entry), unit=_unit(entry), problem=problem)


def _ruling(item: object, labels: Labels) -> Ruling:
    entry = _object(item, "rulings")
    claim, by = _name(entry, "claim"), _name(entry, "by")
    status = _name(entry, "status").casefold()
    if not claim or status not in ("settled", "open"):
        raise Unreadable(
            'every entry of "rulings" needs a "claim" and "settled" or "open" as "status"'
        )
    return Ruling(
        claim=claim,
        status="settled" if status == "settled" else "open",
        by=labels.exactly(by) or by,
        evidence=_text(entry, "evidence"),
    )
