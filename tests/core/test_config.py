"""What config.json may hold, and what a person is told when it holds something else."""

import json
import re

import pytest
from pydantic import ValidationError

from roundtable.core.config import (
    ADAPTERS,
    MOST_KNIGHTS,
    Config,
    KnightConfig,
    RulesConfig,
    read_config,
    write_config,
)
from roundtable.core.errors import ConfigError
from roundtable.core.rules import Rules
from roundtable.core.seats import Seat

SOURCE = ".roundtable/config.json"
SPECIFIED = """\
{
  "version": "1.0",
  "project": "MyProject",
  "language": "en",
  "knights": [
    {
      "name": "Claude",
      "adapter": "claude-cli",
      "capabilities": ["architecture", "refactoring", "debugging"],
      "priority": 1,
      "fallback": "claude-api"
    }
  ],
  "rules": {
    "max_rounds": 5,
    "consensus_threshold": 9,
    "timeout_per_turn_seconds": 120,
    "escalate_to_user_after": 3,
    "auto_execute": false,
    "ignore": [".git", "node_modules", "dist"]
  }
}
"""
FOREIGN_WORDS = re.compile(
    r"pydantic|validation|https?:|Input should|value_error|int_type|tuple|\bdict\b|\bNone\b"
    r"|decod|delimiter|<class|Traceback|\bbool\b|\bstr\b",
    re.IGNORECASE,
)


def refused(text: str | bytes) -> list[str]:
    """What the reader says about a broken text, one problem each."""
    with pytest.raises(ConfigError) as caught:
        read_config(text, SOURCE)
    check_words(caught.value)
    return caught.value.message.split("\n")


def check_words(error: ConfigError) -> None:
    assert error.remedy
    for line in error.message.split("\n"):
        assert re.match(rf"{re.escape(SOURCE)}:\d+(:\d+)?: \S.*; \S", line), line
        assert not FOREIGN_WORDS.search(re.sub(r'"[^"]*"', "", line)), line
        assert line.isprintable()


def edited(old: str, new: str) -> str:
    assert SPECIFIED.count(old) == 1
    return SPECIFIED.replace(old, new)


def with_knights(*knights: object) -> str:
    return json.dumps({"version": "1.0", "project": "P", "knights": knights}, indent=1)


def knight(name: str, **fields: object) -> dict[str, object]:
    return {"name": name, "adapter": "claude-cli", **fields}


def test_the_specified_example_is_read_as_it_stands() -> None:
    config = read_config(SPECIFIED, SOURCE)
    assert config == Config(
        version="1.0",
        project="MyProject",
        language="en",
        knights=(
            KnightConfig(
                name="Claude",
                adapter="claude-cli",
                capabilities=("architecture", "refactoring", "debugging"),
                priority=1,
                fallback="claude-api",
            ),
        ),
        rules=RulesConfig(),
    )


def test_the_specified_example_is_written_as_it_stands() -> None:
    assert write_config(read_config(SPECIFIED, SOURCE)) == SPECIFIED


@pytest.mark.parametrize(
    "text",
    [
        SPECIFIED.encode(),
        b"\xef\xbb\xbf" + SPECIFIED.encode(),
        "\ufeff" + SPECIFIED,
        SPECIFIED.replace("\n", "\r\n"),
        "\n\t" + SPECIFIED,
        json.dumps(json.loads(SPECIFIED)),
    ],
    ids=["bytes", "bytes with a mark", "text with a mark", "CRLF", "blanks", "one line"],
)
def test_encoding_and_layout_do_not_matter(text: str | bytes) -> None:
    assert read_config(text, SOURCE) == read_config(SPECIFIED, SOURCE)


def test_what_is_left_out_has_the_specified_default() -> None:
    config = read_config(with_knights(knight("Claude")), SOURCE)
    assert config.language == "en"
    assert config.rules == read_config(SPECIFIED, SOURCE).rules
    assert config.seats() == (Seat(name="Claude", adapter="claude-cli"),)


def test_null_means_that_an_optional_field_is_not_set() -> None:
    config = read_config(
        with_knights(knight("Claude", fallback=None, model=None, script=None)), SOURCE
    )
    assert config.knights == (KnightConfig(name="Claude", adapter="claude-cli"),)


def test_knights_become_seats_in_the_order_of_the_file() -> None:
    text = with_knights(
        knight("Claude", priority=2, capabilities=["ui"], fallback="claude-api", model="opus"),
        {"name": "Gawain", "adapter": "scripted", "script": "builtin:rehearsal"},
    )
    assert read_config(text, SOURCE).seats() == (
        Seat(
            name="Claude",
            adapter="claude-cli",
            priority=2,
            capabilities=("ui",),
            fallback="claude-api",
            model="opus",
        ),
        Seat(name="Gawain", adapter="scripted", script="builtin:rehearsal"),
    )


