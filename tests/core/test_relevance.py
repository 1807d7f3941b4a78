"""How near texts are to a question: words, names, other languages, age; and what always holds."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.relevance import Candidate, Ranked, ranked, stems


def stemmed(text: str) -> list[str]:
    return [stem for stem, _ in stems(text)]


def order(question: str, *texts: str) -> list[int]:
    """The places of the texts, given oldest first."""
    given = [Candidate(str(number), number, text) for number, text in enumerate(texts)]
    return [int(found.name) for found in ranked(question, given)]


@pytest.mark.parametrize(
    "forms",
    [
        ("cache", "caches", "cached", "caching", "Cache"),
        ("query", "queries"),
        ("migrate", "migrates", "migrated", "migrating", "migration", "migrations"),
        ("reserve", "reserved", "reservation"),
        ("delete", "deleted", "deletion", "deleting"),
        ("ship", "shipped", "shipping", "ships"),
        ("order", "orders", "ordering"),
        ("index", "indexes"),
    ],
)
def test_the_forms_of_a_word_are_one(forms: tuple[str, ...]) -> None:
    assert len({tuple(stemmed(form)) for form in forms}) == 1


@pytest.mark.parametrize("word", ["status", "access", "analysis", "https", "utf8", "sha256", "für"])
def test_what_is_no_english_ending_stays(word: str) -> None:
    assert stemmed(word)[0].startswith(word.casefold()[:4])
    assert stemmed("status") != stemmed("stat")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("SqliteStore", {"sqlit", "stor", "sqlitestor"}),
        ("stock_level", {"stock", "level", "stocklevel"}),
        ("HTTPServer", {"http", "server", "httpserver"}),
        ("src/shop/carts.py", {"src", "shop", "cart", "py"}),
        ("NEW:web/main.ts", {"new", "web", "main", "ts"}),
        ("e-mail", {"mail", "email"}),
        ("a + b = c", set()),
        ("HTTP 2", {"http", "2"}),
    ],
)
def test_names_and_paths_are_taken_apart(text: str, parts: set[str]) -> None:
    assert set(stemmed(text)) == parts


def test_words_that_tell_nothing_are_left_out_in_english_alone() -> None:
    assert stemmed("How should we do this, and which of them is it?") == []
    assert stemmed("die Kasse") == ["die", "kas"]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("郵便番号", ["郵便", "便番", "番号"]),
        ("店", ["店"]),
        ("カート", ["カー", "ート"]),
        ("주문", ["주문"]),
    ],
)
def test_what_is_written_without_spaces_is_taken_in_pairs(text: str, pairs: list[str]) -> None:
    assert stemmed(text) == pairs


def test_one_script_does_not_hide_another() -> None:
    assert stemmed("Redisのキャッシュ")[-1] == "redis"
    assert order("Redisのキャッシュ", "キャッシュを消す", "注文を消す") == [0, 1]


@pytest.mark.parametrize(
    ("question", "near", "far"),
    [
        ("Wie lange werden Belege gespeichert?", "Belege zehn Jahre aufheben", "Zahlung per Karte"),
        ("Où gardons-nous les reçus ?", "Les reçus restent dix ans", "Paiement par carte"),
        ("Где хранить чеки?", "чеки хранить десять лет", "оплата картой"),
        ("店の住所", "住所は自由入力", "支払いはカード"),
        ("cafe\u0301", "caf\u00e9", "tea"),
        ("\uff26\uff35\uff2c\uff2c width", "full", "empty"),
    ],
)
def test_other_languages_find_their_own(question: str, near: str, far: str) -> None:
    assert order(question, near, far) == [0, 1]


def test_a_rare_word_tells_more_than_a_common_one() -> None:
    common = [f"The order of number {number}" for number in range(9)]
    assert order("order of the webhook", "a webhook twice", *common)[0] == 0


def test_at_equal_relation_the_newer_wins_and_nearer_beats_newer() -> None:
    assert order("cache", "a cache", "a cache", "a cache") == [2, 1, 0]
    assert order("cache of products", "products in a cache", "a cache", "nothing") == [0, 1, 2]
    assert order("", "a", "b") == [1, 0]
    words = "with further words that make an entry long enough to be like real entries"
    others = [f"nothing {number} {words}" for number in range(20)]
    nearly = order("cache", f"a cache {words}", *others, f"a cache {words} in tea")
    assert nearly[:2] == [21, 0], "and at nearly equal relation too"


def test_the_words_that_are_shared_are_told_as_they_were_asked_most_telling_first() -> None:
    texts = ("Webhooks order a cache", "orders", "orders of tea")
    given = [Candidate(str(number), number, text) for number, text in enumerate(texts)]
    found = {f.name: f for f in ranked("Ordering Caches and a webhook, or coffee", given)}
    assert found["0"].matched == ("Caches", "webhook", "Ordering")
    assert found["1"].matched == ("Ordering",)
    assert found["0"].near
    assert not found["1"].near


def test_what_shares_nothing_has_no_relation() -> None:
    (found,) = ranked("cache", [Candidate("x", 0, "tea")])
    assert found == Ranked("x", 0.0, near=False, matched=())
    assert ranked("cache", []) == ()


def test_the_only_text_that_shares_a_word_is_near() -> None:
    (found,) = ranked("the cache", [Candidate("x", 0, "a cache")])
    assert found.near


WORDS = st.lists(
    st.sampled_from(["cache", "orders", "Redis", "stock_level", "住所", "für", "the", "2"]),
    max_size=8,
)
TEXTS = st.one_of(WORDS.map(" ".join), st.text(max_size=60))
CANDIDATES = st.lists(TEXTS, max_size=12).map(
    lambda texts: [Candidate(f"n{i}", i, text) for i, text in enumerate(texts)]
)


@given(question=TEXTS, candidates=CANDIDATES, data=st.data())
def test_the_ranking_is_the_same_whatever_order_the_texts_come_in(
    question: str, candidates: list[Candidate], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(candidates))
    assert ranked(question, shuffled) == ranked(question, candidates)


@given(question=TEXTS, candidates=CANDIDATES)
def test_every_text_is_ranked_once_and_the_newer_of_two_equals_is_first(
    question: str, candidates: list[Candidate]
) -> None:
    found = ranked(question, candidates)
    assert sorted(f.name for f in found) == sorted(c.name for c in candidates)
    places = {f.name: place for place, f in enumerate(found)}
    relation = {f.name: f.relation for f in found}
    for older, newer in itertools.pairwise(candidates):
        if relation[older.name] <= relation[newer.name]:
            assert places[newer.name] < places[older.name]
    assert all((f.relation > 0) == bool(f.matched) for f in found)
    assert all(f.relation > 0 for f in found if f.near)
