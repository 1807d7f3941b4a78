"""The project's config.json: who sits at the table and by which rules.

The file comes with a repository, so it may choose among what the developer's machine offers and
nothing more: no command, no address and no key can be set in it.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_core.core_schema import ValidationInfo

from roundtable.core.parsing.config_errors import (
    CLASH,
    Problem,
    problem_at,
    refusal,
    repeated,
    shown,
    suggestion,
    told_by_models,
    unknown,
    unreadable,
    wrong,
)
from roundtable.core.parsing.json_file import Document, Unreadable, read_document
from roundtable.core.parsing.json_lines import JsonPath
from roundtable.core.rules import Rules
from roundtable.core.seats import Seat
from roundtable.core.values import Value

ADAPTERS: dict[str, str] = {
    "claude-cli": "Anthropic's own command, on your subscription",
    "gemini-cli": "Google's own command, on your subscription",
    "openai-cli": "OpenAI's own command, on your subscription",
    "claude-api": "Anthropic's API, with your key",
    "openai-api": "OpenAI's API, with your key",
    "gemini-api": "Google's API, with your key",
    "openai-compatible": "any endpoint with OpenAI's protocol, such as Ollama, LM Studio or vLLM",
    "scripted": "replies from a script: rehearsals, tests and the demo",
}
"""Every adapter by name, with what it is."""

MOST_KNIGHTS = 26
BUILTIN = "builtin:"
"""How the script of a knight begins that comes with Roundtable."""

_MOST_ON_A_LINE = 80
_LINE = r"^[^\p{Cc}\p{Zl}\p{Zp}]*[^\p{C}\p{Z}][^\p{Cc}\p{Zl}\p{Zp}]*$"
_LANGUAGE = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$"
# It reaches a vendor's command line or address, so it can be neither an option nor a way out.
MODEL = r"^[A-Za-z0-9](\.?[A-Za-z0-9_:/@+\[\]-])*$"
_BUILTIN = re.compile(BUILTIN + r"[A-Za-z0-9][A-Za-z0-9_-]*", re.ASCII)


def _known(adapter: str) -> str:
    if adapter not in ADAPTERS:
        raise ValueError(f"{shown(adapter)} is not an adapter; {suggestion(adapter, ADAPTERS)}")
    return adapter


Adapter = Annotated[str, AfterValidator(_known)]


class KnightConfig(Value):
    name: str = Field(min_length=1, max_length=40, pattern=r"^[\w][\w .\-]*$")
    """How the others and the developer call it."""
    adapter: Adapter
    """Through what it speaks; one of ADAPTERS."""
    capabilities: tuple[Annotated[str, Field(max_length=60, pattern=_LINE)], ...] = ()
    """What it is good at; breaks ties for the lead."""
    priority: int = Field(default=1, strict=True, ge=1, le=1000)
    """Lower speaks first in the opening round."""
    fallback: Adapter | None = None
    """The adapter that takes over when the first one fails."""
    model: str | None = Field(default=None, max_length=200, pattern=MODEL)
    """The vendor's model, where the adapter's default is not wanted."""
    script: str | None = Field(default=None, validate_default=True)
    """Where a scripted knight's replies are: builtin:NAME, or a path inside the repository."""

    @field_validator("fallback")
    @classmethod
    def _another(cls, fallback: str | None, info: ValidationInfo) -> str | None:
        if fallback is not None and fallback == info.data.get("adapter"):
            raise ValueError("is the adapter itself; name another one, or leave it out")
        if fallback == "scripted":
            raise ValueError("a script cannot stand in for a model; name another adapter")
        return fallback

    @field_validator("script")
    @classmethod
    def _belongs(cls, script: str | None, info: ValidationInfo) -> str | None:
        # An adapter that is itself wrong is not in the data: then any script may be right.
        adapter = info.data.get("adapter")
        if script is None and adapter == "scripted":
            raise ValueError('a scripted knight needs it; write for example "builtin:rehearsal"')
        if script is not None and adapter not in (None, "scripted"):
            raise ValueError('is for the adapter "scripted" alone; remove it')
        if script is not None and not _names_script(script):
            raise ValueError(
                f"{shown(script)} is no script inside the repository; write builtin:NAME, or a path"
                " with forward slashes, without / or ~ in front and without .."
            )
        return script


class RulesConfig(Value):
    max_rounds: int = Field(default=5, strict=True, ge=1, le=50)
    """After this many rounds the King must decide."""
    consensus_threshold: int = Field(default=9, strict=True, ge=1, le=10)
    """The score from which a seat counts as agreeing."""
    timeout_per_turn_seconds: float = Field(
        default=120.0, strict=True, gt=0, le=86_400, allow_inf_nan=False
    )
    """One deadline for the whole turn."""
    escalate_to_user_after: int = Field(default=3, strict=True, ge=1, le=50)
    """From this round on the King may step in between rounds."""
    auto_execute: bool = Field(default=False, strict=True)
    """Kept as the format has it; it never lets a project file skip the developer's approval."""
    ignore: tuple[Annotated[str, Field(max_length=200, pattern=_LINE)], ...] = (
        ".git",
        "node_modules",
        "dist",
    )
    """What the knights are not shown."""

    def rules(self, blind: bool = False) -> Rules:
        """The rules as a session carries them."""
        return Rules(
            max_rounds=self.max_rounds,
            consensus_threshold=self.consensus_threshold,
            timeout_per_turn_seconds=self.timeout_per_turn_seconds,
            escalate_to_user_after=self.escalate_to_user_after,
            blind=blind,
        )