def test_the_rules_of_the_file_become_the_rules_of_a_session() -> None:
    rules = RulesConfig(max_rounds=7, consensus_threshold=8, timeout_per_turn_seconds=1.5)
    assert rules.rules() == Rules(
        max_rounds=7, consensus_threshold=8, timeout_per_turn_seconds=1.5, escalate_to_user_after=3
    )
    assert rules.rules(blind=True).blind


def test_the_file_and_the_session_bound_their_rules_alike() -> None:
    of_file, of_session = (m.model_json_schema()["properties"] for m in (RulesConfig, Rules))
    shared = of_file.keys() & of_session.keys()
    assert len(shared) == 4
    assert {name: of_file[name] for name in shared} == {name: of_session[name] for name in shared}


LONG = "x" * 201
BROKEN_FIELDS: list[tuple[str, str, int, str, str]] = [
    ('"1.0"', '"2.0"', 2, "version", 'is "2.0", and this Roundtable reads only "1.0"'),
    ('"1.0"', "1.0", 2, "version", 'must be the text "1.0", not 1.0'),
    ('  "version": "1.0",\n', "", 1, "version", 'is missing; write for example "version": "1.0"'),
    ('"MyProject"', "7", 3, "project", "must be a text of 1 to 200 characters on one line, not 7"),
    ('"MyProject"', '""', 3, "project", "not an empty text"),
    ('"MyProject"', '"  "', 3, "project", "must be a text"),
    ('"MyProject"', '"a\\u001b[2Jb"', 3, "project", "on one line"),
    ('"MyProject"', '"\\ud800"', 3, "project", "must be a text"),
    ('"MyProject"', f'"{LONG}"', 3, "project", "xxx…"),
    ('  "project": "MyProject",\n', "", 1, "project", "is missing"),
    ('"en"', '"English, and obey"', 4, "language", "must be a language code"),
    ('"en"', "null", 4, "language", 'not null; write for example "en"'),
    ('"name": "Claude",', "", 6, "knights[0].name", 'is missing; write for example "name"'),
    ('"Claude"', '""', 7, "knights[0].name", "not an empty text"),
    ('"Claude"', '"-rf"', 7, "knights[0].name", "begins with a letter or a digit"),
    ('"Claude"', '"Cl\\naude"', 7, "knights[0].name", "must be a name of 1 to 40"),
    ('"Claude"', '["Claude"]', 7, "knights[0].name", "not a list of 1"),
    ('"Claude"', f'"{LONG}"', 7, "knights[0].name", "1 to 40"),
    ('"claude-cli"', '"claud-cli"', 8, "knights[0].adapter", "did you mean claude-cli"),
    ('"claude-cli"', '"Claude_CLI"', 8, "knights[0].adapter", "did you mean claude-cli"),
    ('"claude-cli"', '"xyz"', 8, "knights[0].adapter", "choose one of claude-cli, gemini-cli"),
    (
        '"claude-cli"',
        "{}",
        8,
        "knights[0].adapter",
        "must be the name of an adapter, not an object",
    ),
    ('"adapter": "claude-cli",\n', "", 6, "knights[0].adapter", "is missing"),
    ('["architecture", ', '["architecture", 5, ', 9, "knights[0].capabilities[1]", "not 5"),
    ('["architecture", ', '["",\n', 9, "knights[0].capabilities[0]", "not an empty text"),
    ('["architecture", "refactoring", "debugging"]', '"ui"', 9, "knights[0].capabilities", "list"),
    ('"priority": 1', '"priority": true', 10, "knights[0].priority", "whole number from 1 to 1000"),
    ('"priority": 1', '"priority": "1"', 10, "knights[0].priority", 'not "1"'),
    ('"priority": 1', '"priority": NaN', 10, "knights[0].priority", "not NaN"),
    ('"priority": 1', '"priority": -1', 10, "knights[0].priority", "not -1"),
    ('"claude-api"', '"claude-cli"', 11, "knights[0].fallback", "is the adapter itself"),
    ('"claude-api"', '"scripted"', 11, "knights[0].fallback", "cannot stand in for a model"),
    ('"claude-api"', '"cloud-api"', 11, "knights[0].fallback", "did you mean claude-api"),
    ('"claude-api"', "false", 11, "knights[0].fallback", "an adapter, or null, not false"),
    ('-api"\n', '-api", "model": "--yolo"\n', 11, "knights[0].model", 'not "--yolo"'),
    ('-api"\n', '-api", "model": "a/../b"\n', 11, "knights[0].model", "must be the name"),
    ('-api"\n', '-api",\n"script": "a.yaml"\n', 12, "knights[0].script", 'the adapter "scripted"'),
    ('-api"\n', '-api",\n"capabilites": []\n', 12, "knights[0].capabilites", "mean capabilities?"),
    (
        '-api"\n',
        '-api",\n"base_url": "x"\n',
        12,
        "knights[0].base_url",
        "cannot set this: it would",
    ),
    ('-api"\n', '-api", "apiKey": "s3"\n', 11, "knights[0].apiKey", "cannot set this: whoever"),
    ('-api"\n', '-api", "command": "x"\n', 11, "knights[0].command", "cannot set this: opening"),
    ('-api"\n', '-api", "max_rounds": 3\n', 11, "knights[0].max_rounds", "move it to rules"),
    ("5,", '"five",', 15, "rules.max_rounds", 'from 1 to 50, not "five"; write for example 5'),
    ("5,", "true,", 15, "rules.max_rounds", "a whole number from 1 to 50, not true"),
    ("5,", "5.0,", 15, "rules.max_rounds", "not 5.0"),
    ("5,", "0,", 15, "rules.max_rounds", "not 0"),
    ("5,", "9" * 5000 + ",", 15, "rules.max_rounds", "not 9999"),
    ("5,", '5, "max_rounds": 6,', 15, "rules.max_rounds", "stands here a second time, after line"),
    ('"max_rounds"', '"maxRounds"', 15, "rules.maxRounds", "did you mean max_rounds?"),
    ('"max_rounds"', '"qqq"', 15, "rules.qqq", "remove it, or write one of auto_execute, consen"),
    ('"max_rounds"', '"a\\nb"', 15, 'rules."a b"', "unknown field"),
    ('"max_rounds"', '"\\ud800"', 15, 'rules."?"', "unknown field"),
    ('"max_rounds"', '"post_hook"', 15, "rules.post_hook", "a project file cannot set this"),
    ('"max_rounds"', '"auto_approve"', 15, "rules.auto_approve", "approval is given by you"),
    ("9,", "11,", 16, "rules.consensus_threshold", "a whole number from 1 to 10, not 11"),
    ("9,", "null,", 16, "rules.consensus_threshold", "not null"),
    ("120", "0", 17, "rules.timeout_per_turn_seconds", "a number above 0, up to 86400, not 0"),
    ("120", "1e999", 17, "rules.timeout_per_turn_seconds", "not 1e999"),
    ("120", "-Infinity", 17, "rules.timeout_per_turn_seconds", "not -Infinity"),
    ("120", "true", 17, "rules.timeout_per_turn_seconds", "not true"),
    ("3,", "51,", 18, "rules.escalate_to_user_after", "from 1 to 50, not 51"),
    ("false", "0", 19, "rules.auto_execute", "must be true or false, not 0"),
    ("false", '"no"', 19, "rules.auto_execute", 'not "no"'),
    ('".git", ', '".git",\n\n null, ', 22, "rules.ignore[1]", "not null"),
    ('[".git", "node_modules", "dist"]', '".git"', 20, "rules.ignore", "must be a list of texts"),
    ('"version"', '"rule": {},\n"version"', 2, "rule", "did you mean rules?"),
    ('"version"', '"model": "x",\n"version"', 2, "model", "move it to a knight"),
    ('"version"', '"rules.ignore": [],\n"version"', 2, '"rules.ignore"', "remove it, or write"),
    ('"version"', '"": 3,\n"version"', 2, "an empty text", "unknown field"),
]


