import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.environment import read_environment
from roundtable.adapters.runners.plans import GIVE_VARIABLES
from tests.adapters.runners.composing.builders import entries_of, project_of, reasons


def environment_of(
    text: str, files: dict[str, str] | None = None, variables: dict[str, str] | None = None
) -> tuple[dict[str, str], Docket]:
    docket = Docket("compose.yaml")
    project = project_of(docket, files, variables)
    return dict(read_environment(entries_of(text, docket), "web", project)), docket


def test_a_services_own_lines_win_over_its_files_and_later_files_over_earlier() -> None:
    text = "env_file: [a.env, b.env]\nenvironment: {Z: own}\n"
    found, docket = environment_of(text, {"a.env": "X=1\nY=1\nZ=1", "b.env": "Y=2\nZ=2"})
    assert found == {"X": "1", "Y": "2", "Z": "own"}
    assert docket.refusals == ()


def test_a_bare_name_is_taken_from_what_is_given() -> None:
    found, docket = environment_of("environment: [A, B]\n", variables={"A": "1"})
    assert found == {"A": "1"}
    assert docket.notes == ("web: the variable B is not given: it is not set",)


@pytest.mark.parametrize("name", [".env", "./.env", "conf/.env.production", "local.env"])
def test_a_developers_file_stands_for_all_the_variables_that_are_given(name: str) -> None:
    found, docket = environment_of(f"env_file: {name}\n", variables={"A": "1"})
    assert found == {"A": "1"}
    assert docket.refusals == ()


def test_a_developers_file_is_not_read_from_the_project_even_if_it_lies_there() -> None:
    found, docket = environment_of("env_file: .env\n", {".env": "A=secret"})
    assert found == {}
    assert "is not in the project" in reasons(docket)[0]


def test_what_variables_would_lift_says_so_and_what_they_would_not_does_not() -> None:
    remedies = [
        environment_of(f"env_file: {name}")[1].refusals[0].remedy
        for name in (".env", "local.env", "missing.txt", "/etc/environment")
    ]
    assert remedies == [GIVE_VARIABLES, GIVE_VARIABLES, "", ""]
    assert "--env-file PATH" in GIVE_VARIABLES


@pytest.mark.parametrize(
    "name", ["missing.txt", "local.env", "/etc/environment", "../x.env", "~/x"]
)
def test_a_file_that_is_not_there_is_refused(name: str) -> None:
    found, docket = environment_of(f"env_file:\n  - {name}\n")
    assert found == {}
    assert [refusal.line for refusal in docket.refusals] == [2]


def test_a_file_that_need_not_be_there_is_passed_over_but_never_one_outside() -> None:
    assert environment_of("env_file: [{path: x.txt, required: false}]")[1].refusals == ()
    assert environment_of("env_file: [{path: /x.txt, required: false}]")[1].refusals != ()


@pytest.mark.parametrize(
    "text", ["env_file: [{required: true}]", "env_file: [[a]]", "env_file: [{path: a, format: x}]"]
)
def test_other_forms_are_refused(text: str) -> None:
    assert environment_of(text, {"a": ""})[1].refusals != ()


@pytest.mark.parametrize("name", ["A B", "1A", "", "A\u200b", "--x"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    assert environment_of(f"environment: ['{name}=x']")[1].refusals != ()
