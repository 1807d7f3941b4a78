"""Changes the project's config.json, under the rules that hold for the file itself."""

import hashlib
import re
from pathlib import Path

from roundtable.adapters.project import Project
from roundtable.adapters.stores.schema import explain_os
from roundtable.apps.founding import found_table
from roundtable.apps.web.house import House
from roundtable.apps.web.problems import Refusal
from roundtable.apps.web.requests import Settings
from roundtable.core.config import Config, read_config, write_config
from roundtable.core.errors import CommandRefused, ConfigError

_SOURCE = "config.json"
_TOLD = re.compile(rf"{re.escape(_SOURCE)}:\d+: (?P<field>[^:]+): (?P<rest>.*)")


def standing(project: Project) -> bytes:
    """The config as it stands in its file; nothing where there is none."""
    try:
        return project.config_path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise explain_os(error, project.config_path) from error


def digest(content: bytes) -> str:
    """By this a client says which file its changes were made to."""
    return hashlib.sha256(content).hexdigest()


async def configure(house: House, wanted: Settings) -> tuple[Config, str]:
    """Write the config that is wanted and have the house keep to it; the file's new digest.

    A copy of the old file is kept. What changes nothing writes nothing.
    """
    config = configured(wanted)
    sifted_anew = config.rules.ignore != house.hall.table.config.rules.ignore
    try:
        if sifted_anew:
            await house.refuse_at_work()
        # From here to the writing nothing is awaited: of two changes, the second sees the first.
        old = standing(house.project)
        _refuse_if_changed(old, wanted.digest)
        new = old if _holds(old, config) else write_config(config).encode()
        kept = found_table(house.project, config) if new != old else None
        if sifted_anew:
            try:
                await house.reopen()
            except BaseException:
                _roll_back(house.project, kept, new)
                raise
    except CommandRefused as error:
        raise Refusal(
            "refused", f"rules.ignore: {error.message}", error.remedy, "rules.ignore"
        ) from error
    return config, digest(new)


def _roll_back(project: Project, kept: Path | None, new: bytes) -> None:
    """The old file again, which needs no room; unless somebody has changed it once more."""
    if kept and standing(project) == new:
        kept.replace(project.config_path)


def _refuse_if_changed(old: bytes, known: str | None) -> None:
    if known is not None and known != digest(old):
        raise Refusal(
            "changed_elsewhere",
            "config.json has been changed since it was read",
            "read it again and make your changes to what stands there now; "
            "sent without a digest, they are written over it, and a copy is kept",
            "digest",
        )


def _holds(content: bytes, config: Config) -> bool:
    """Whether the file says this already, however it is laid out."""
    try:
        return read_config(content, _SOURCE) == config
    except ConfigError:
        return False


def configured(wanted: Settings) -> Config:
    """The config that is wanted, as it would be read from the file."""
    drawn = Config.model_construct(
        version="1.0",
        project=wanted.project,
        language=wanted.language,
        knights=wanted.knights,
        rules=wanted.rules,
    )
    try:
        return read_config(write_config(drawn), _SOURCE)
    except ConfigError as error:
        raise _refusal(error) from error


def _refusal(error: ConfigError) -> Refusal:
    """What is wrong with the file that would be written, by the fields that were sent."""
    found = [match for line in error.message.splitlines() if (match := _TOLD.fullmatch(line))]
    if not found:
        return Refusal("invalid", error.message, error.remedy)
    fields = [re.sub(r"\[(\d+)\]", r".\1", match["field"]) for match in found]
    detail = "\n".join(
        f"{field}: {match['rest']}" for field, match in zip(fields, found, strict=True)
    )
    return Refusal("invalid", detail, "correct what is named", fields[0])
