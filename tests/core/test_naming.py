"""A session's name is a folder's name: short, plain, and its own."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.naming import session_name, slug

LONGEST = 48


@settings(deadline=None)
@given(st.text())
def test_a_slug_is_plain_and_bounded_whatever_the_topic(topic: str) -> None:
    assert re.fullmatch(r"[a-z0-9-]+", slug(topic))
    assert len(slug(topic)) <= LONGEST
    assert not slug(topic).startswith("-")
    assert not slug(topic).endswith("-")
    assert "--" not in slug(topic)


@settings(deadline=None)
@given(st.lists(st.text(alphabet="abc", min_size=1, max_size=60), min_size=1, max_size=20))
def test_a_slug_breaks_between_words_and_begins_with_the_first(words: list[str]) -> None:
    found = slug(" ".join(words)).split("-")
    if len(words[0]) < LONGEST:
        assert found == words[: len(found)]
    else:
        assert found == [words[0][:LONGEST]]


@pytest.mark.parametrize(
    ("topic", "expected"),
    [
        ("How should we store the sessions?", "how-should-we-store-the-sessions"),
        ("Größe der Übersicht", "groe-der-ubersicht"),
        ("l'été à Zürich", "l-ete-a-zurich"),
        ("Python 3.11 or 3.13?", "python-3-11-or-3-13"),
        ("../../etc/passwd", "etc-passwd"),
        ("どのデータベース? SQLite", "sqlite"),
    ],
)
def test_topics_become_words_in_plain_letters(topic: str, expected: str) -> None:
    assert slug(topic) == expected


@pytest.mark.parametrize("topic", ["", "   ", "漢字だけ", "🏰", "?!…", "..", "/"])
def test_a_topic_without_plain_letters_is_a_session(topic: str) -> None:
    assert slug(topic) == "session"


@pytest.mark.parametrize(
    ("lengths", "kept"),
    [((48,), (48,)), ((49,), (48,)), ((20, 27), (20, 27)), ((20, 28), (20,)), ((20, 60, 3), (20,))],
)
def test_as_many_whole_words_are_taken_as_fit(
    lengths: tuple[int, ...], kept: tuple[int, ...]
) -> None:
    found = slug(" ".join("x" * length for length in lengths))
    assert tuple(len(word) for word in found.split("-")) == kept


def test_a_name_is_the_date_and_the_slug() -> None:
    assert session_name("Which store?", "2026-01-02", ()) == "2026-01-02-which-store"


def test_a_taken_name_gets_the_next_free_number() -> None:
    assert session_name("store", "2026-01-02", ["2026-01-02-store"]) == "2026-01-02-store-2"
    taken = {"2026-01-02-store", "2026-01-02-store-2", "2026-01-03-store-3"}
    assert session_name("store", "2026-01-02", taken) == "2026-01-02-store-3"
    assert session_name("store", "2026-01-04", taken) == "2026-01-04-store"


@settings(deadline=None)
@given(st.lists(st.sampled_from(["a b", "A, b!", "a b 2", "漢", ""]), max_size=12))
def test_many_sessions_of_one_day_never_share_a_name(topics: list[str]) -> None:
    taken: list[str] = []
    for topic in topics:
        taken.append(session_name(topic, "2026-01-02", taken))
    assert len(set(taken)) == len(topics)
