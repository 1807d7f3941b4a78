"""Wiring: a project's config, its table, and a voice for each seat or the reason why not."""

import json
from pathlib import Path

import pytest

from roundtable import __version__
from roundtable.adapters.keys import VARIABLES
from roundtable.adapters.knights.catalogue import DEFAULTS
from roundtable.adapters.project import Project
from roundtable.bootstrap import (
    as_judge,
    judge_voices,
    load_config,
    open_table,
    opening,
    seat_knight,
    seat_model,
)
from roundtable.core.agenda import Agenda, plan_rounds
from roundtable.core.budget import Budget
from roundtable.core.config import ADAPTERS, read_config, write_config
from roundtable.core.errors import ConfigError, KnightUnavailable, StoreError
from roundtable.core.ports import Ask, FallsBack, Finished
from roundtable.core.rules import Rules
from roundtable.core.seats import Seat
from roundtable.core.voice import Voice
from roundtable.testing.builders import build_start, session_start
from roundtable.testing.knight_suite import ask

AGREES = {"consensus_score": 9, "agrees_with": [], "pending_issues": []}


def seat(name: str, script: str = "script.json") -> Seat:
    return Seat(name=name, adapter="scripted", script=script)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path)
    made.folder.mkdir()
    knights = [
        {"name": name, "adapter": "scripted", "script": "script.json"} for name in ("Bors", "Kay")
    ]
    config = {"version": "1.0", "project": "shop", "language": "de", "knights": knights}
    made.config_path.write_text(json.dumps(config))
    parts = {
        "Bors": {"context_tokens": 5_000, "replies": [{"say": "I am Bors.", "block": AGREES}]},
        "*": {"context_tokens": 9_000, "replies": [{"say": "I am anybody.", "block": AGREES}]},
    }
    (tmp_path / "script.json").write_text(json.dumps({"knights": parts}))
    return made


def test_the_config_is_read_as_it_stands_in_the_file(project: Project) -> None:
    config = load_config(project)
    assert (config.project, config.language) == ("shop", "de")
    assert [knight.name for knight in config.knights] == ["Bors", "Kay"]
    assert read_config(write_config(config), "again") == config


def test_a_config_that_is_not_there_leads_to_init(project: Project) -> None:
    project.config_path.unlink()
    with pytest.raises(ConfigError) as told:
        load_config(project)
    assert "roundtable init" in f"{told.value.message} {told.value.remedy}"


def test_a_config_is_called_by_its_path_in_the_project(project: Project) -> None:
    project.config_path.write_text("{")
    with pytest.raises(ConfigError, match=r"^\.roundtable/config\.json:1") as told:
        load_config(project)
    assert str(project.root) not in told.value.message


def test_a_config_that_is_no_file_is_told_as_such(project: Project) -> None:
    project.config_path.unlink()
    project.config_path.mkdir()
    with pytest.raises(StoreError, match=r"config\.json"):
        load_config(project)


async def test_a_table_has_everything_and_lets_go_of_the_log_when_it_is_left(
    project: Project,
) -> None:
    async with open_table(project) as table:
        assert table.config == load_config(project)
        await table.driver.create("s", session_start())
        assert [row.session for row in await table.store.sessions()] == ["s"]
    async with open_table(project) as again:
        assert (await again.driver.state("s")).opening.topic == session_start().topic


async def test_what_runs_is_paused_when_the_table_is_left(project: Project) -> None:
    hanging = {"knights": {"*": {"replies": [{"say": "one two", "hang_after_words": 1}]}}}
    (project.root / "script.json").write_text(json.dumps(hanging))
    async with open_table(project) as table:
        start = opening(table, "Which store?", table.config.seats(), Rules(), Budget())
        heard: list[str] = []
        await table.driver.create("s", start, lambda event: heard.append(event.type))
        await table.driver.start("s")
        while "token" not in heard:
            await table.store.sessions()
    assert heard[-1] == "session_paused"


async def test_a_table_without_a_config_is_not_opened_and_makes_no_log(project: Project) -> None:
    project.config_path.unlink()
    with pytest.raises(ConfigError):
        async with open_table(project):
            raise AssertionError("never reached")
    assert not project.log.exists()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without commands or keys, and a folder where a test can put commands."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("ROUNDTABLE_KEYRING", "off")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in (name for names in VARIABLES.values() for name in names):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.mark.parametrize("adapter", sorted(set(ADAPTERS) - {"scripted"}))
def test_a_seat_that_nothing_speaks_for_is_told_with_what_to_do(
    project: Project, machine: Path, adapter: str
) -> None:
    with pytest.raises(KnightUnavailable) as told:
        seat_knight(Seat(name="Kay", adapter=adapter), project)
    remedies = ("npm install", "roundtable keys set", "--model")
    assert any(word in told.value.remedy for word in remedies)


