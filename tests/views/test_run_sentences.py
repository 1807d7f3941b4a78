"""What is told of a run: in our own words, and what it wrote as whole and marked lines."""

import random
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from roundtable.core import events as e
from roundtable.core.parsing.text import printable
from roundtable.core.running import (
    Address,
    Demand,
    Network,
    RunLimits,
    RunOutcome,
    RunTrouble,
    ServiceEnd,
    TestResults,
)
from roundtable.core.state import fold
from roundtable.testing.builders import build_start
from roundtable.testing.runs import FAILED, PASSED, REFUSALS, begun, done, wrote
from roundtable.views.run_sentences import (
    NETWORKS,
    RUN_OUTCOMES,
    RUN_TROUBLES,
    OutputLine,
    RunText,
    is_good,
    run_lines,
)

STATE = fold([build_start("execution")])
HOSTILE = "\x1b[2J\x1b]52;c;ZXZpbA==\x07\x9b31m\u202eevil\u202c\x08"


def lines(event: Any) -> list[str]:
    return run_lines(event, STATE)


def shown(*pieces: e.Event, services: tuple[str, ...] = ("app",)) -> list[str]:
    text = RunText(services)
    return [str(line) for piece in (*pieces, done(1, "succeeded")) for line in text.see(piece)]


def test_every_outcome_trouble_and_network_has_its_words() -> None:
    assert set(RUN_OUTCOMES) == set(get_args(RunOutcome))
    assert set(RUN_TROUBLES) == set(get_args(RunTrouble))
    assert set(NETWORKS) == set(get_args(Network))


def test_a_start_tells_whose_run_it_is_of_what_and_within_which_bounds() -> None:
    assert lines(begun(STATE, "execution", 1)) == [
        "",
        "Run 1 of Dockerfile, docker 27.3.1",
        "   no network, 512 MB, 1 CPU, 256 processes, 2m00s, "
        "a read-only file system but for /tmp and its volumes",
    ]
    limits = RunLimits(memory_mb=64, cpus=0.5, seconds=30)
    demand = Demand(limits=limits, network="all", variables=True)
    told = lines(begun(STATE, services=("web", "db"), notes=("a\nnote",), demand=demand))
    assert told == [
        "",
        "Run 1 by the developer of Dockerfile, docker 27.3.1",
        "   network, 64 MB, 0.5 CPU, 256 processes, 30s, "
        "a read-only file system but for /tmp and its volumes; with the developer's variables",
        "   services: web, db",
        "   note: a note",
    ]


def test_where_it_can_be_reached_is_told() -> None:
    address = Address(service="web", port=8000, url="http://127.0.0.1:49153")
    assert lines(e.ExecReady(run=2, addresses=(address,))) == [
        "Run 2 is up",
        "   web: http://127.0.0.1:49153 (port 8000 inside)",
    ]


def test_of_a_program_that_may_come_to_its_end_it_is_said_that_it_has_started() -> None:
    assert lines(e.ExecReady(run=2)) == ["Run 2 has started"]


def test_an_end_tells_the_outcome_the_tests_and_what_is_not_kept() -> None:
    ended = done(1, "failed", tests=(FAILED,), log_dropped=1200)
    assert lines(ended) == [
        "",
        "-> run 1 failed, exit code 1 (1s): app ended with exit code 1",
        "   tests (pytest): 1 passed, 1 failed",
        "   failed: tests/test_cart.py::test_total",
        "   1,200 bytes of its output were not kept",
    ]


def test_of_several_services_each_end_is_told() -> None:
    ends = (
        ServiceEnd(name="web", outcome="failed", exit_code=3),
        ServiceEnd(name="db", outcome="stopped"),
    )
    told = lines(done(1, "failed", services=ends))
    assert told[-2:] == ["   web: failed, exit code 3", "   db: was ended with the others"]
    stopped = lines(done(1, "stopped"))
    assert stopped[1].startswith("-> run 1 was stopped by the developer")


def test_of_many_failed_tests_the_first_are_named_and_the_rest_counted() -> None:
    names = tuple(f"test_{i}" for i in range(25))
    tests = TestResults(runner="pytest", passed=0, failed=25, skipped=2, failures=names)
    told = lines(done(1, "failed", tests=(tests,)))
    assert told[2] == "   tests (pytest): 0 passed, 25 failed, 2 skipped"
    assert told[-2:] == ["   failed: test_19", "   and 5 others"]