@pytest.mark.parametrize(
    ("old", "new", "line", "field", "fragment"),
    BROKEN_FIELDS,
    ids=[f"{number}-{row[3]}" for number, row in enumerate(BROKEN_FIELDS)],
)
def test_a_wrong_field_is_told_with_its_line_its_name_and_the_remedy(
    old: str, new: str, line: int, field: str, fragment: str
) -> None:
    problems = refused(edited(old, new))
    assert len(problems) == 1
    assert problems[0].startswith(f"{SOURCE}:{line}: {field}: ")
    assert fragment in problems[0]
    assert len(problems[0]) < 300


BROKEN_TABLES: list[tuple[list[object], str, str]] = [
    ([], "4: knights", "must be a list of 1 to 26 knights, not an empty list"),
    (["Claude"], "5: knights[0]", 'an object with a knight\'s fields, not "Claude"'),
    ([knight("Claude"), knight("claude")], "10: knights[1].name", '"claude" is too much like'),
    ([knight("G P.T"), knight("GPT")], "10: knights[1].name", 'much like "G P.T", named before'),
    ([knight("GPT"), knight("ＧＰＴ")], "10: knights[1].name", "too much like"),  # noqa: RUF001
    ([knight("Ann"), knight("A\u200dnn")], "10: knights[1].name", "too much like"),
    ([knight(f"K{n}") for n in range(27)], "4: knights", "1 to 26 knights, not a list of 27"),
    ([{"name": "G", "adapter": "scripted"}], "5: knights[0].script", "a scripted knight needs it"),
]


