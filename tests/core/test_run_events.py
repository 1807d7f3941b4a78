"""The events of a run: a run begins once."""

from roundtable.core.events import ExecOutput, ExecStart, read_event
from roundtable.core.running import Demand


def test_a_run_of_a_number_begins_only_once_in_a_log() -> None:
    start = ExecStart(run=3, engine="docker 27", demand=Demand(), files="")
    assert start.once == "exec/3"
    assert ExecOutput(run=3, service="app", stream="stdout", text="", written="").once is None


def test_what_a_run_was_asked_to_be_is_read_back_whole() -> None:
    demand = Demand(network="all", settle_seconds=5, variables=True)
    start = ExecStart(run=1, engine="podman 5", demand=demand, files="f", services=("a", "b"))
    assert read_event(start.model_dump_json()) == start
