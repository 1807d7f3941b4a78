"""The words for a check: the same bounds as the light sandbox, and no disk."""

from itertools import pairwise

from roundtable.adapters.runners.marks import Mark
from roundtable.adapters.runners.recipe import Box, check_words
from roundtable.adapters.sandboxes.bounds import MIB, Limits


def words(limits: Limits, entries: int = 0) -> tuple[str, ...]:
    box = Box("n", "image", argv=("a", "-b"), entrypoint=("/bin/sh",), environment={"X": "y"})
    return check_words(Mark("r"), box, limits, entries)


def test_every_bound_is_given_to_the_engine() -> None:
    limits = Limits(memory=100 * MIB, processes=7, disk=5 * MIB, open_files=9, file_size=11)
    made = words(limits, 50)
    pairs = set(pairwise(made))
    assert {
        ("--network", "none"),
        ("--cap-drop", "ALL"),
        ("--security-opt", "no-new-privileges"),
        ("--user", "65534:65534"),
        ("--pull", "never"),
        ("--memory", "100m"),
        ("--memory-swap", "100m"),
        ("--pids-limit", "7"),
        ("--cpus", "1"),
        ("--ulimit", "nofile=9:9"),
        ("--ulimit", "fsize=11:11"),
        ("--ulimit", "core=0:0"),
        ("--label", "roundtable.run=r"),
        ("--tmpfs", f"/tmp:rw,exec,nosuid,nodev,mode=1777,size={5 * MIB},nr_inodes=50"),
    } <= pairs
    assert "--read-only" in made
    assert not {"--init", "--volume", "--mount", "--privileged"} & set(made)


def test_the_command_comes_last_and_files_are_counted_only_where_asked() -> None:
    made = words(Limits())
    assert made[-7:] == ("--env", "X=y", "--entrypoint", "/bin/sh", "image", "a", "-b")
    assert not [word for word in made if "nr_inodes" in word]
