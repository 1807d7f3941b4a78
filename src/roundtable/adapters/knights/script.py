"""The script of a scripted knight: replies, pacing and failures, read from YAML or JSON."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from roundtable.core.errors import ConfigError, ErrorKind
from roundtable.core.events import Purpose
from roundtable.core.ports import Ask
from roundtable.core.values import Value

BUILTIN = "builtin:"
ANYBODY = "*"
"""The part of every knight that has none of its own."""
_MOST_BYTES = 5_000_000
_CHANGED = re.compile(r"^diff --git a/.+ b/(.+)$", re.MULTILINE)


class When(Value):
    """Which ask a reply is for; what is left out matches everything."""

    round: int | tuple[int, ...] | None = None
    after: tuple[str, ...] = ()
    """Knights that must have spoken in this round already."""
    before: tuple[str, ...] = ()
    """Knights that must not have spoken in this round yet."""
    purpose: Purpose | None = None
    stage: str | None = None
    """The round of a build, such as `development`."""
    part: str | None = None
    """Which of several asks: `chunk-1`, the number of a fix, a pair such as `AB`."""
    ask: int | None = None
    """1, or higher for a turn that is asked again after an interruption."""
    prompted: str | None = None
    """A text that must stand in the prompt, such as a note of the King's."""

    def matches(self, ask: Ask) -> bool:
        rounds = (self.round,) if isinstance(self.round, int) else self.round
        return (
            (rounds is None or ask.iteration in rounds)
            and set(self.after) <= set(ask.spoken_before)
            and not set(self.before) & set(ask.spoken_before)
            and self.purpose in (None, ask.purpose)
            and self.stage in (None, ask.stage)
            and self.part in (None, ask.part)
            and self.ask in (None, ask.ask)
            and (self.prompted is None or self.prompted in ask.prompt)
        )


class Failure(Value):
    kind: ErrorKind
    detail: str = "as the script says"
    retry_after: float | None = Field(default=None, ge=0)
    after_words: int = Field(default=0, ge=0)
    """How much is said before it fails."""


class Reply(Value):
    when: When = When()
    say: str = ""
    """The prose; `{topic}` and `{round}` are filled in, and `{label:Gawain}` is Gawain's letter.

    `{changed}` is the first file of the change that the prompt shows, here and in the block.
    """
    block: dict[str, Any] | str | None = None
    """The JSON block as fields, or a text that is put there as it is, however malformed."""
    signed: bool = True
    """Whether the block says whose it is: knight and round, agent, or the judged round."""
    fail: Failure | None = None
    hang_after_words: int | None = Field(default=None, ge=0)
    """Falls silent after so many words and never ends."""
    input_tokens: int | None = Field(default=None, ge=0)
    output_tokens: int | None = Field(default=None, ge=0)

    def text(self, ask: Ask) -> str:
        """Everything this reply says to an ask."""
        said = self.say.replace("{topic}", ask.topic).replace("{round}", str(ask.iteration))
        if self.block is None:
            return _filled_in(said.rstrip() + "\n", ask)
        if isinstance(self.block, str):
            return _filled_in(f"{said.rstrip()}\n\n{self.block}\n".lstrip(), ask)
        signature = _signature(ask) if self.signed else {}
        body = json.dumps(signature | self.block, indent=2, ensure_ascii=False)
        return _filled_in(f"{said.rstrip()}\n\n```json\n{body}\n```\n".lstrip(), ask)


def _signature(ask: Ask) -> dict[str, Any]:
    """How a block says whose it is, by what is asked."""
    if ask.purpose in ("judge", "rejudge"):
        return {"round": ask.stage, "iteration": ask.iteration}
    if ask.purpose == "compare":
        return {}
    return {"agent": ask.seat} if ask.labels else {"knight": ask.seat, "round": ask.iteration}


def _filled_in(text: str, ask: Ask) -> str:
    """The text with the letters under which seats go in this round, and with what has changed."""
    for label, seat in ask.labels:
        text = text.replace(f"{{label:{seat}}}", label)
    changed = _CHANGED.search(ask.prompt) if "{changed}" in text else None
    return text.replace("{changed}", changed[1]) if changed else text


class Price(Value):
    """Make-believe dollars, so that budgets can be rehearsed. Nothing is ever paid."""

    input_per_million: float = Field(default=0, ge=0)
    output_per_million: float = Field(default=0, ge=0)


class Part(Value):
    """One knight's part."""

    words_per_second: float = Field(default=0, ge=0)
    """0 says everything at once."""
    first_word_after: float = Field(default=0, ge=0, le=3600)
    context_tokens: int = Field(default=32_000, ge=1_000)
    price: Price = Price()
    replies: tuple[Reply, ...] = Field(min_length=1)

    def reply(self, ask: Ask) -> Reply | None:
        """The first reply that is meant for this ask."""
        return next((reply for reply in self.replies if reply.when.matches(ask)), None)


class Script(Value):
    knights: dict[str, Part] = Field(min_length=1)


def load_script(name: str, root: Path) -> Script:
    """A bundled script (`builtin:NAME`), or one in the repository."""
    if name.startswith(BUILTIN):
        bundled = files("roundtable.examples") / f"{name.removeprefix(BUILTIN)}.yaml"
        if not bundled.is_file():
            raise ConfigError(f"there is no bundled script {name!r}", "use builtin:rehearsal")
        return read_script(bundled.read_bytes(), name)
    path = (root / name).resolve()
    if not path.is_relative_to(root.resolve()):
        raise ConfigError(
            f"the script {name!r} leads out of the repository", "move it into the repository"
        )
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ConfigError(f"the script {name} is larger than 5 MB", "make it smaller")
        return read_script(path.read_bytes(), name)
    except OSError as error:
        raise ConfigError(
            f"the script {name} cannot be read ({error.strerror})",
            "correct the field `script` of the knight in .roundtable/config.json",
        ) from error


def read_script(content: bytes, source: str) -> Script:
    """A script from its text; what is wrong is reported with its place."""
    import yaml

    try:
        data = yaml.load(content, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 -- a safe loader either way
        return Script.model_validate(data)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{source}:{mark.line + 1}" if mark else source
        problem = getattr(error, "problem", None) or "not readable as YAML"
        raise ConfigError(f"{where}: {problem}", "correct the script's syntax") from error
    except RecursionError:
        raise ConfigError(f"{source}: nested too deeply", "make the script flatter") from None
    except ValidationError as error:
        problems = "\n".join(
            f"{source}: {'.'.join(map(str, p['loc'])) or 'script'}: {p['msg']}"
            for p in error.errors(include_url=False)[:20]
        )
        raise ConfigError(problems, "see docs/scripts.md for the form of a script") from error