async def test_a_missing_command_falls_back_on_a_key_that_is_there(
    project: Project, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-canary-0123456789")
    voice = seat_knight(Seat(name="Kay", adapter="claude-cli", fallback="claude-api"), project)
    first = await anext(voice.speak(ask()))
    assert isinstance(first, FallsBack)
    assert (first.adapter, first.to) == ("claude-cli", "claude-api")
    assert "npm install" in first.detail
    await voice.close()


@pytest.mark.parametrize("adapter", ["openai-api", "openai-compatible"])
def test_keys_that_cannot_be_read_empty_a_seat_and_leave_the_others(
    project: Project, machine: Path, tmp_path: Path, adapter: str
) -> None:
    file = tmp_path / "config" / "roundtable" / "keys.json"
    file.parent.mkdir(parents=True)
    file.write_text("{")
    with pytest.raises(KnightUnavailable, match="cannot be read") as told:
        seat_knight(Seat(name="Kay", adapter=adapter, model="gpt-x"), project)
    assert "move it away" in told.value.remedy
    command = machine / "claude"
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    voice = seat_knight(Seat(name="Kay", adapter="claude-cli", fallback=adapter), project)
    assert isinstance(voice, Voice)


def test_a_named_model_is_for_its_own_vendor_only() -> None:
    kay = Seat(name="Kay", adapter="claude-cli", fallback="openai-api", model="claude-opus-5")
    assert seat_model(kay, "claude-cli").id == "claude-opus-5"
    assert seat_model(kay, "claude-api").id == "claude-opus-5"
    assert seat_model(kay, "openai-api").id == DEFAULTS["openai"]["deliberate"]


def test_a_knight_takes_its_own_part_and_else_that_of_anybody(project: Project) -> None:
    assert seat_knight(seat("Bors"), project).context_tokens == 5_000
    assert seat_knight(seat("Kay"), project).context_tokens == 9_000


def test_a_bundled_script_seats_anybody(project: Project) -> None:
    assert isinstance(seat_knight(seat("Kay", "builtin:rehearsal"), project), Voice)


def test_a_script_without_a_part_names_those_that_it_has(project: Project) -> None:
    parts = {"Bors": {"replies": [{"say": "x"}]}, "Ector": {"replies": [{"say": "x"}]}}
    (project.root / "script.json").write_text(json.dumps({"knights": parts}))
    with pytest.raises(KnightUnavailable, match="has no part for Kay") as told:
        seat_knight(seat("Kay"), project)
    assert told.value.remedy == "it has parts for: Bors, Ector"


@pytest.mark.parametrize("script", ["nowhere.json", "builtin:nothing", "sub/../../out.json"])
def test_a_script_that_cannot_be_read_is_a_matter_of_the_config(
    project: Project, script: str
) -> None:
    with pytest.raises(ConfigError):
        seat_knight(seat("Kay", script), project)


async def test_the_script_speaks_through_the_seat(project: Project) -> None:
    ask = Ask(
        turn_key="k",
        seat="Bors",
        system="",
        prompt="",
        max_output_tokens=100,
        purpose="speak",
        topic="?",
        iteration=1,
        ask=1,
        spoken_before=(),
    )
    *_, last = [piece async for piece in seat_knight(seat("Bors"), project).speak(ask)]
    assert isinstance(last, Finished)
    assert "I am Bors." in last.text


async def test_the_first_event_records_all_that_a_resume_needs(project: Project) -> None:
    rules, budget = Rules(max_rounds=2), Budget(max_tokens=9)
    async with open_table(project) as table:
        start = opening(table, "Which store?", table.config.seats(), rules, budget)
        other = opening(table, "Which store?", table.config.seats(), rules, budget)
    assert (start.topic, start.project, start.language) == ("Which store?", "shop", "de")
    assert (start.rules, start.budget, start.product) == (rules, budget, __version__)
    assert start.seats == table.config.seats()
    assert start.seed != other.seed
    assert 0 <= start.seed < 2**53


def voice(adapter: str, name: str = "Gawain", model: str | None = None) -> Seat:
    return Seat(name=name, adapter=adapter, model=model)


def agenda(**settings: object) -> Agenda:
    return Agenda.model_validate({"rounds": plan_rounds(["requirements"]), **settings})


def test_a_seat_judges_with_its_vendors_cheaper_model() -> None:
    judge = as_judge(voice("claude-api", model="claude-opus-5"), agenda())
    assert judge.model == DEFAULTS["anthropic"]["judge"]


def test_the_chosen_judge_speaks_with_the_model_that_was_asked_for_and_the_others_do_not() -> None:
    chosen = agenda(judge="Gawain", judge_model="claude-opus-5")
    assert as_judge(voice("claude-api"), chosen).model == "claude-opus-5"
    other = as_judge(voice("openai-api", name="Lancelot"), chosen)
    assert other.model == DEFAULTS["openai"]["judge"]


def test_a_local_seat_judges_with_the_model_that_it_has() -> None:
    assert as_judge(voice("openai-compatible", model="llama3.3"), agenda()).model == "llama3.3"


def test_scripted_seats_judge_with_the_voice_they_speak_with(tmp_path: Path) -> None:
    assert judge_voices(build_start("requirements"), Project(tmp_path)) == {}


def test_a_discussion_has_no_judges(tmp_path: Path) -> None:
    assert judge_voices(session_start(), Project(tmp_path)) == {}
