"""Who is offered a seat: what was found, what a flag says, or the rehearsal."""

import pytest

from roundtable.adapters.knights.discovery import VENDORS, Discovery, Found
from roundtable.apps.cli.seating import (
    REHEARSAL_SCRIPT,
    all_knights,
    found_knights,
    knight_from_flag,
    rehearsal_knights,
    with_fallbacks,
)
from roundtable.core.config import ADAPTERS
from roundtable.core.errors import KnightUnavailable, UsageError

CLAUDE, GPT, GEMINI = VENDORS
MACHINE = Discovery(
    vendors=(
        Found(CLAUDE, path="/bin/claude", signed_in=True, key=None),
        Found(GPT, path=None, signed_in=None, key="OPENAI_API_KEY"),
        Found(GEMINI, path=None, signed_in=None, key=None),
    )
)


def test_every_vendor_that_can_be_reached_gets_a_knight_in_order() -> None:
    claude, gpt = found_knights(MACHINE)
    assert (claude.name, claude.adapter, claude.priority) == ("Claude", "claude-cli", 1)
    assert (gpt.name, gpt.adapter, gpt.priority) == ("GPT", "openai-api", 2)


def test_a_command_falls_back_on_the_same_vendors_api_and_an_api_on_nothing() -> None:
    claude, gpt = found_knights(MACHINE)
    assert claude.fallback == "claude-api"
    assert gpt.fallback is None


def test_one_alone_is_offered_and_not_seated_unasked() -> None:
    alone = Discovery(vendors=MACHINE.vendors[:1])
    assert found_knights(alone) == ()
    assert [k.name for k in all_knights(alone)] == ["Claude"]


def test_the_rehearsal_is_three_scripted_knights_of_different_trades() -> None:
    knights = rehearsal_knights()
    assert [k.adapter for k in knights] == ["scripted"] * 3
    assert [k.priority for k in knights] == [1, 2, 3]
    assert len({trade for k in knights for trade in k.capabilities}) == 6


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
    knights = found_knights(MACHINE)
    assert with_fallbacks(knights, []) == knights


def test_a_fallback_for_somebody_who_is_not_seated_is_refused() -> None:
    with pytest.raises(KnightUnavailable, match="'Kay', who is not seated") as told:
        with_fallbacks((knight_from_flag("Bors=claude-cli", 1),), ["Kay=openai-api"])
    assert "Bors" in told.value.remedy
