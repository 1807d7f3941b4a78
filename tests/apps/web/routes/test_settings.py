"""Settings, keys, models, rounds and estimates, over the wire."""

import asyncio
import json
import logging
import stat
from pathlib import Path
from typing import Any

import pytest

from roundtable.adapters.knights.catalogue import DEFAULTS
from roundtable.apps.web.estimating import REHEARSED
from roundtable.core.agenda import PRESETS, ROUNDS
from roundtable.core.config import ADAPTERS
from tests.apps.conftest import Play
from tests.apps.web.built import put
from tests.apps.web.conftest import Served

CANARY = "sk-canary-0123456789abcdef"


async def settings(served: Served) -> dict[str, Any]:
    told: dict[str, Any] = (await served.get("/settings")).json()
    del told["adapters"]
    return told


def without_digest(told: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if name != "digest"}


async def test_settings_are_the_configs_and_can_be_written_back(served: Served) -> None:
    answer = await served.get("/settings")
    told = answer.json()
    assert [knight["name"] for knight in told["knights"]] == ["Gawain", "Lancelot", "Percival"]
    assert told["adapters"] == list(ADAPTERS)
    wanted = {**await settings(served), "project": "a better shop", "language": "nl"}
    wanted["rules"]["max_rounds"] = 7
    changed = await put(served, "/settings", wanted)
    assert changed.status_code == 200, changed.text
    now = await settings(served)
    assert without_digest(now) == without_digest(wanted)
    assert now["digest"] == changed.json()["digest"] != wanted["digest"]
    path = served.house.project.config_path
    assert json.loads(path.read_text())["rules"]["max_rounds"] == 7
    assert json.loads(path.with_name("config.json.1.bak").read_text())["project"] == "shop"
    assert (await served.get("/project")).json()["name"] == "a better shop"


def changed(told: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """The settings with something else in the first knight."""
    first, *others = told["knights"]
    return {**told, "knights": [{**first, **fields}, *others]}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("base_url", "http://evil.example"),
        ("url", "http://evil.example"),
        ("command", "/bin/sh"),
        ("args", ["-c", "id"]),
        ("api_key", CANARY),
        ("env", {"PATH": "/tmp"}),
        ("headers", {"Authorization": CANARY}),
    ],
)
async def test_no_setting_is_an_address_a_command_or_a_key(
    served: Served, field: str, value: object
) -> None:
    before = served.house.project.config_path.read_bytes()
    told = await settings(served)
    for wanted in (
        changed(told, **{field: value}),
        {**told, field: value},
        {**told, "rules": {**told["rules"], field: value}},
    ):
        answer = await put(served, "/settings", wanted)
        assert (answer.status_code, answer.json()["type"]) == (422, "invalid")
        assert answer.json()["field"].endswith(field)
        assert CANARY not in answer.text
    assert served.house.project.config_path.read_bytes() == before


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": "Lancelot"}, "knights.1.name"),
        ({"name": "LANCELOT "}, "knights.1.name"),
        ({"name": "\u202eevil"}, "knights.0.name"),
        ({"adapter": "nobody"}, "knights.0.adapter"),
        ({"adapter": "claude-api"}, "knights.0.script"),
        ({"script": "../outside.yaml"}, "knights.0.script"),
        ({"script": "/etc/passwd"}, "knights.0.script"),
        ({"model": "--help"}, "knights.0.model"),
        ({"priority": 0}, "knights.0.priority"),
        ({"capabilities": ["a\nb"]}, "knights.0.capabilities.0"),
    ],
)
async def test_what_the_file_could_not_say_cannot_be_set(
    served: Served, wrong: dict[str, Any], field: str
) -> None:
    answer = await put(served, "/settings", changed(await settings(served), **wrong))
    assert (answer.status_code, answer.json()["field"]) == (422, field), answer.text
    assert not list(served.house.project.folder.glob("*.bak"))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"project": ""}, "project"),
        ({"project": "a\nb"}, "project"),
        ({"language": "English"}, "language"),
        ({"knights": []}, "knights"),
        ({"version": "2.0"}, "version"),
    ],
)
async def test_what_is_wrong_with_the_whole_is_named_too(
    served: Served, wrong: dict[str, Any], field: str
) -> None:
    answer = await put(served, "/settings", {**await settings(served), **wrong})
    assert (answer.status_code, answer.json()["field"]) == (422, field), answer.text


async def test_a_config_that_cannot_be_read_is_told_and_can_be_written_anew(
    served: Served,
) -> None:
    good = await settings(served)
    path = served.house.project.config_path
    path.write_text("{")
    answer = await served.get("/settings")
    told = answer.json()
    assert (answer.status_code, told["type"]) == (409, "config_wrong")
    assert "config.json in an editor" in told["remedy"]
    assert "PUT /api/settings" in told["remedy"]
    known = await put(served, "/settings", good)
    assert (known.status_code, known.json()["type"]) == (409, "changed_elsewhere")
    assert path.read_text() == "{"
    assert (await put(served, "/settings", without_digest(good))).status_code == 200
    assert await settings(served) == good
    assert path.with_name("config.json.1.bak").read_text() == "{"