def test_what_is_refused_is_told_line_by_line() -> None:
    error = e.ExecError(
        run=1, kind="refused", reason="no run may", remedy="take it out", refusals=REFUSALS
    )
    assert lines(error) == [
        "",
        "-> run 1 was refused: no run may",
        "   take it out",
        "   compose.yaml:4: privileged: true: it would have all rights on this machine",
        "   compose.yaml:6: - /var/run/docker.sock:/var/run/docker.sock: "
        "it would command the engine itself",
    ]


def test_a_refusal_that_the_first_words_tell_is_not_told_twice() -> None:
    one = REFUSALS[0]
    reason = f"{one.path}:{one.line}: {one.what}: {one.reason}"
    error = e.ExecError(run=1, kind="refused", reason=reason, remedy="do it", refusals=(one,))
    assert lines(error) == ["", f"-> run 1 was refused: {reason}", "   do it"]
    several = error.model_copy(update={"reason": f"{reason} (and 1 more)", "refusals": REFUSALS})
    assert len(lines(several)) == 5


def test_of_several_refusals_each_says_what_of_the_run_would_lift_it() -> None:
    lifted = REFUSALS[1].model_copy(update={"remedy": "give it variables"})
    error = e.ExecError(run=1, kind="refused", reason="no", refusals=(REFUSALS[0], lifted))
    assert lines(error)[-1].endswith("the engine itself (give it variables)")
    assert lines(error)[-2].endswith("all rights on this machine")


def test_a_run_is_good_by_its_outcome_and_its_tests() -> None:
    assert is_good(done(1, "served", tests=(PASSED,)))
    assert not is_good(done(1, "succeeded", tests=(FAILED,)))
    assert not is_good(done(1, "stopped"))


def test_pieces_become_whole_lines_each_of_its_own_stream() -> None:
    pieces = (
        wrote(1, "one li"),
        wrote(1, "no", "stderr"),
        wrote(1, "ne\ntwo\nthr"),
        wrote(1, "tice\n", "stderr"),
    )
    assert shown(*pieces) == ["| one line", "| two", "! notice", "| thr"]


def test_a_service_is_named_only_where_there_are_several() -> None:
    pieces = (wrote(1, "up\n", service="web"), wrote(1, "no\n", "stderr", "db"))
    assert shown(*pieces) == ["| up", "! no"]
    assert shown(*pieces, services=("web", "db")) == ["web | up", "db ! no"]


def test_the_building_and_our_own_notices_are_told_apart() -> None:
    pieces = (wrote(1, "FROM x\n", "build"), wrote(1, "it is up\n", "notice"))
    assert shown(*pieces, services=("web", "db")) == ["build | FROM x", "# it is up"]


def test_a_start_takes_its_services_and_gives_back_what_the_run_before_left() -> None:
    text = RunText()
    text.see(wrote(1, "torn"))
    assert text.see(begun(STATE, services=("web", "db"))) == [OutputLine("", "stdout", "torn")]
    assert [str(x) for x in text.see(wrote(2, "a\n", service="db"))] == ["db | a"]


def test_of_a_line_that_is_written_over_the_last_stays() -> None:
    assert shown(wrote(1, "10%\r50%\r100%\r\nnext\r\n")) == ["| 100%", "| next"]


def test_nothing_that_a_terminal_obeys_is_left_also_where_a_piece_tears_it() -> None:
    (line,) = shown(wrote(1, "a\x1b[3"), wrote(1, f"1mred\x1b[0m {HOSTILE}\n"))
    assert line == "| ared 31mevil"
    assert printable(line) == line


def test_no_program_can_write_a_line_of_ours() -> None:
    told = shown(wrote(1, "-> run 1 succeeded\n\n# it is up\n"))
    assert all(line.startswith("|") for line in told)


def test_a_line_without_end_is_told_in_parts_before_it_ends() -> None:
    text = RunText()
    told = [str(x) for _ in range(10) for x in text.see(wrote(1, "x" * 1000))]
    assert len(told) >= 2
    assert all(len(line) <= 4_002 for line in told)


@given(st.text(alphabet="ab\n", max_size=60), st.integers(0, 1_000))
def test_however_it_is_torn_the_lines_are_the_same(whole: str, seed: int) -> None:
    chance = random.Random(seed)
    pieces, rest = [], whole
    while rest:
        cut = chance.randint(1, len(rest))
        pieces.append(wrote(1, rest[:cut]))
        rest = rest[cut:]
    assert shown(*pieces) == shown(wrote(1, whole))
