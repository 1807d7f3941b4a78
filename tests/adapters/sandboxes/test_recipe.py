"""What the arguments of bwrap say."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from roundtable.adapters.sandboxes import recipe
from roundtable.adapters.sandboxes.bounds import Limits
from roundtable.adapters.sandboxes.interpreters import Interpreter
from roundtable.adapters.sandboxes.packing import Packed

PLACE = Packed(Path("/private/tree"), Path("/private/beside"))
LAID = Interpreter(
    "/opt/venv/bin/python3", {"/opt/x/lib": Path("/y/lib")}, {"/opt/z": "x"}, "home = a\n"
)


def walls() -> list[str]:
    return list(recipe.walls(PLACE, LAID, Limits(disk=1234), {"/opt/tool": Path("/t")}))


def test_no_namespace_is_shared_and_no_right_is_kept() -> None:
    said = walls()
    assert {"--unshare-all", "--unshare-user", "--die-with-parent", "--new-session"} <= set(said)
    assert "--as-pid-1" in said
    assert ("--cap-drop", "ALL") in pairwise(said)
    assert not {"--share-net", "--bind", "--dev-bind", "--dev", "--bind-try"} & set(said)


def test_all_that_can_be_written_has_a_size() -> None:
    said = walls()
    places = [said[n + 1] for n, word in enumerate(said) if word == "--tmpfs"]
    assert places == ["/dev", "/dev/shm", "/tmp"]
    assert [said[n - 1] for n, word in enumerate(said) if word == "--tmpfs"][1:] == [
        str(16 * 1024 * 1024),
        "1234",
    ]
    closed = [said[n + 1] for n, word in enumerate(said) if word == "--remount-ro"]
    assert closed == ["/dev", "/"]


def test_every_folder_above_what_is_shown_can_be_entered() -> None:
    said = walls()
    made = {said[n + 1] for n, word in enumerate(said) if word == "--dir"}
    assert made == {"/etc", "/nix", "/opt", "/opt/venv", "/opt/x"}
    assert said.index("/etc") < said.index("/etc/ld.so.cache")


def test_the_environment_is_made_anew() -> None:
    made = recipe.environment(LAID, {"EXTRA": "1"})
    assert made == {
        "PATH": "/opt/venv/bin:/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "HOME": "/tmp",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "EXTRA": "1",
    }


def test_the_loader_s_path_is_set_only_inside() -> None:
    shared = replace(LAID, libraries="/opt/python/lib")
    said = list(recipe.walls(PLACE, shared, Limits(), {}))
    assert said[said.index("--setenv") + 1 :][:2] == ["LD_LIBRARY_PATH", "/opt/python/lib"]
    assert "LD_LIBRARY_PATH" not in recipe.environment(shared, {})
    assert "--setenv" not in walls()


def test_small_files_of_ours_name_nobody_else() -> None:
    made = recipe.beside(LAID)
    assert set(made) == {"passwd", "group", "pyvenv.cfg"}
    assert made["passwd"].count("\n") == 1


def test_the_first_process_runs_the_program_or_becomes_it() -> None:
    assert recipe.prelude(first=False)[2].endswith('"$@"; exit $?')
    assert recipe.prelude(first=True)[2].endswith('exec "$@"')
