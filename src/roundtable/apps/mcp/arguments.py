"""What a tool may be called with: closed, bounded, and refused by the field's own name."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, ConfigDict, Field, ValidationError
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import ErrorDetails, PydanticCustomError

from roundtable.adapters.workspaces.visibility import Rules
from roundtable.apps.convening import MAX_TOPIC
from roundtable.core.budget import MICRO, Budget
from roundtable.core.commands import MAX_NOTE
from roundtable.core.errors import UsageError
from roundtable.core.parsing.config_errors import dotted, shown
from roundtable.core.parsing.text import clean, printable
from roundtable.core.values import Value

MAX_LOG = 400_000
_MOST_TOLD = 5
"""So many problems of one call are told."""


def _worded(text: str) -> str:
    """The text as a session records it; blanks or control characters alone say nothing."""
    text = clean(text).replace("\r\n", "\n").strip("\ufeff \t\n")
    if not printable(text).strip():
        raise PydanticCustomError("empty", "says nothing")
    return text


def _on_a_line(text: str) -> str:
    if not text.isprintable():
        raise PydanticCustomError("control", "has a line break or another control character")
    return text


Line = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_on_a_line)]
Left = SkipJsonSchema[None]
"""A field that may be left out; null is the same."""
A = TypeVar("A", bound="Arguments")


class Arguments(Value):
    """Strict: "5" is no number, and a field that nobody knows is an error."""

    model_config = ConfigDict(strict=True, use_attribute_docstrings=True)


class Convening(Arguments):
    """What every call that convenes a table may say. Caps only ever lower those of the server."""

    knights: (
        Annotated[tuple[Line, ...], Field(strict=False, min_length=2, max_length=26)] | Left
    ) = None
    """Seat only these knights of .roundtable/config.json, at least two; all if left out."""
    max_cost_usd: Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)] | Left = None
    """The most dollars that this session may cost. Reaching a cap pauses it."""
    max_tokens: Annotated[int, Field(ge=0, le=10**9)] | Left = None
    """The most tokens that this session may use."""
    max_minutes: Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)] | Left = None
    """The most minutes that the table may work."""

    def caps(self, bound: Budget) -> Budget:
        """What the call asks for, never more than the server was launched with."""
        cost = None if self.max_cost_usd is None else round(self.max_cost_usd * MICRO)
        return Budget(
            max_cost_microusd=_lower(cost, bound.max_cost_microusd),
            max_tokens=_lower(self.max_tokens, bound.max_tokens),
            max_minutes=_lower(self.max_minutes, bound.max_minutes),
        )


class Discuss(Convening):
    topic: Annotated[str, Field(max_length=MAX_TOPIC), AfterValidator(_worded)]
    """The question, in at most 100,000 characters. The knights see the repository: name files."""
    rounds: Annotated[int, Field(ge=1, le=50)] | Left = None
    """Rounds before the developer has to decide, from 1 to 50; the project's own if left out."""
    blind: bool = False
    """First round: all speak at once, unseen by the others."""


class Review(Convening):
    path: Line = "."
    """A folder or a .zip file inside the project; all of the project if left out."""
    diff: Line | Left = None
    """Only the files that differ from this commit, branch or tag, such as main or HEAD~1."""
    instruct: Annotated[str, Field(max_length=MAX_NOTE), AfterValidator(_worded)] | Left = None
    """What to look for, in at most 20,000 characters."""


class CodeRed(Convening):
    symptom: Annotated[str, Field(max_length=MAX_TOPIC), AfterValidator(_worded)] | Left = None
    """What fails, in at most 100,000 characters; the log's first error if left out."""
    log: Annotated[str, Field(max_length=MAX_LOG), AfterValidator(_worded)] | Left = None
    """The text of the log or the traceback that shows it, in at most 400,000 characters."""
    rounds: Annotated[int, Field(ge=1, le=50)] | Left = None
    """Rounds after the triage, from 1 to 50; the project's own if left out."""


class Status(Arguments):
    session: Line | Left = None
    """A session's name or a part of it; the latest if left out."""


class Decisions(Arguments):
    words: Line | Left = None
    """What to look for: decisions are ranked by their relation to it; all if left out."""
    limit: Annotated[int, Field(ge=1, le=50)] = 10
    """The most entries, from 1 to 50: the newest, or with words the nearest."""


def read_arguments(kind: type[A], given: Mapping[str, Any] | None) -> A:
    """The arguments of a call; UsageError names each field that is wrong, and what it takes."""
    try:
        return kind.model_validate(given or {})
    except ValidationError as error:
        # That null would have done as well is no help.
        problems = [p for p in error.errors(include_url=False) if p["type"] != "none_required"]
        told = "; ".join(_problem(problem) for problem in problems[:_MOST_TOLD])
        raise UsageError(told, _remedy(kind, [str(p["loc"][0]) for p in problems])) from None


def inside(root: Path, path: str, ignore: tuple[str, ...]) -> Path:
    """The place that a path means, whatever links lie on the way; refused if it is not ours."""
    try:
        place = (root / path).resolve()
        below = place.relative_to(root.resolve()).as_posix()
    except (ValueError, RuntimeError) as error:
        raise UsageError(
            f"path: {shown(path)} lies outside of the project",
            "path: name a folder inside it, such as src",
        ) from error
    if reason := Rules(ignore).why_hidden(below):
        raise UsageError(f"path: {shown(path)} is not shown: {reason}", "path: name another folder")
    return place


def schema(kind: type[Value]) -> dict[str, Any]:
    """The JSON schema of a model without what only repeats its names."""

    def plain(node: Any) -> Any:
        if isinstance(node, list):
            return [plain(item) for item in node]
        if not isinstance(node, dict):
            return node
        kept = {key: plain(value) for key, value in node.items()}
        if isinstance(kept.get("title"), str):
            del kept["title"]
        if kept.get("default", ...) is None:
            del kept["default"]
        return kept

    found: dict[str, Any] = plain(kind.model_json_schema(mode="serialization"))
    return found


Number = TypeVar("Number", int, float)


def _lower(asked: Number | None, bound: Number | None) -> Number | None:
    if asked is None or bound is None:
        return asked if bound is None else bound
    return min(asked, bound)


_SAID = ("empty", "control", "too_short", "too_long", "string_too_short", "string_too_long")
"""Problems whose words say all; the others are told with what was given."""


def _problem(problem: ErrorDetails) -> str:
    first, *rest = problem["loc"]
    field = dotted((first, *(part for part in rest if isinstance(part, int))))
    if problem["type"] == "extra_forbidden":
        return f"there is no field {field}"
    if problem["type"] == "missing":
        return f"{field} is missing"
    given = "" if problem["type"] in _SAID else f", not {shown(problem['input'])}"
    what = f"{problem['msg'][0].lower()}{problem['msg'][1:]}".replace("tuple", "list")
    return f"{field}: {what}{given}"


def _remedy(kind: type[Arguments], fields: list[str]) -> str:
    """What the fields take that were wrong, or which fields there are."""
    known = kind.model_fields
    meant = [f"{f}: {known[f].description}" for f in dict.fromkeys(fields) if f in known]
    return " ".join(meant) if meant else f"it takes: {', '.join(known)}"
