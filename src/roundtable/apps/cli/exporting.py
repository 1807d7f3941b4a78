"""Writes a session's files where the developer wants them."""

from pathlib import Path

from roundtable.adapters.trees.writing import write_folder, write_zip
from roundtable.bootstrap import Table
from roundtable.core.errors import CommandRefused, UsageError
from roundtable.views.figures import plural


def refuse_taken(target: Path) -> None:
    """Found before the work begins: what stands there would be lost, or nothing can stand there."""
    try:
        if not target.absolute().parent.is_dir():
            raise UsageError(f"{target.parent} is not a folder", "make it first")
        taken = target.is_symlink() or (target.exists() and not _is_free(target))
    except OSError as error:
        raise UsageError(
            f"{target} cannot be looked at ({error.strerror})", "name another place"
        ) from error
    if taken:
        raise UsageError(f"{target} is there already", "name a new folder or .zip file")


def _is_free(target: Path) -> bool:
    return target.is_dir() and not _is_zip(target) and not any(target.iterdir())


def _is_zip(target: Path) -> bool:
    return target.suffix.lower() == ".zip"


async def write_result(table: Table, session: str, target: Path, force: bool = False) -> str:
    """The session's files as a folder or a ZIP; what was written, in a sentence."""
    state = await table.driver.state(session)
    if not state.project:
        raise CommandRefused(
            f"session {session} has no files yet",
            "files come with the round development, or with --from",
        )
    files = tuple(state.project.values())
    write = write_zip if _is_zip(target) else write_folder
    number = write(files, target, force)
    return f"{plural(number, 'file')} written to {target}"
