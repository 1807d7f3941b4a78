"""A run's things are told from all others', and a dead owner from one that lives."""

import inspect
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from roundtable.adapters.runners import marks
from roundtable.adapters.runners.marks import Mark, is_alive, is_dead, labelled, ourselves
from tests.container_bench import Bench

_NEIGHBOUR = """
print(ourselves(), flush=True)
print(is_dead(input()), flush=True)
__import__("sys").stdin.read()
"""


def test_we_are_alive() -> None:
    assert not is_dead(ourselves())


def test_a_process_that_has_ended_is_dead() -> None:
    *machine, _, started = ourselves().split(".")
    child = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True
    )
    assert is_dead(".".join((*machine, str(int(child.stdout)), started)))


def test_a_later_process_with_the_same_number_is_another_one() -> None:
    *machine, pid, started = ourselves().split(".")
    assert int(pid) == os.getpid()
    assert is_dead(".".join((*machine, pid, str(int(started) + 1))))


def test_what_was_there_before_this_machine_was_started_anew_is_dead() -> None:
    machine, boot, *process = ourselves().split(".")
    assert is_dead(".".join((machine, boot[::-1], *process)))


def test_a_process_of_another_machine_is_not_ours_to_judge() -> None:
    machine, boot, *process = ourselves().split(".")
    assert not is_dead(".".join((machine[::-1], boot[::-1], *process)))
    assert not is_dead(".".join(("", boot[::-1], *process))), "it is not known which that is"
    for owner in ("elsewhere.1.1", "", "x.y.z", "....", "a.b.c.d.e.f"):
        assert not is_dead(owner)


@pytest.fixture
def elsewhere(bench: Bench) -> Iterator["subprocess.Popen[str]"]:
    """A process in a container of this machine, that tells its owner and judges ours."""
    code = f"{inspect.getsource(marks)}\n{_NEIGHBOUR}"
    words = ("run", "--rm", "--interactive", *Mark("neighbour").labels, "python:3.11-slim")
    child = subprocess.Popen(
        [bench.engine.command.path, *words, "python3", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=dict(bench.engine.command.environment),
        text=True,
    )
    with child:
        yield child
        assert child.stdin is not None
        child.stdin.close()


def test_containers_of_one_machine_do_not_judge_one_another(
    elsewhere: "subprocess.Popen[str]",
) -> None:
    assert elsewhere.stdin is not None and elsewhere.stdout is not None
    theirs = elsewhere.stdout.readline().strip()
    assert theirs.split(".")[1] == ourselves().split(".")[1], "it is the same boot"
    assert not is_dead(theirs)
    elsewhere.stdin.write(f"{ourselves()}\n")
    elsewhere.stdin.flush()
    assert elsewhere.stdout.readline() == "False\n"


def test_a_boot_that_is_over_ended_all_its_namespaces() -> None:
    machine, boot, namespace, *process = ourselves().split(".")
    assert not is_dead(".".join((machine, boot, namespace[::-1], "999999999", "1")))
    assert is_dead(".".join((machine, boot[::-1], namespace[::-1], *process)))


def test_every_run_has_a_mark_of_its_own() -> None:
    marks = {Mark.fresh().run for _ in range(100)}
    assert len(marks) == 100


def test_names_hold_the_run() -> None:
    mark = Mark("0a1b")
    assert mark.name("web") == "roundtable-0a1b-web"
    assert mark.image(2) == "roundtable-run-0a1b:2"
    assert mark.filter == ("--filter", "label=roundtable.run=0a1b")


def test_lines_of_an_engine_are_read_with_care() -> None:
    lines = ["id1|run1|owner1", "id2||owner", "", "id3|run3"]
    assert list(labelled(lines)) == [("id1", "run1", "owner1"), ("id3", "run3", "")]


def test_one_is_known_to_be_there_only_where_its_number_can_be_looked_up() -> None:
    *place, pid, started = ourselves().split(".")
    assert is_alive(ourselves())
    assert not is_alive(".".join((*place, pid, "12345"))), "a later process of its number"
    assert not is_alive(".".join(("elsewhere", *place[1:], pid, started)))
    assert not is_alive("4711")
