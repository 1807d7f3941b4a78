"""What an apply that broke off has left behind is told, file by file."""

from pathlib import Path

import pytest

from roundtable.adapters.applying.recovery import Kept, Recovered
from roundtable.adapters.project import find_project
from roundtable.apps.cli.applying import tell_recovered
from roundtable.bootstrap import open_table


async def test_what_was_taken_back_is_told(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = Kept(path="b.py", old=".roundtable/applied/x.1")
    found = Recovered(name="x", what="write", restored=("a.py",), kept=(kept,))
    async with open_table(find_project()) as table:
        object.__setattr__(table, "recovered", (found,))
        tell_recovered(table)
    told = capsys.readouterr().err
    assert "put back: a.py" in told
    assert "b.py was edited since and stays; what was there before is in .roundtable" in told
