"""Scripts are read from YAML or JSON, and what is wrong in one is told with its place."""

import json
from pathlib import Path
from typing import Any

import pytest

from roundtable.adapters.knights.script import Part, Reply, When, load_script, read_script
from roundtable.core.errors import ConfigError
from roundtable.core.ports import Ask


def test_yaml_and_json_are_the_same_to_it() -> None:
    yaml = b"knights:\n  Gawain:\n    words_per_second: 3\n    replies:\n      - say: hello\n"
    json = b'{"knights": {"Gawain": {"words_per_second": 3, "replies": [{"say": "hello"}]}}}'
    assert read_script(yaml, "a") == read_script(json, "b")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "script"),
        (b"knights: {}", "knights"),
        (b"knights:\n  G:\n    replies: []", "knights.G.replies"),
        (b"knights:\n  G:\n    replies:\n    - sya: x", "knights.G.replies.0.sya"),
        (
            b"knights:\n  G:\n    replies:\n    - fail: {kind: sleepy}",
            "knights.G.replies.0.fail.kind",
        ),
        (b"knights:\n  - ]", "s.yaml:2"),
        (b"\xff\xfe\x00", "s.yaml"),
        (b"a: !!python/object/apply:os.system ['true']", "s.yaml:1"),
        (b"[" * 20_000, "s.yaml"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(content: bytes, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_script(content, "s.yaml")
    assert told in caught.value.message
    assert caught.value.remedy


@pytest.mark.parametrize("name", ["rehearsal", "login_limits"])
def test_the_bundled_scripts_are_readable(name: str, tmp_path: Path) -> None:
    assert load_script(f"builtin:{name}", tmp_path).knights


def test_an_unknown_bundled_script_names_one_that_exists(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no bundled script"):
        load_script("builtin:nothing", tmp_path)


def test_a_script_is_read_from_the_repository_and_not_from_outside(tmp_path: Path) -> None:
    root = tmp_path / "repository"
    root.mkdir()
    (root / "s.yaml").write_text("knights: {G: {replies: [{say: x}]}}")
    (tmp_path / "outside.yaml").write_text("knights: {G: {replies: [{say: x}]}}")
    (root / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    assert "G" in load_script("s.yaml", root).knights
    for name in ("../outside.yaml", "link.yaml"):
        with pytest.raises(ConfigError, match="out of the repository"):
            load_script(name, root)
    with pytest.raises(ConfigError, match="cannot be read"):
        load_script("missing.yaml", root)


LABELS = (("A", "Lancelot"), ("B", "Gawain"))


def ask(**given: Any) -> Ask:
    """An ask of Gawain's in the first iteration of a build's development."""
    fields: dict[str, Any] = {
        "turn_key": "development.1.1.Gawain",
        "seat": "Gawain",
        "system": "",
        "prompt": "a prompt",
        "max_output_tokens": 100,
        "purpose": "speak",
        "topic": "A cart",
        "iteration": 1,
        "ask": 1,
        "spoken_before": (),
        "seconds": 60,
        "stage": "development",
        "labels": LABELS,
    }
    return Ask(**(fields | given))


def block_of(text: str) -> dict[str, Any]:
    body = text.partition("```json\n")[2].partition("\n```")[0]
    found: dict[str, Any] = json.loads(body)
    return found


@pytest.mark.parametrize(
    ("when", "asked", "matches"),
    [
        ({"stage": "development"}, {}, True),
        ({"stage": "development"}, {"stage": "qa"}, False),
        ({"stage": "development"}, {"stage": ""}, False),
        ({"part": "chunk-1"}, {"part": "chunk-1"}, True),
        ({"part": "chunk-1"}, {"part": "chunk-2"}, False),
        ({"part": "chunk-1"}, {}, False),
        ({"part": ""}, {}, True),
        ({"part": ""}, {"part": "AB"}, False),
        ({"stage": "review", "purpose": "judge"}, {"stage": "review", "purpose": "judge"}, True),
        ({"stage": "review", "purpose": "judge"}, {"stage": "review"}, False),
        ({}, {"stage": "qa", "part": "3", "purpose": "fix"}, True),
    ],
)
def test_a_reply_can_be_for_a_round_or_a_part_of_it(
    when: dict[str, Any], asked: dict[str, Any], matches: bool
) -> None:
    assert When.model_validate(when).matches(ask(**asked)) is matches


def test_the_first_reply_that_matches_is_said() -> None:
    replies = (
        Reply(when=When(stage="qa"), say="tests"),
        Reply(when=When(part="2"), say="the second fix"),
        Reply(say="anything"),
    )
    part = Part(replies=replies)
    said = [part.reply(ask(**given)) for given in ({"stage": "qa"}, {"part": "2"}, {})]
    assert [reply.say for reply in said if reply] == ["tests", "the second fix", "anything"]
    assert Part(replies=replies[:2]).reply(ask()) is None


@pytest.mark.parametrize("purpose", ["judge", "rejudge"])
def test_a_verdict_says_which_round_it_is_on(purpose: str) -> None:
    text = Reply(say="So.", block={"verdict": "CONSENSUS"}).text(
        ask(purpose=purpose, stage="qa", iteration=2)
    )
    assert block_of(text) == {"round": "qa", "iteration": 2, "verdict": "CONSENSUS"}


def test_a_choice_between_two_is_signed_by_nobody() -> None:
    text = Reply(block={"winner": "first"}).text(ask(purpose="compare", part="AB"))
    assert block_of(text) == {"winner": "first"}


@pytest.mark.parametrize("purpose", ["speak", "block", "files"])
def test_in_a_build_a_block_names_its_agent(purpose: str) -> None:
    text = Reply(block={"raises": []}).text(ask(purpose=purpose))
    assert block_of(text) == {"agent": "Gawain", "raises": []}


def test_in_a_discussion_a_block_names_its_knight_and_its_round() -> None:
    text = Reply(block={"consensus_score": 9}).text(ask(labels=(), stage="discussion", iteration=3))
    assert block_of(text) == {"knight": "Gawain", "round": 3, "consensus_score": 9}


def test_what_the_script_writes_itself_goes_before_the_signature() -> None:
    assert block_of(Reply(block={"agent": "Mordred"}).text(ask())) == {"agent": "Mordred"}
    assert block_of(Reply(block={"raises": []}, signed=False).text(ask())) == {"raises": []}


def test_a_seats_letter_is_filled_in_wherever_it_stands() -> None:
    said = "I prefer {label:Lancelot} to {label:Gawain}, {label:Lancelot}!"
    assert Reply(say=said).text(ask()) == "I prefer A to B, A!\n"
    text = Reply(say="So.", block={"base": "{label:Gawain}"}).text(ask(purpose="judge"))
    assert block_of(text)["base"] == "B"
    assert Reply(say="So.", block="BASE={label:Lancelot}").text(ask()) == "So.\n\nBASE=A\n"


def test_a_letter_of_somebody_who_has_none_stays_as_it_was_written() -> None:
    assert Reply(say="{label:Mordred}").text(ask()) == "{label:Mordred}\n"
    assert Reply(say="{label:Gawain}").text(ask(labels=())) == "{label:Gawain}\n"


def test_the_topic_and_the_round_are_filled_in_in_the_prose() -> None:
    text = Reply(say="{topic}: round {round}", block={"note": "{topic}"}).text(ask(iteration=2))
    assert text.startswith("A cart: round 2\n")
    assert block_of(text)["note"] == "{topic}"
