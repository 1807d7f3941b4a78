"""Whatever config.json holds, it is read or refused in words; and what is written can be read."""

import json
import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.config import (
    ADAPTERS,
    Config,
    KnightConfig,
    RulesConfig,
    read_config,
    write_config,
)
from roundtable.core.errors import ConfigError

SOURCE = "config.json"
BASE = write_config(
    Config(
        version="1.0",
        project="MyProject",
        knights=(
            KnightConfig(name="Claude", adapter="claude-cli", capabilities=("architecture",)),
            KnightConfig(name="Gawain", adapter="scripted", script="builtin:rehearsal"),
        ),
        rules=RulesConfig(),
    )
)
KEYS = sorted({*Config.model_fields, *KnightConfig.model_fields, *RulesConfig.model_fields})


def line_of_text(most: int) -> st.SearchStrategy[str]:
    letters = st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"))
    return st.text(letters, max_size=most - 1).map(lambda text: text + "x")


NAMES = st.text("abcdeé漢04_ .-", max_size=12).map("K".__add__)
KNIGHTS = st.builds(
    lambda adapter, fallback, **fields: KnightConfig(
        adapter=adapter,
        fallback=None if fallback in (adapter, "scripted") else fallback,
        script="plays/a b.yaml" if adapter == "scripted" else None,
        **fields,
    ),
    adapter=st.sampled_from(list(ADAPTERS)),
    fallback=st.none() | st.sampled_from(list(ADAPTERS)),
    name=NAMES,
    capabilities=st.lists(line_of_text(60), max_size=4).map(tuple),
    priority=st.integers(1, 1000),
    model=st.none() | st.from_regex(r"[a-z0-9](\.?[a-zA-Z0-9:/_-]){0,20}", fullmatch=True),
)
CONFIGS = st.builds(
    Config,
    version=st.just("1.0"),
    project=line_of_text(200),
    language=st.sampled_from(["en", "nl", "pt-BR", "zh-Hant-TW"]),
    knights=st.lists(
        KNIGHTS,
        min_size=1,
        max_size=4,
        unique_by=lambda knight: knight.name.replace(" ", "").replace(".", "").casefold(),
    ).map(tuple),
    rules=st.builds(
        RulesConfig,
        max_rounds=st.integers(1, 50),
        consensus_threshold=st.integers(1, 10),
        timeout_per_turn_seconds=st.floats(0, 86_400, exclude_min=True) | st.integers(1, 86_400),
        escalate_to_user_after=st.integers(1, 50),
        auto_execute=st.booleans(),
        ignore=st.lists(line_of_text(200), max_size=4).map(tuple),
    ),
)
ANY_JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=10) | st.sampled_from(KEYS), inner, max_size=3)
    ),
    max_leaves=8,
)


def read_or_refused_in_words(text: str | bytes) -> None:
    try:
        config = read_config(text, SOURCE)
    except ConfigError as error:
        assert error.remedy
        for line in error.message.split("\n"):
            assert re.match(rf"{SOURCE}:\d+(:\d+)?: \S.*; \S", line), line
            assert line.isprintable()
            assert "pydantic" not in line
            assert "Input should" not in line
    else:
        assert read_config(write_config(config), SOURCE) == config


@settings(max_examples=100, deadline=None)
@given(CONFIGS)
def test_what_is_written_is_read_back_as_it_was(config: Config) -> None:
    text = write_config(config)
    assert read_config(text, SOURCE) == config
    assert read_config(text.encode(), SOURCE) == config
    assert text.endswith("}\n")
    assert len(config.seats()) == len(config.knights)


@settings(max_examples=100, deadline=None)
@given(st.text() | st.binary())
def test_any_text_and_any_bytes_are_refused_in_words(text: str | bytes) -> None:
    read_or_refused_in_words(text)


@settings(max_examples=200, deadline=None)
@given(
    start=st.integers(0, len(BASE)),
    removed=st.integers(0, 40),
    put=st.text(max_size=5) | st.sampled_from([*'{}[]",:0', "\\ud800", "null", "true", "1e9"]),
)
def test_a_file_with_a_piece_replaced_is_read_or_refused_in_words(
    start: int, removed: int, put: str
) -> None:
    read_or_refused_in_words(BASE[:start] + put + BASE[start + removed :])


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_file_with_values_replaced_is_read_or_refused_in_words(data: st.DataObject) -> None:
    document = json.loads(BASE)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from([document, *parts(document)]))
        key = data.draw(st.sampled_from(KEYS) | st.text(max_size=8))
        place[key] = data.draw(ANY_JSON)
    text = json.dumps(document, indent=data.draw(st.sampled_from([None, 1])))
    read_or_refused_in_words(text)


def parts(document: dict[str, Any]) -> list[dict[str, Any]]:
    knights = document.get("knights")
    found = [document.get("rules"), *(knights if isinstance(knights, list) else ())]
    return [part for part in found if isinstance(part, dict)]
