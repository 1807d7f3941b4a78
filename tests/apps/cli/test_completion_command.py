"""`roundtable completion`: what real shells offer when somebody presses Tab."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pexpect
import pyte
import pytest

from roundtable.apps.cli.completion_command import SHELLS
from roundtable.apps.cli.main import COMMANDS

Run = Callable[..., tuple[int, str, str]]
Complete = Callable[[str], list[str]]

#: Looked up before a test narrows PATH.
PATHS = {shell: shutil.which(shell) for shell in SHELLS}
#: The command itself is not there: a Tab must do without it.
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm", "PS1": "ready> "}
SESSIONS = ["2026-01-02-cache", "2026-01-03-photos"]
OFFERS = {
    "sh": ["show"],
    "show ": SESSIONS,
    "show 2026-01-03": ["2026-01-03-photos"],
    "show --co": ["--context", "--cost"],
    "resume 2026-01-02-cache --max-": ["--max-cost", "--max-minutes", "--max-tokens"],
    "blame bill.py --session ": SESSIONS,
    "chat --session 2026-01-02": ["2026-01-02-cache"],
    "review --format ": ["json", "markdown", "sarif"],
    "build --preset s": ["spec"],
    "decree re": ["revoke"],
    "keys set a": ["anthropic"],
    "discuss --file que": ["question.md"],
    "export --to que": ["question.md"],
    "completion ": ["bash", "fish", "zsh"],
    "doctor ": [],
}


def need(shell: str) -> str:
    path = PATHS[shell]
    if path is None:
        pytest.skip(f"{shell} is not installed, so its completion was not tried")
    return path


@pytest.fixture
def src(bare: Path) -> Path:
    """A folder inside of a project with two sessions, and where the shells stand."""
    for name in SESSIONS:
        (bare / ".roundtable" / "sessions" / name).mkdir(parents=True)
    (bare / "src").mkdir()
    (bare / "src" / "question.md").touch()
    return bare / "src"


@pytest.fixture
def scripts(tmp_path: Path, run: Run) -> dict[str, Path]:
    """The script of every shell, in a file under the name that the shell looks for."""
    files = {
        shell: tmp_path / name
        for shell, name in zip(SHELLS, ("roundtable.sh", "_roundtable", "r.fish"), strict=True)
    }
    for shell, file in files.items():
        code, out, err = run("completion", shell)
        assert (code, err) == (0, "")
        file.write_text(out)
    return files


@pytest.fixture
def bash(src: Path, scripts: dict[str, Path]) -> Complete:
    def complete(typed: str) -> list[str]:
        program = f"""
            source {scripts["bash"]}
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            _shtab_roundtable
            printf '%s\\n' "${{COMPREPLY[@]}}"
        """
        words = ["roundtable", *typed.split(" ")]
        return _lines([need("bash"), "--norc", "-c", program, "bash", *words], src)

    return complete


@pytest.fixture
def fish(src: Path, scripts: dict[str, Path]) -> Complete:
    def complete(typed: str) -> list[str]:
        program = f"source {scripts['fish']}; complete -C 'roundtable {typed}'"
        told = _lines([need("fish"), "--no-config", "-c", program], src)
        return [line.partition("\t")[0] for line in told]

    return complete


def _lines(words: list[str], folder: Path) -> list[str]:
    done = subprocess.run(
        words, cwd=folder, check=True, capture_output=True, text=True, env=ENVIRONMENT
    )
    assert done.stderr == ""
    return sorted(line for line in done.stdout.splitlines() if line)


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_itself_can_read_its_script(scripts: dict[str, Path], shell: str) -> None:
    words = [need(shell), "-n", str(scripts[shell])]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("typed", "offered"), OFFERS.items(), ids=OFFERS)
def test_bash_offers_what_can_stand_there(bash: Complete, typed: str, offered: list[str]) -> None:
    assert bash(typed) == offered


@pytest.mark.parametrize(("typed", "offered"), OFFERS.items(), ids=OFFERS)
def test_fish_offers_what_can_stand_there(fish: Complete, typed: str, offered: list[str]) -> None:
    assert fish(typed) == offered


def test_every_command_is_offered(bash: Complete) -> None:
    assert bash("") == sorted(COMMANDS)


class Typing:
    """A shell in a terminal of its own, and what its screen shows."""

    def __init__(self, shell: str, options: list[str], folder: Path) -> None:
        self._screen = pyte.Screen(100, 30)
        self._stream = pyte.Stream(self._screen)
        self._process = pexpect.spawn(
            need(shell),
            options,
            cwd=str(folder),
            dimensions=(30, 100),
            encoding="utf-8",
            timeout=20,
            env=ENVIRONMENT,
        )
        self.shows("ready>")

    def type(self, keys: str) -> None:
        self._process.send(keys)

    def shows(self, wanted: str) -> None:
        """Until this stands on the screen; pexpect gives up when nothing comes any more."""
        while wanted not in "\n".join(line.rstrip() for line in self._screen.display):
            self._stream.feed(self._process.read_nonblocking(65536, timeout=20))

    def close(self) -> None:
        self._process.close(force=True)


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_tab_completes_a_command_then_a_session_then_an_option(
    src: Path, scripts: dict[str, Path], shell: str
) -> None:
    folder = scripts["zsh"].parent
    options, before = {
        "bash": (["--norc"], f"source {scripts['bash']}"),
        "zsh": (["-f"], f"fpath=({folder} $fpath); autoload -U compinit; compinit -u -D"),
    }[shell]
    terminal = Typing(shell, options, src)
    terminal.type(f"{before}; echo set''up\r")
    terminal.shows("\nsetup\nready>")
    terminal.type("roundtable sta\t")
    terminal.shows("roundtable status")
    terminal.type("2026-01-03\t")
    terminal.shows("roundtable status 2026-01-03-photos")
    terminal.type("--js\t")
    terminal.shows("roundtable status 2026-01-03-photos --json")
    terminal.close()


def test_outside_of_a_project_no_session_is_offered(
    bash: Complete, fish: Complete, src: Path
) -> None:
    shutil.rmtree(src.parent / ".roundtable")
    assert bash("show ") == []
    if PATHS["fish"]:
        assert fish("show ") == []


def test_a_name_that_a_shell_would_run_is_neither_offered_nor_run(
    bash: Complete, fish: Complete, src: Path
) -> None:
    """A repository may come from somebody else."""
    for name in ("$(touch harm)", "`touch harm`", "x; touch harm", "two words", "-rf", "Über"):
        (src.parent / ".roundtable" / "sessions" / name).mkdir()
    assert bash("show ") == SESSIONS
    if PATHS["fish"]:
        assert fish("show ") == SESSIONS
    assert list(src.parent.rglob("harm")) == []


def test_a_shell_that_is_not_known_is_refused_by_name(bare: Path, run: Run) -> None:
    code, out, err = run("completion", "tcsh")
    assert (code, out) == (2, "")
    assert "'bash', 'zsh', 'fish'" in err


def test_the_help_says_where_the_script_belongs(run: Run) -> None:
    out = run("completion", "--help")[1]
    for place in ("bash-completion/completions/roundtable", "_roundtable", "roundtable.fish"):
        assert place in out