async def test_two_tabs_do_not_undo_each_others_changes(served: Served) -> None:
    one = other = await settings(served)
    first = await put(served, "/settings", {**one, "project": "theirs"})
    assert first.status_code == 200
    second = await put(served, "/settings", {**other, "language": "nl"})
    told = second.json()
    assert (second.status_code, told["type"], told["field"]) == (
        409, "changed_elsewhere", "digest",
    )  # fmt: skip
    assert "read it again" in told["remedy"]
    now = await settings(served)
    assert (now["project"], now["language"]) == ("theirs", "en")
    assert (await put(served, "/settings", {**now, "language": "nl"})).status_code == 200
    now = await settings(served)
    assert (now["project"], now["language"]) == ("theirs", "nl")


async def test_settings_that_are_saved_unchanged_write_nothing(served: Served) -> None:
    path = served.house.project.config_path
    before = path.stat()
    told = await settings(served)
    answer = await put(served, "/settings", told)
    assert (answer.status_code, answer.json()["digest"]) == (200, told["digest"])
    after = path.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert not list(path.parent.glob("*.bak"))


async def test_what_knights_are_not_shown_is_changed_while_nothing_is_at_work(
    served: Served, play: Play
) -> None:
    told = await settings(served)
    wanted = {**told, "rules": {**told["rules"], "ignore": ["secret-plans"]}}
    play("hanging")
    session = await served.start()
    answer = await put(served, "/settings", wanted)
    problem = answer.json()
    assert (answer.status_code, problem["type"]) == (409, "refused")
    assert (problem["field"], bool(problem["remedy"])) == ("rules.ignore", True)
    assert await settings(served) == told
    other = {**told, "project": "meanwhile"}
    assert (await put(served, "/settings", other)).status_code == 200
    await served.post(f"/session/{session}/stop")
    await served.rest()
    wanted["digest"] = (await settings(served))["digest"]
    assert (await put(served, "/settings", wanted)).status_code == 200
    assert served.house.hall.table.config.rules.ignore == ("secret-plans",)


async def test_no_key_is_there_until_one_is_kept_and_none_comes_back(served: Served) -> None:
    told = (await served.get("/keys")).json()
    assert [key["provider"] for key in told] == ["anthropic", "openai", "google", "local"]
    assert not any(key["present"] for key in told)
    kept = await put(served, "/keys/openai", {"key": f"  {CANARY}\n"})
    assert kept.status_code == 200, kept.text
    place = Path(kept.json()["place"])
    assert kept.json() == {
        "provider": "openai", "present": True, "hint": "cdef", "source": "file",
        "place": str(place), "removable": True,
    }  # fmt: skip
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    listed = await served.get("/keys")
    assert listed.json()[1] == kept.json()
    assert CANARY not in kept.text + listed.text
    for _ in range(2):
        gone = await served.client.delete("/api/keys/openai")
        assert gone.json()["present"] is False
    assert "openai" not in place.read_text()


