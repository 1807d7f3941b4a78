"""Variables in a compose file, filled in as compose does, from what is given and nothing else."""

import re
from collections.abc import Collection, Iterator, Mapping

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.nodes import Entry, Fields, Items, Node, Scalar
from roundtable.adapters.runners.plans import GIVE_VARIABLES

MAX_DEPTH = 16
MAX_LENGTH = 64 * 1024
MAX_TOTAL = 1024 * 1024

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OPERATORS = (":-", "-", ":?", "?", ":+", "+")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class NotFilled(ValueError):
    """A text whose variables cannot be filled in; its message is the reason."""


class NotGiven(NotFilled):
    """A variable that the text requires is not given."""


def fill(text: str, variables: Mapping[str, str], unset: list[str], depth: int = 0) -> str:
    """The text with its variables; names that are not given are put into `unset`."""
    if depth > MAX_DEPTH:
        raise NotFilled(f"variables are nested over {MAX_DEPTH} deep")
    parts: list[str] = []
    at = length = 0
    while (dollar := text.find("$", at)) >= 0:
        parts.append(text[at:dollar])
        filled, at = _one(text, dollar, variables, unset, depth)
        parts.append(filled)
        length += len(filled)
        if length > MAX_LENGTH:
            raise NotFilled("with its variables filled in it is too long")
    parts.append(text[at:])
    return "".join(parts)


def _one(
    text: str, dollar: int, variables: Mapping[str, str], unset: list[str], depth: int
) -> tuple[str, int]:
    """What stands at a dollar sign, and where the text goes on."""
    following = text[dollar + 1 : dollar + 2]
    if following == "$":
        return "$", dollar + 2
    if following == "{":
        end = _closing(text, dollar + 1)
        return _braced(text[dollar + 2 : end], variables, unset, depth), end + 1
    if name := _NAME.match(text, dollar + 1):
        return _value(name[0], variables, unset), name.end()
    return "$", dollar + 1


def _closing(text: str, at: int) -> int:
    opened = 0
    for index in range(at, len(text)):
        if text[index] == "{":
            opened += 1
        elif text[index] == "}":
            opened -= 1
            if opened == 0:
                return index
    raise NotFilled("a ${ is not closed; a dollar sign by itself is written $$")


def _braced(inner: str, variables: Mapping[str, str], unset: list[str], depth: int) -> str:
    name = _NAME.match(inner)
    if name is None:
        raise NotFilled("after ${ comes the name of a variable")
    rest = inner[name.end() :]
    if not rest:
        return _value(name[0], variables, unset)
    sign = next((sign for sign in _OPERATORS if rest.startswith(sign)), None)
    if sign is None:
        raise NotFilled(f"after the name come }}, {', '.join(_OPERATORS)}, and nothing else")
    operand = rest[len(sign) :]
    value = variables.get(name[0])
    there = bool(value) if sign.startswith(":") else value is not None
    if sign.endswith("+"):
        return fill(operand, variables, unset, depth + 1) if there else ""
    if there:
        return value or ""
    if sign.endswith("?"):
        said = f": {operand[:200]}" if operand else ""
        raise NotGiven(f"the variable {name[0]} must be given{said}")
    return fill(operand, variables, unset, depth + 1)


def _value(name: str, variables: Mapping[str, str], unset: list[str]) -> str:
    if name not in variables:
        unset.append(name)
    return variables.get(name, "")


def remedy_of(refused: NotFilled) -> str:
    return GIVE_VARIABLES if isinstance(refused, NotGiven) else ""


def withheld(line: int, names: Collection[str]) -> str:
    shown = ", ".join(dict.fromkeys(names))
    return (
        f"line {line}: variables of yours are not given to a build, nor to the name of an image:"
        f" {shown}"
    )


class _Withheld(Mapping[str, str]):
    """Variables of which none is given; those that were asked for are remembered."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self.asked: list[str] = []

    def __getitem__(self, name: str) -> str:
        if name in self._variables:
            self.asked.append(name)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class Filler:
    """Fills in a whole tree; keys are left as they are, as compose leaves them.

    What an image is made of, and its name, are filled in as if no variable were given.
    """

    def __init__(self, variables: Mapping[str, str], docket: Docket) -> None:
        self._variables = variables
        self._docket = docket
        self._total = 0

    def filled(self, node: Node, path: tuple[str, ...] = ()) -> Node:
        """`path`: the keys that lead to it."""
        match node:
            case Scalar():
                return self._scalar(node, path)
            case Items():
                # A key below a list leads to no service's image.
                items = tuple(self.filled(item, (*path, "")) for item in node.items)
                return Items(items, node.line, node.weight)
            case Fields():
                entries = tuple(self._entry(entry, path) for entry in node.entries)
                return Fields(entries, node.line, node.weight)

    def _entry(self, entry: Entry, path: tuple[str, ...]) -> Entry:
        if _CONTROL.search(entry.key) or "\n" in entry.key:
            self._docket.refuse(entry.line, entry.key, "a key has a control character")
        return Entry(entry.key, entry.line, self.filled(entry.value, (*path, entry.key)))

    def _text(self, node: Scalar, path: tuple[str, ...]) -> str:
        if node.kind != "text" or "$" not in node.text:
            return node.text
        kept = _Withheld(self._variables)
        is_image = path[:1] == ("services",) and path[2:3] in (("build",), ("image",))
        unset: list[str] = []
        text = node.text
        try:
            text = fill(text, kept if is_image else self._variables, unset)
        except NotFilled as refused:
            more = f" ({withheld(node.line, kept.asked)})" if kept.asked else ""
            # Nothing of the developer's goes into an image, so nothing given would help there.
            remedy = "" if is_image else remedy_of(refused)
            self._docket.refuse(node.line, node.source, f"{refused}{more}", remedy=remedy)
        if kept.asked:
            self._docket.note(withheld(node.line, kept.asked))
        for name in unset:
            if name not in kept.asked:
                self._docket.note(f"the variable {name} is not given: it is empty")
        return text

    def _scalar(self, node: Scalar, path: tuple[str, ...]) -> Scalar:
        text = self._text(node, path)
        if _CONTROL.search(text):
            self._docket.refuse(node.line, node.source, "it has a control character")
        if len(text) > MAX_LENGTH:
            self._docket.refuse(node.line, node.source, f"it is over {MAX_LENGTH // 1024} KiB long")
        self._total += len(text)
        if self._total > MAX_TOTAL:
            self._docket.fail(node.line, node.source, "with all it repeats, the file is too long")
        return Scalar(text, node.line, node.source, node.kind, node.text_line)
