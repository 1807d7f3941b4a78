"""What a plain word of YAML is, as compose takes it: `yes` and 22:22 are words, 0644 is 420."""

import re
from decimal import Decimal

from roundtable.adapters.runners.composing.nodes import Kind

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_BASES = {"0x": 16, "0o": 8, "0b": 2}
_WHOLE = re.compile(r"[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0[0-7]*|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_LONGEST_NUMBER = 64


def resolve(word: str) -> tuple[Kind, str]:
    if word in _NULLS:
        return "null", ""
    if word in _TRUE:
        return "flag", "true"
    if word in _FALSE:
        return "flag", "false"
    number = _number(word) if len(word) <= _LONGEST_NUMBER else None
    return ("text", word) if number is None else ("number", number)


def _number(word: str) -> str | None:
    if word.startswith("_"):
        return None
    digits = word.replace("_", "")
    if _WHOLE.fullmatch(digits):
        value = _whole(digits)
        if -(2**63) <= value < 2**64:
            return str(value)
    if _FLOAT.fullmatch(digits):
        return _float(float(digits))
    return None


def _whole(digits: str) -> int:
    sign = -1 if digits[0] == "-" else 1
    bare = digits.lstrip("+-")
    if base := _BASES.get(bare[:2].lower()):
        return sign * int(bare[2:], base)
    if bare.startswith("0"):
        return sign * int(bare, 8)
    return sign * int(bare)


def _float(value: float) -> str | None:
    """With an exponent from a million on, and without a fraction of nothing: as compose prints."""
    if value in (float("inf"), float("-inf")):
        return None
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    assert isinstance(exponent, int)
    shown = "".join(map(str, digits))
    power = exponent + len(shown) - 1
    minus = "-" if sign else ""
    if -4 <= power < 6:
        return f"{minus}{Decimal((0, digits, exponent)):f}"
    return _scientific(minus, shown, power)


def _scientific(minus: str, digits: str, power: int) -> str:
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{minus}{digits[0]}{fraction}e{'-' if power < 0 else '+'}{abs(power):02d}"
