"""How the problems of a configuration are told, all together."""

import json

import pytest

from roundtable.core.config import Config, KnightConfig, RulesConfig, read_config
from roundtable.core.errors import ConfigError
from roundtable.core.parsing.config_errors import MOST_TOLD, WANTED, dotted, shown

SOURCE = ".roundtable/config.json"


def refused(document: dict[str, object]) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        read_config(json.dumps(document, indent=2), SOURCE)
    return caught.value.message.split("\n")


def test_every_problem_is_told_at_once_in_the_order_of_the_file() -> None:
    document: dict[str, object] = {
        "version": 2,
        "knights": [
            {"name": "Claude", "adapter": "claude-cli", "priority": "1", "hook": "rm"},
            {"name": "CLAUDE", "adapter": "nobody", "script": "../x"},
            {"adapter": "scripted"},
        ],
        "rules": {"max_round": 5, "consensus_threshold": 90, "\ud800": 1},
    }
    assert [line.split(": ")[1] for line in refused(document)] == [
        *("project", "version"),
        *("knights[0].priority", "knights[0].hook"),
        *("knights[1].name", "knights[1].adapter", "knights[1].script"),
        *("knights[2].name", "knights[2].script"),
        *("rules.max_round", "rules.consensus_threshold", 'rules."?"'),
    ]


def test_a_flood_of_problems_is_counted() -> None:
    lines = refused({f"field{n}": n for n in range(1_100)})
    assert len(lines) == MOST_TOLD + 1
    assert lines[-1] == f"{SOURCE}: and 1,003 problems more"


def test_the_value_of_an_unknown_field_is_never_shown() -> None:
    assert "s3cret" not in "".join(refused({"api_key": "s3cret", "oddity": "s3cret"}))


def test_there_are_words_for_every_field_and_for_no_other() -> None:
    fields = {*Config.model_fields, "knights[]", "knights[].capabilities[]", "rules.ignore[]"}
    fields |= {f"knights[].{name}" for name in KnightConfig.model_fields}
    fields |= {f"rules.{name}" for name in RulesConfig.model_fields}
    assert set(WANTED) == fields


@pytest.mark.parametrize("model", [KnightConfig, RulesConfig])
def test_the_bounds_that_a_person_is_told_are_those_that_hold(
    model: type[KnightConfig | RulesConfig],
) -> None:
    place = "rules." if model is RulesConfig else "knights[]."
    for name, schema in model.model_json_schema()["properties"].items():
        wanted = WANTED[place + name][0]
        if schema.get("type") == "integer":
            assert wanted == f"a whole number from {schema['minimum']} to {schema['maximum']}"
        if schema.get("maxLength"):
            assert f"1 to {schema['maxLength']} " in wanted
        if schema.get("items"):
            assert f"1 to {schema['items']['maxLength']} " in WANTED[f"{place}{name}[]"][0]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("", "an empty text"),
        ("a\tb", '"a b"'),
        ("\ud800", '"?"'),
        ("x" * 99, '"' + "x" * 39 + '…"'),
        (True, "true"),
        (None, "null"),
        (1.5, "1.5"),
        ([], "an empty list"),
        ([1, 2], "a list of 2"),
        ({"secret": 1}, "an object"),
    ],
)
def test_a_value_is_quoted_short_and_on_one_line(value: object, words: str) -> None:
    assert shown(value) == words


def test_a_field_is_named_as_a_person_would_say_it() -> None:
    assert dotted(("knights", 0, "name")) == "knights[0].name"
    assert dotted(("rules", "a b")) == 'rules."a b"'
