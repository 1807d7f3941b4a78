"""Whom a flag seats, and who takes over for a knight."""

import pytest

from roundtable.apps.cli.seating import knight_from_flag, with_fallbacks
from roundtable.apps.founding import REHEARSAL_SCRIPT, rehearsal_knights
from roundtable.core.config import ADAPTERS
from roundtable.core.errors import KnightUnavailable, UsageError


@pytest.mark.parametrize("adapter", sorted(set(ADAPTERS) - {"scripted"}))
def test_a_flag_seats_a_knight_through_any_adapter_without_a_script(adapter: str) -> None:
    knight = knight_from_flag(f"Bors={adapter}", 2)
    assert (knight.name, knight.adapter, knight.priority) == ("Bors", adapter, 2)
    assert knight.script is None


def test_a_scripted_knight_takes_the_rehearsal_or_a_script_of_ones_own() -> None:
    assert knight_from_flag("Bors=scripted", 1).script == REHEARSAL_SCRIPT
    assert knight_from_flag("Bors=scripted:", 1).script == REHEARSAL_SCRIPT
    assert knight_from_flag("Bors=scripted:plays/b.yaml", 1).script == "plays/b.yaml"
    assert knight_from_flag("Bors=scripted:builtin:rehearsal", 1).script == "builtin:rehearsal"


def test_spaces_around_a_name_are_not_part_of_it() -> None:
    assert knight_from_flag(" Sir Bors =scripted", 1).name == "Sir Bors"


@pytest.mark.parametrize("flag", ["", "Bors", "=scripted", "  =scripted", "Bors=", "Bors=:x.yaml"])
def test_a_flag_that_is_no_pair_is_refused_with_its_form(flag: str) -> None:
    with pytest.raises(UsageError) as told:
        knight_from_flag(flag, 1)
    assert "NAME=ADAPTER" in told.value.remedy


def test_an_unknown_adapter_is_refused_with_the_known_ones() -> None:
    with pytest.raises(KnightUnavailable, match="no adapter 'telepathy'") as told:
        knight_from_flag("Bors=telepathy", 1)
    assert all(adapter in told.value.remedy for adapter in ADAPTERS)


def test_a_fallback_reaches_the_knight_it_names_and_no_other() -> None:
    seated = (knight_from_flag("Bors=claude-cli", 1), knight_from_flag("Kay=openai-cli", 2))
    bors, kay = with_fallbacks(seated, ["Kay=openai-api"])
    assert (bors.fallback, kay.fallback) == (None, "openai-api")


def test_without_flags_the_fallbacks_stay_as_they_were() -> None:
    knights = rehearsal_knights()
    assert with_fallbacks(knights, []) == knights


def test_a_fallback_for_somebody_who_is_not_seated_is_refused() -> None:
    with pytest.raises(KnightUnavailable, match="'Kay', who is not seated") as told:
        with_fallbacks((knight_from_flag("Bors=claude-cli", 1),), ["Kay=openai-api"])
    assert "Bors" in told.value.remedy
