"""A code-red in a real terminal, its log piped in: the King can be asked all the same."""

import sys
from pathlib import Path

import pexpect
import pyte

from tests.e2e.conftest import set_up
from tests.e2e.test_kill_code_red import doctors
from tests.e2e.test_terminal import COLUMNS, LINES, Terminal


class Piped(Terminal):
    """The command at the end of a pipe, in a terminal."""

    def __init__(self, folder: Path, before: str, *words: str) -> None:
        self._screen = pyte.HistoryScreen(COLUMNS, LINES, history=2000)
        self._stream = pyte.Stream(self._screen)
        command = f"{before} | {sys.executable} -m roundtable {' '.join(words)}"
        self.process = pexpect.spawn(
            "/bin/sh",
            ["-c", command],
            cwd=str(folder),
            dimensions=(LINES, COLUMNS),
            encoding="utf-8",
            env={"TERM": "xterm-256color", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        )


def test_a_piped_log_leaves_the_keyboard_to_the_king(tmp_path: Path) -> None:
    set_up(tmp_path)
    (tmp_path / "script.yaml").write_text(doctors())
    (tmp_path / "server.log").write_text("starting\nError: it broke\n")
    screen = Piped(tmp_path, "cat server.log", "code-red")
    try:
        screen.wait("reading the log from standard input", "Error: it broke")
        screen.wait("The log, from standard input: 2 lines", "after the triage", "cannot say yet")
        screen.wait("after the blind round", "cache-race", "still open: 1 suspect")
        screen.wait("Diagnosis · lead: Gawain (scripted rehearsal)", "Fix now", "Log for later")
        screen.process.send("\x1b[B\r")  # down once, Enter
        screen.wait("The King's answer: report", "Outcome: diagnosed")
        screen.ends_with(0)
    finally:
        screen.process.close(force=True)
