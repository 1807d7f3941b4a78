"""What is to be run, in our own words."""

import pytest

from roundtable.adapters.runners.plans import (
    GIVE_VARIABLES,
    HAVE_CHANGED,
    REACH_OTHERS,
    Health,
    Mount,
    PlanRefused,
    RunPlan,
    Service,
)
from roundtable.apps.cli.main import main
from roundtable.core.running import RunRefusal


def refusal(line: int, remedy: str = "") -> RunRefusal:
    what, reason = "privileged: true", "not given"
    return RunRefusal(path="compose.yaml", line=line, what=what, reason=reason, remedy=remedy)


def test_a_refusal_names_the_first_place_and_how_many_more_there_are() -> None:
    one = PlanRefused((refusal(3),))
    assert one.message == "compose.yaml:3: privileged: true: not given"
    assert PlanRefused((refusal(3), refusal(9), refusal(12))).message.endswith("(and 2 more)")
    assert one.remedy == HAVE_CHANGED


def test_the_remedy_is_the_first_that_needs_no_change_of_a_file() -> None:
    refusals = (refusal(3), refusal(4, GIVE_VARIABLES), refusal(5, REACH_OTHERS))
    assert PlanRefused(refusals).remedy == GIVE_VARIABLES


def test_a_remedy_names_a_command_and_flags_that_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def helped(command: str) -> str:
        with pytest.raises(SystemExit):
            main([command, "--help"])
        return capsys.readouterr().out

    assert "--env-file PATH" in helped("run")
    assert "--env-file PATH" in GIVE_VARIABLES
    assert "--network {none,build,all}" in helped("run")
    assert "--network build" in REACH_OTHERS
    words = HAVE_CHANGED.partition("roundtable ")[2].split()
    assert words == ["retry", "devops", "--session", "SESSION"]
    told = helped("retry")
    assert "--session SESSION" in told
    assert told.split("positional arguments:")[1].split()[0] == "round"


def test_a_check_is_patient_as_an_engine_is() -> None:
    assert Health(("x",)).patience == 90.0
    assert Health(("x",), interval=1.0, retries=2, start_period=20.0).patience == 22.0
    assert Health(("x",), interval=5.0, retries=0).patience == 5.0


def test_a_volume_that_several_share_is_one() -> None:
    shared = Mount("data", "/data")
    plan = RunPlan(
        "c", (Service("a", mounts=(shared, Mount("x", "/x"))), Service("b", mounts=(shared,)))
    )
    assert plan.volumes == ("data", "x")


def test_a_volume_without_a_name_is_its_services_own() -> None:
    made = Mount.unnamed("web", "/data")
    assert made.is_unnamed
    assert not Mount("data", "/data").is_unnamed
    others = (Mount.unnamed("web", "/other"), Mount.unnamed("api", "/data"))
    assert made.volume not in {other.volume for other in others}