async def test_the_environments_key_is_told_and_stays(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", CANARY)
    for answer in (
        await put(served, "/keys/anthropic", {"key": "sk-another-key-of-mine"}),
        await served.client.delete("/api/keys/anthropic"),
    ):
        told = answer.json()
        assert (told["source"], told["place"]) == ("environment", "ANTHROPIC_API_KEY")
        assert (told["present"], told["removable"], told["hint"]) == (True, False, "cdef")


async def test_a_key_is_in_no_refusal_and_in_no_log(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    bodies: list[Any] = [
        {"key": f"{CANARY} {CANARY}"},
        {"key": f"{CANARY}\n{CANARY}"},
        {"key": CANARY * 200},
        {"key": [CANARY]},
        {"key": {"value": CANARY}},
        {"key": f"{CANARY}\ud800"},
        {"kye": CANARY},
        {"key": "", "value": CANARY},
        [CANARY],
        CANARY,
    ]
    raw = [json.dumps(body).encode() for body in bodies]
    raw += [f'{{"key": "{CANARY}"'.encode(), f'{{"key": "{CANARY}\x01"}}'.encode(), b"\xff"]
    for body in raw:
        answer = await served.client.put(
            "/api/keys/openai", content=body, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 422, answer.text
        assert "canary" not in answer.text
    for method in ("PUT", "DELETE"):
        answer = await served.client.request(method, "/api/keys/nobody", json={"key": CANARY})
        assert (answer.status_code, answer.json()["type"]) == (404, "not_found")
        assert "canary" not in answer.text
    assert "canary" not in caplog.text
    assert not any(key["present"] for key in (await served.get("/keys")).json())


async def test_keys_that_are_kept_at_once_are_all_there(served: Served) -> None:
    names = ("anthropic", "openai", "google", "local")
    for number in range(15):
        kept = await asyncio.gather(
            *(put(served, f"/keys/{name}", {"key": f"sk-{name}-{number:04}"}) for name in names)
        )
        assert [answer.status_code for answer in kept] == [200] * 4
        told = (await served.get("/keys")).json()
        assert [key["hint"] for key in told] == [f"{number:04}"] * 4
        gone = await asyncio.gather(*(served.client.delete(f"/api/keys/{name}") for name in names))
        assert [answer.status_code for answer in gone] == [200] * 4
        assert not any(key["present"] for key in (await served.get("/keys")).json())


@pytest.mark.parametrize("wrong", ["schlüssel", "two words", "fil\u3164led", "zero\u200bwidth"])
async def test_what_cannot_be_a_key_is_refused_at_its_field(served: Served, wrong: str) -> None:
    answer = await put(served, "/keys/openai", {"key": f"sk-{wrong}"})
    told = answer.json()
    assert (answer.status_code, told["type"], told["field"]) == (422, "invalid", "key")
    assert told["detail"].startswith("key: it has a")
    assert told["detail"].count("key:") == 1
    assert told["remedy"]
    assert wrong not in answer.text


async def test_a_file_of_keys_that_cannot_be_read_is_told_without_its_content(
    served: Served, tmp_path: Path
) -> None:
    file = tmp_path / "config" / "roundtable" / "keys.json"
    file.parent.mkdir(parents=True)
    file.write_text(f"{{{CANARY}")
    for answer in (
        await served.get("/keys"),
        await put(served, "/keys/openai", {"key": "sk-another-key-of-mine"}),
        await served.client.delete("/api/keys/openai"),
    ):
        told = answer.json()
        assert (answer.status_code, told["type"]) == (503, "keys_unavailable")
        assert str(file) in told["detail"]
        assert "move it away" in told["remedy"]
        assert "roundtable " not in told["remedy"]
        assert "canary" not in answer.text
    assert file.read_text() == f"{{{CANARY}"
    config = served.house.project.config_path
    config.write_text(
        config.read_text()
        .replace('"scripted"', '"openai-api"')
        .replace(',\n      "script": "script.yaml"', "")
    )
    place = await served.get("/project")
    assert place.status_code == 200, "the place can be seen all the same"
    seat = place.json()["seats"][0]
    assert (seat["ready"], "move it away" in seat["remedy"]) == (False, True)
    begun = await served.post("/session/start", {"workflow": "discuss", "topic": "?"})
    assert (begun.status_code, begun.json()["type"]) == (409, "knight_unavailable")


async def test_models_come_with_sizes_and_prices_and_ours_are_marked(served: Served) -> None:
    told = (await served.get("/models")).json()
    for provider, chosen in DEFAULTS.items():
        first = [model for model in told if model["provider"] == provider][:2]
        assert {role: m["id"] for m in first for role in m["default_for"]} == chosen
        assert all(m["context_tokens"] >= 100_000 for m in first)
        assert all(0 < m["input_usd_per_million"] < m["output_usd_per_million"] for m in first)


async def test_the_agenda_is_the_seven_rounds(served: Served) -> None:
    told = (await served.get("/agenda")).json()
    assert [plan["key"] for plan in told["rounds"]] == list(ROUNDS)
    assert {name: tuple(keys) for name, keys in told["presets"].items()} == dict(PRESETS)


async def test_an_estimate_asks_nobody_and_records_nothing(served: Served) -> None:
    answer = await served.post("/estimate", {"workflow": "discuss", "topic": "Shall we?"})
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert [seat["seat"] for seat in told["seats"]] == ["Gawain", "Lancelot", "Percival"]
    assert all("scripted rehearsal" in seat["label"] for seat in told["seats"])
    assert (told["whole"]["cost_microusd"], told["priced"]) == (0, True)
    assert told["whole"]["output_tokens"] > 0
    assert REHEARSED in told["notes"]
    assert (await served.get("/sessions")).json() == []


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"topic": ""}, 422, "topic"),
        ({"topic": "x", "seats": [{"name": "Nobody"}]}, 409, ""),
        ({"topic": "x", "upload": "none"}, 410, "upload"),
        ({"topic": "x", "rounds": [{"key": "review"}]}, 422, "rounds"),
        ({"topic": "x", "topics": "y"}, 422, "topics"),
    ],
)
async def test_what_could_not_begin_has_no_estimate(
    served: Served, body: dict[str, Any], status: int, field: str
) -> None:
    answer = await served.post("/estimate", body)
    told = answer.json()
    assert answer.status_code == status, answer.text
    assert told["field"] in (field, "seats")
    assert "--" not in told["remedy"]