class Config(Value):
    version: Literal["1.0"]
    """The version of the format."""
    project: str = Field(max_length=200, pattern=_LINE)
    """The project's name as the knights are told it."""
    language: str = Field(default="en", pattern=_LANGUAGE)
    """The language in which the knights answer, as a code."""
    knights: tuple[KnightConfig, ...]
    """Who may be seated, in the file's order."""
    rules: RulesConfig = RulesConfig()
    """How the table deliberates."""

    @field_validator("knights")
    @classmethod
    def _one_table(cls, knights: tuple[KnightConfig, ...]) -> tuple[KnightConfig, ...]:
        if not 1 <= len(knights) <= MOST_KNIGHTS:
            raise PydanticCustomError(CLASH, "a table has 1 to 26 knights")
        for _, clash in _clashes([knight.name for knight in knights]):
            raise PydanticCustomError(CLASH, "{clash}", {"clash": clash})
        return knights

    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat.model_validate(knight.model_dump()) for knight in self.knights)


def read_config(text: str | bytes, source: str) -> Config:
    """The configuration that the text holds; a ConfigError tells all that is wrong with it."""
    document = read_document(text)
    if isinstance(document, Unreadable):
        raise unreadable(source, document)
    problems = [*repeated(document), *_sifted(document), *_seating(document)]
    try:
        config = Config.model_validate(document.value)
    except ValidationError as error:
        raise refusal(source, [*problems, *told_by_models(document, error)]) from None
    if problems:
        raise refusal(source, problems)
    return config


def write_config(config: Config) -> str:
    """The configuration as the file holds it, in the order of the specification."""
    fields = config.model_dump(mode="json")
    for knight in fields["knights"]:
        for optional in ("fallback", "model", "script"):
            if knight[optional] is None:
                del knight[optional]
    seconds = config.rules.timeout_per_turn_seconds
    if float(seconds).is_integer():
        fields["rules"]["timeout_per_turn_seconds"] = int(seconds)
    return _pretty(fields, "") + "\n"


def _names_script(script: str) -> bool:
    """Whether this is a script of ours, or a path that stays below where it starts on any system.

    Parts of dots and spaces alone are refused with `..`: Windows reads some of them as that.
    """
    if len(script) > 200 or not script.isprintable():
        return False
    if ":" in script:
        return _BUILTIN.fullmatch(script) is not None
    parts = [part for part in script.split("/") if part != "."]
    inside = bool(parts) and all(part.strip(" .") for part in parts)
    return inside and "\\" not in script and not script.startswith("~")


def _clashes(names: Sequence[object]) -> Iterator[tuple[int, str]]:
    """The index of every name that a person cannot tell from an earlier one, and why."""
    earlier: dict[str, object] = {}
    for index, name in enumerate(names):
        folded = unicodedata.normalize("NFKC", name if isinstance(name, str) else "").casefold()
        key = "".join(c for c in folded if c.isprintable() and c not in " .")
        if key in earlier:
            yield index, f"{shown(name)} is too much like {shown(earlier[key])}, named before it"
        elif key:
            earlier[key] = name


def _seating(document: Document) -> Iterator[Problem]:
    """What is wrong with the knights together; the models ask only once each is right by itself."""
    knights = document.value.get("knights")
    if not isinstance(knights, list):
        return
    if not 1 <= len(knights) <= MOST_KNIGHTS:
        yield wrong(document, ("knights",), knights)
    names = [knight.get("name") if isinstance(knight, dict) else None for knight in knights]
    for index, clash in _clashes(names):
        path = ("knights", index, "name")
        yield problem_at(document, path, clash, "give each knight a name of its own")


def _sifted(document: Document) -> list[Problem]:
    """Takes the fields that mean nothing out of the document, and tells them.

    The models would find them too; but they stop at a name that is not proper Unicode, and what
    else is wrong in that object would go untold.
    """
    problems = []
    for path, fields, model in list(_objects(document.value)):
        known = model.model_fields
        for key in [key for key in fields if key not in known]:
            del fields[key]
            problems.append(unknown(document, (*path, key), known))
    return problems


def _objects(value: dict[str, Any]) -> Iterator[tuple[JsonPath, dict[str, Any], type[Value]]]:
    """Every object of the file that has a model, as far as the file has it."""
    yield (), value, Config
    if isinstance(rules := value.get("rules"), dict):
        yield ("rules",), rules, RulesConfig
    if isinstance(knights := value.get("knights"), list):
        for index, knight in enumerate(knights):
            if isinstance(knight, dict):
                yield ("knights", index), knight, KnightConfig


def _pretty(value: object, indent: str) -> str:
    """JSON as the specification prints it: a short list of plain values stays on its line."""
    flat, deeper = json.dumps(value, ensure_ascii=False), indent + "  "
    if isinstance(value, dict):
        members = [f"{json.dumps(k)}: {_pretty(v, deeper)}" for k, v in value.items()]
    elif isinstance(value, list) and not _fits(value, flat):
        members = [_pretty(item, deeper) for item in value]
    else:
        return flat
    body = ",\n".join(deeper + member for member in members)
    return f"{flat[0]}\n{body}\n{indent}{flat[-1]}"


def _fits(items: list[object], flat: str) -> bool:
    return len(flat) <= _MOST_ON_A_LINE and not any(isinstance(item, dict) for item in items)
