"""Where a project keeps its table: the root and the paths below it. Imports stay light."""

from pathlib import Path
from typing import NamedTuple

from roundtable.core.errors import NotAProject

FOLDER = ".roundtable"


class Project(NamedTuple):
    """A dataclass would do, but importing `dataclasses` doubles the start of `list`."""

    root: Path

    @property
    def folder(self) -> Path:
        return self.root / FOLDER

    @property
    def log(self) -> Path:
        return self.folder / "roundtable.db"

    @property
    def config_path(self) -> Path:
        return self.folder / "config.json"

    @property
    def sessions(self) -> Path:
        return self.folder / "sessions"

    @property
    def applied(self) -> Path:
        """Where applies keep what it takes to undo them."""
        return self.folder / "applied"


def find_project(start: Path | None = None) -> Project:
    """The nearest folder upwards that has a table, in the repository that one stands in."""
    here = (start or Path.cwd()).resolve()
    for root in (here, *here.parents):
        if (root / FOLDER).is_dir():
            return Project(root)
        if (root / ".git").exists():
            # A work tree or a submodule inside another repository is not that repository.
            break
    raise NotAProject(
        f"there is no {FOLDER} folder in {here} or above it in its repository",
        "make one: roundtable init (or see it work first: roundtable demo)",
    )
