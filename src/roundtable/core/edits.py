"""The developer's own hand on the files of a build: what may be edited, and what is refused."""

import base64
import binascii
from collections.abc import Iterable

from roundtable.core import events as e
from roundtable.core.decide import gates
from roundtable.core.errors import CommandRefused
from roundtable.core.parsing.file_known import Claims, Known
from roundtable.core.parsing.file_paths import check_path
from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState

MAX_EDITED = 2_000_000
"""Characters of a file that the developer edited himself."""
MAX_FILES = 500
"""Files of one edit, written and deleted together."""


def edited(
    state: SessionState, files: tuple[e.ProjectFile, ...], deleted: tuple[str, ...], note: str
) -> e.FilesEdited:
    """The edit of what the last round made, with those files alone that it changes."""
    round_ = _round_of(state)
    count = len(files) + len(deleted)
    if count > MAX_FILES:
        raise CommandRefused(
            f"the edit has {count:,} files; {MAX_FILES} are the most", "make it in several edits"
        )
    _refuse_paths(state, files, deleted)
    for file in files:
        _refuse_text(file)
    changed = tuple(file for file in files if state.project.get(file.path) != file)
    if not changed and not deleted:
        raise CommandRefused("the edit changes nothing", "change a file, or leave it as it is")
    return e.FilesEdited(
        round=round_.key, attempt=round_.attempt, files=changed, deleted=deleted, note=note
    )


def _round_of(state: SessionState) -> RoundState:
    """The round whose files are edited: the last one, once it has ended."""
    if state.opening.workflow != "build" or state.opening.agenda is None:
        raise CommandRefused(
            f"session {state.session} is no build: it has no files of its own to edit",
            "edit the files of your repository themselves",
        )
    round_ = state.current
    if round_ is None or round_.ended is None:
        held = f"the round {round_.key} of" if round_ else "no round has ended in"
        raise CommandRefused(
            f"{held} session {state.session}{' is being held' if round_ else ''}",
            "edit its files when the round has ended",
        )
    answer = gates.answer_to(state, gates.confirm_id(round_))
    if answer and answer.option not in ("continue", "stop"):
        raise CommandRefused(
            f"the round {round_.key} is about to be made anew, and an edit of it would be lost",
            f"go on first: roundtable resume {state.session}",
        )
    return round_


def _refuse_paths(
    state: SessionState, files: tuple[e.ProjectFile, ...], deleted: tuple[str, ...]
) -> None:
    known, claims = Known(state.project), Claims()
    _refuse_doubles((*(file.path for file in files), *deleted))
    for path in deleted:
        _refuse_unfit(path)
        if path not in known:
            raise CommandRefused(f"{path!r} cannot be deleted: there is no such file", "leave it")
    for file in files:
        _refuse_unfit(file.path)
        spelled = known.spelled(file.path)
        reason = spelled.reason or " ".join(spelled.warnings)
        reason = reason or known.obstacle(file.path, deleted) or claims.refuse(file.path)
        if reason:
            raise CommandRefused(f"{file.path!r} cannot be written", reason)


def _refuse_doubles(paths: Iterable[str]) -> None:
    seen: set[str] = set()
    for path in paths:
        if path in seen:
            raise CommandRefused(
                f"{path!r} is named more than once in the edit", "name each file once"
            )
        seen.add(path)


def _refuse_unfit(path: str) -> None:
    """Where nobody at the table may write, the developer's edit does not go either."""
    checked = check_path(path)
    if checked.reason:
        raise CommandRefused(f"{path!r} is no path for a file of the project", checked.reason)
    if checked.path != path:
        raise CommandRefused(
            f"{path!r} is not written as the project writes paths", f"write {checked.path}"
        )


def _refuse_text(file: e.ProjectFile) -> None:
    if len(file.text) > MAX_EDITED:
        raise CommandRefused(
            f"{file.path} has {len(file.text):,} characters; {MAX_EDITED:,} are the most",
            "leave it as it is here, and edit it after the export",
        )
    try:
        data = file.text.encode()
        if file.binary:
            base64.b64decode(data, validate=True)
    except UnicodeEncodeError:
        raise CommandRefused(
            f"{file.path} holds characters that no text file can hold", "take them out"
        ) from None
    except binascii.Error:
        raise CommandRefused(
            f"{file.path} is said to be binary, and its text is not base64",
            "send its bytes as base64, or its text as text",
        ) from None
