"""The one safe way into the developer's own tree: all files of a change set, or none of them.

The root is held by its descriptor, and every folder below is opened part by part without following
a link, so that whatever is swapped meanwhile, nothing is written elsewhere. Git is never touched.

A power cut or kill -9 leaves the files before or the files after, once `recover` has run; every
write and undo does so first. Folders that a removal leaves empty stay. The last look at a file and
its replacement are two calls of the system: what an editor saves between the two is lost.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Literal, Self

from roundtable.adapters.applying.records import Records, Unfinished, opened_records, require_name
from roundtable.adapters.applying.recovery import Kept, Recovered, finish_undo, recover
from roundtable.adapters.applying.refusals import ChangesRefused, objection
from roundtable.adapters.applying.survey import Plan, Wanted, survey
from roundtable.adapters.applying.transaction import Moved, carry_out
from roundtable.adapters.stores.schema import explain_os
from roundtable.adapters.trees.beneath import kind, opened
from roundtable.core.changes import Change, Objection, WrittenFile
from roundtable.core.errors import CommandRefused, RoundtableError, StoreError, UsageError
from roundtable.core.values import Value


class Record(Value):
    """What is known under a name."""

    state: Literal["nothing", "written", "undone"] = "nothing"
    files: tuple[WrittenFile, ...] = ()
    """As they were written, also when that has been undone."""


class Writer:
    """Writes change sets below one root, and undoes them."""

    def __init__(self, root: Path, records: Path) -> None:
        """`records` is a folder below the root; it is made when it is needed."""
        self._place = root
        self._records = records.relative_to(root).as_posix()
        self._held = ExitStack()
        with self._explained():
            self._root = self._held.enter_context(opened(root))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._held.close()

    def write(self, name: str, changes: Sequence[Change]) -> tuple[WrittenFile, ...]:
        """Write all files, or raise and leave all as they were.

        What has been written under this name is not written again, but told again.
        """
        require_name(name)
        wanted = _wanted(changes)
        with self._alone() as records:
            before = _known(records, name)
            if before.state == "written":
                _require_same(name, before, changes)
                return before.files
            plan = survey(self._root, wanted, "written")
            self._carry_out(records, name, "writing", plan)
        return plan.journal.manifest.files

    def undo(self, name: str) -> tuple[WrittenFile, ...]:
        """Put all files back, byte for byte; ChangesRefused if one has been edited since."""
        require_name(name)
        with self._alone() as records:
            done = records.read(name, "written")
            if done is None:
                raise _nothing_to_undo(name, _known(records, name))
            wanted = [
                Wanted(step.path, step.after, old, step.mode)
                for step, old in zip(done.manifest.steps, done.old, strict=True)
            ]
            plan = survey(self._root, wanted, "undone")
            self._carry_out(records, name, "undoing", plan)
            finish_undo(self._root, records, name)
        return plan.journal.manifest.files

    def recover(self) -> tuple[Recovered, ...]:
        """Take back what a process that died left behind without its commit mark."""
        with self._explained(self._records):
            if not kind(self._root, self._records):
                return ()
            with opened_records(self._root, self._records) as records:
                if not records.litter():
                    return ()  # so that whoever only reads waits for nobody and writes nothing
                with records.locked():
                    return recover(self._root, records)

    def known(self, name: str) -> Record:
        """What has been written under a name, by its commit marks alone; nobody is waited for."""
        require_name(name)
        with self._explained(self._records):
            if not kind(self._root, self._records):
                return Record()
            with opened_records(self._root, self._records) as records:
                return _known(records, name)

    @contextmanager
    def _alone(self) -> Iterator[Records]:
        """The records, for the only writer of this project, with nothing left behind in it."""
        with (
            self._explained(self._records),
            opened_records(self._root, self._records) as records,
            records.locked(),
        ):
            left = recover(self._root, records)
            if kept := [one for each in left for one in each.kept]:
                raise CommandRefused(
                    f"an earlier apply broke off and could not be taken back whole: {_told(kept)}",
                    "look at these files, then try again",
                )
            yield records

    def _carry_out(self, records: Records, name: str, stage: Unfinished, plan: Plan) -> None:
        try:
            with self._explained(self._records):
                records.begin(name, stage, plan.journal)
            carry_out(self._root, plan)
            with self._explained(self._records):
                records.commit(name, stage)
        except BaseException as error:
            kept = self._taken_back(records, error)
            if isinstance(error, Moved):
                done = "written" if stage == "writing" else "undone"
                raise ChangesRefused(done, _reasons(error, kept)) from error
            if isinstance(error, OSError):
                raise self._explanation(error, kept) from error
            raise
        records.sync()

    def _taken_back(self, records: Records, cause: BaseException) -> list[Kept]:
        try:
            return [one for each in recover(self._root, records) for one in each.kept]
        except OSError as error:
            said = str(cause) or type(cause).__name__
            raise StoreError(
                f"{said}; and what was written by then could not all be taken back: {error}",
                "mend the cause: the next apply puts back the rest before anything else",
            ) from cause

    def _explanation(self, error: OSError, kept: list[Kept]) -> RoundtableError:
        problem = explain_os(error, self._place / str(error.filename or ""))
        if not kept:
            return problem
        return type(problem)(f"{problem.message}; {_told(kept)}", problem.remedy)

    @contextmanager
    def _explained(self, path: str = "") -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise explain_os(error, self._place / path) from error


def _wanted(changes: Sequence[Change]) -> list[Wanted]:
    if not changes:
        raise UsageError("there is no change to write", "choose at least one file")
    wanted: list[Wanted] = []
    garbled: list[Objection] = []
    for change in changes:
        try:
            wanted.append(Wanted(change.path, change.before, change.content))
        except UnicodeEncodeError:
            garbled.append(objection(change.path, "its content is not valid text"))
    if garbled:
        raise ChangesRefused("written", garbled)
    return wanted


def _known(records: Records, name: str) -> Record:
    if written := records.read(name, "written"):
        return Record(state="written", files=written.manifest.files)
    if undone := records.read(name, "undone"):
        return Record(state="undone", files=undone.manifest.files)
    return Record()


def _require_same(name: str, record: Record, changes: Sequence[Change]) -> None:
    asked = {WrittenFile(path=c.path, before=c.before, after=c.after) for c in changes}
    if asked != set(record.files):
        raise CommandRefused(
            f"other changes have been written under the name {name}",
            "undo those first, or write these under another name",
        )


def _nothing_to_undo(name: str, record: Record) -> CommandRefused:
    if record.state == "undone":
        return CommandRefused(f"{name} has been undone already", "there is nothing left to do")
    return CommandRefused(f"nothing has been written under the name {name}", "name another one")


def _reasons(moved: Moved, kept: Sequence[Kept]) -> list[Objection]:
    reasons = [objection(one.path, _edited(one)) for one in kept]
    if moved.path not in {one.path for one in kept}:
        reasons.insert(0, objection(moved.path, "somebody else changed it at the same time"))
    return reasons


def _told(kept: Sequence[Kept]) -> str:
    return "; ".join(f"{one.path}: {_edited(one)}" for one in kept)


def _edited(kept: Kept) -> str:
    where = f"; what it held before is in {kept.old}" if kept.old else ""
    return f"it has been edited meanwhile and stays as it is{where}"
