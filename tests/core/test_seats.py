"""A scripted knight never passes for a model, and a name cannot carry more than a name."""

import pytest
from pydantic import ValidationError

from roundtable.core.seats import REHEARSAL, Seat, together


def seat(name: str, adapter: str = "scripted") -> Seat:
    return Seat(name=name, adapter=adapter)


def test_a_scripted_knight_is_labelled_and_a_model_is_not() -> None:
    assert seat("Gawain").label == f"Gawain ({REHEARSAL})"
    assert seat("Gawain", "claude-cli").label == "Gawain"


def test_only_the_adapter_makes_a_knight_scripted() -> None:
    assert Seat(name="Gawain", adapter="scripted").scripted
    assert not Seat(name="scripted", adapter="claude-cli", script="builtin:demo").scripted


def test_several_scripted_knights_are_labelled_once() -> None:
    assert together([seat("Gawain"), seat("Lancelot")]) == f"Gawain, Lancelot ({REHEARSAL})"


def test_in_a_mixed_company_each_scripted_knight_is_labelled() -> None:
    company = together([seat("Gawain"), seat("Claude", "claude-cli"), seat("Percival")])
    assert company == f"Gawain ({REHEARSAL}), Claude, Percival ({REHEARSAL})"


def test_one_alone_carries_its_own_label_and_no_one_is_nobody() -> None:
    assert together([seat("Gawain")]) == f"Gawain ({REHEARSAL})"
    assert together([seat("Claude", "claude-cli")]) == "Claude"
    assert together(iter(())) == "nobody"


@pytest.mark.parametrize("name", ["Gawain", "Sir Lancelot", "gpt-5.2", "Jürgen", "円卓", "7"])
def test_names_of_people_and_models_are_names(name: str) -> None:
    assert seat(name).name == name


@pytest.mark.parametrize(
    "name",
    ["", " Gawain", "a" * 41, "a\nb", "a\n", "a\x1b[2J", "a\u202eb", "a/b", "[red]a", "(a)", "-a"],
)
def test_what_could_drive_a_screen_or_a_path_is_no_name(name: str) -> None:
    with pytest.raises(ValidationError):
        seat(name)