@pytest.mark.parametrize(("knights", "where", "fragment"), BROKEN_TABLES)
def test_knights_who_make_no_table_are_told(
    knights: list[object], where: str, fragment: str
) -> None:
    [problem] = refused(with_knights(*knights))
    assert problem.startswith(f"{SOURCE}:{where}: ")
    assert fragment in problem


def test_a_knights_field_that_is_no_list_is_told() -> None:
    [problem] = refused('{"version": "1.0", "project": "P",\n"knights": {"name": "Claude"}}')
    assert problem.startswith(f"{SOURCE}:2: knights: must be a list of 1 to 26 knights, not an obj")


SCRIPTS = {
    **dict.fromkeys(("builtin:rehearsal", "a.yaml", "./a.yaml", "scripts/två akter.yaml"), True),
    **dict.fromkeys(("/etc/passwd", "../a", "a/../../b", "~/a", "~root/a", "", ".", "a//b"), False),
    **dict.fromkeys(("C:/a", "c:a", "\\\\host\\a", "a\\..\\b", "a/.. /b", "a/.../b"), False),
    **dict.fromkeys(("http://x/a", "builtin:", "builtin:../a", "a\0b", "a\nb", LONG), False),
}


@pytest.mark.parametrize(("script", "fine"), SCRIPTS.items())
def test_a_script_is_one_of_ours_or_stays_inside_the_repository(script: str, fine: bool) -> None:
    text = with_knights({"name": "Gawain", "adapter": "scripted", "script": script})
    if fine:
        assert read_config(text, SOURCE).knights[0].script == script
    else:
        [problem] = refused(text)
        assert problem.startswith(f"{SOURCE}:8: knights[0].script: ")


@pytest.mark.parametrize(
    "model", ["gpt-5.1-mini", "llama3.1:8b", "org/model-7B:free", "opus[1m]", "m@2025"]
)
def test_the_names_that_vendors_give_their_models_are_taken(model: str) -> None:
    assert read_config(with_knights(knight("K", model=model)), SOURCE).seats()[0].model == model


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_every_adapter_can_be_named_and_has_a_description(adapter: str) -> None:
    script = {"script": "builtin:rehearsal"} if adapter == "scripted" else {}
    text = with_knights({"name": "K", "adapter": adapter, **script})
    assert read_config(text, SOURCE).knights[0].adapter == adapter
    assert ADAPTERS[adapter]
    assert "\n" not in ADAPTERS[adapter]


def test_a_config_made_in_code_obeys_the_same_rules_as_one_from_a_file() -> None:
    claude = KnightConfig(name="Claude", adapter="claude-cli")
    for knights in ((), (claude, claude), (claude,) * (MOST_KNIGHTS + 1)):
        with pytest.raises(ValidationError):
            Config(version="1.0", project="P", knights=knights)


def test_long_lists_are_written_one_item_a_line() -> None:
    rules = RulesConfig(ignore=tuple(f"folder-{n}" for n in range(20)))
    config = Config(
        version="1.0", project="P", knights=read_config(SPECIFIED, SOURCE).knights, rules=rules
    )
    text = write_config(config)
    assert '      "folder-1",\n      "folder-2",\n' in text
    assert read_config(text, SOURCE) == config


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", f"{SOURCE}:1: there is nothing in it; write a new one: roundtable init"),
        (b'{"project": "\xff"}', f"{SOURCE}:1: the byte 0xff is not UTF-8; save the file as UTF-8"),
        (
            "[]",
            f"{SOURCE}:1: the file must hold one object: {{ … }}; write a new one: roundtable init",
        ),
        (
            SPECIFIED.replace("false,", "false, // no"),
            f"{SOURCE}:19:28: this cannot be read as JSON: JSON has no comments;"
            " remove the comment",
        ),
        (
            "[" * 100_000,
            f"{SOURCE}:1: brackets are nested more than 50 deep; remove the surplus brackets",
        ),
    ],
    ids=["empty", "not UTF-8", "no object", "no JSON", "too deep"],
)
def test_a_file_that_is_no_json_object_is_told_as_one_problem(text: str | bytes, told: str) -> None:
    assert refused(text) == [told]
