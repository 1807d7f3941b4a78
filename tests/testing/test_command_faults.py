"""The table of broken commands is fit to be met: each is a command that does what it says."""

import subprocess
from pathlib import Path

import pytest

from roundtable.testing.command_faults import COMMAND_FAULTS, CommandFault


def test_there_are_enough_faults_and_no_two_have_one_name() -> None:
    assert len(COMMAND_FAULTS) >= 24
    assert len({fault.name for fault in COMMAND_FAULTS}) == len(COMMAND_FAULTS)


@pytest.mark.parametrize("fault", COMMAND_FAULTS, ids=lambda f: f.name)
def test_a_broken_command_still_says_that_somebody_is_signed_in(
    fault: CommandFault, tmp_path: Path
) -> None:
    command = fault.command(tmp_path)
    if fault.script and fault.executable:
        assert subprocess.run([command, "auth", "status"], check=False).returncode == 0
    else:
        with pytest.raises(OSError):
            subprocess.run([command, "auth", "status"], check=False)
