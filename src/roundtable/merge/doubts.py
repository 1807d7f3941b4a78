"""What may not fit together: helpers with another body, calls that no longer fit."""

from typing import Final

from roundtable.merge.coupling import Ledger, member_name, type_of
from roundtable.merge.draft import Draft
from roundtable.merge.signatures import Call, Signature
from roundtable.merge.units import Unit

_DEFINING: Final = frozenset({"function", "class", "constant", "type"})


def compare(
    draft: Draft,
    path: str,
    unit: Unit,
    label: str,
    pair: tuple[Unit, Unit],
    at: str = "",
) -> None:
    """The unit uses one thing, and the tree has another under its name: is that a danger?

    Two that take the same arguments are two makings of one thing, and may stand for each other;
    a private helper has no such contract.
    """
    wanted, held = pair
    theirs, mine = draft.theirs(label, path), draft.page(path)
    if theirs is None or wanted.digest == held.digest or draft.source_of(path, held.name) == label:
        return
    reason = _difference(theirs, mine, unit, wanted, held)
    if reason:
        where = f"{reason} in {draft.holder(path, held.name)}"
        draft.doubt(at or path, unit.name, label, where)


def _difference(theirs: Ledger, mine: Ledger, unit: Unit, wanted: Unit, held: Unit) -> str:
    if wanted.kind in ("function", "method"):
        return _other_function(theirs, mine, unit, wanted, held)
    if wanted.kind == "constant":
        return f"constant `{wanted.name}` has another value"
    if wanted.kind in ("class", "type"):
        lacking = theirs.fields(wanted.name).keys() - mine.fields(held.name).keys()
        if lacking:
            listed = ", ".join(f"`{name}`" for name in sorted(lacking))
            return f"needs `{wanted.name}` with {listed}, which it does not have"
        if wanted.kind == "type" and not theirs.fields(wanted.name):
            return f"type `{wanted.name}` is another one"
    return ""


def _other_function(theirs: Ledger, mine: Ledger, unit: Unit, wanted: Unit, held: Unit) -> str:
    expected, actual = theirs.signature(wanted), mine.signature(held)
    if held.kind not in ("function", "method"):
        return f"`{wanted.name}` is not a function"
    if expected and actual and not expected.same_shape(actual):
        calls = theirs.calls(unit, member_name(wanted))
        if any(expected.takes(call) and not actual.takes(call) for call in calls):
            return f"calls `{expected.shown}`, which is `{actual.shown}`"
    if theirs.is_private(wanted):
        return f"helper `{wanted.name}` exists with another body"
    return ""


def check_calls(draft: Draft) -> None:
    """Whether those who call a function that was replaced still call it right."""
    for path in draft.touched():
        now, before = draft.page(path), draft.original(path)
        for unit in now.split.units:
            old = before.split.find(unit.name)
            if old is None or old.digest == unit.digest:
                continue
            was, is_now = before.signature(old), now.signature(unit)
            if was and is_now and not was.same_shape(is_now):
                _check_callers(draft, path, unit, was, is_now)


def check_doubles(draft: Draft) -> None:
    """Whether a name that came in is now defined twice: alone, and in a group of others."""
    for path in draft.touched():
        now = draft.page(path)
        first: dict[str, Unit] = {}
        for unit in now.split.units:
            if unit.parent or unit.kind not in _DEFINING:
                continue
            for name in now.defined(unit):
                other = first.setdefault(name, unit)
                sources = {draft.source_of(path, one.name) for one in (unit, other)}
                if other is not unit and len(sources) > 1:
                    _tell_double(draft, path, name, (unit, other))


def _tell_double(draft: Draft, path: str, name: str, pair: tuple[Unit, Unit]) -> None:
    new, old = pair
    if draft.source_of(path, new.name) == draft.base_label:
        new, old = old, new
    reason = f"`{name}` is now defined twice: `{old.name}` has it too"
    draft.doubt(path, new.name, draft.source_of(path, new.name), reason)


def _check_callers(draft: Draft, path: str, unit: Unit, was: Signature, now: Signature) -> None:
    label = draft.source_of(path, unit.name)
    page = draft.page(path)
    constructor = page.is_constructor(unit)
    name = type_of(unit) if constructor else member_name(unit)
    unique = not unit.parent or constructor or _is_unique(draft, path, unit)
    for other in draft.files:
        if name not in draft.files[other] or not _same_language(path, other):
            continue
        ledger = draft.page(other)
        for caller in ledger.split.units:
            if draft.source_of(other, caller.name) == label or caller.name == unit.name:
                continue
            calls = [_through(call, constructor) for call in ledger.calls(caller, name)]
            mine = [c for c in calls if constructor or _concerns(c, unit, caller, unique)]
            if any(was.takes(call) and not now.takes(call) for call in mine):
                who = draft.holder(other, caller.name)
                reason = (
                    f"signature differs from how {who} calls it in `{caller.name}`:"
                    f" {now.shown} vs {was.shown}"
                )
                draft.doubt(path, unit.name, label, reason)


def _through(call: Call, constructor: bool) -> Call:
    """A constructor is called by its class's name, without the object."""
    return Call("new", call.positional, call.keywords, call.spread) if constructor else call


def _concerns(call: Call, unit: Unit, caller: Unit, unique: bool) -> bool:
    if not unit.parent:
        return not call.receiver
    if not call.receiver or call.receiver in ("self", "this", "cls", "Self"):
        return type_of(caller) == type_of(unit)
    return unique


def _is_unique(draft: Draft, path: str, unit: Unit) -> bool:
    """Whether no other type has a method of that name: then any call by it is a call of this."""
    name = member_name(unit)
    for other, text in draft.files.items():
        if name in text and _same_language(path, other):
            for one in draft.page(other).split.units:
                if (
                    one.kind == "method"
                    and member_name(one) == name
                    and type_of(one) != type_of(unit)
                ):
                    return False
    return True


def _same_language(path: str, other: str) -> bool:
    return path.rpartition(".")[2] == other.rpartition(".")[2]
