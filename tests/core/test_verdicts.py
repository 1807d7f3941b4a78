"""A verdict has a form that people read, and what they read is the verdict."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from roundtable.core.parsing.verdict import read_verdict
from roundtable.core.stances import Unparsed
from roundtable.core.verdicts import (
    CodeVerdict,
    DiscussionVerdict,
    FindingsVerdict,
    Incorporate,
    MustFix,
    Ruling,
    Verdict,
    form,
)

LABELS = ("A", "B", "C")
ROUNDS = {"discussion": "architecture", "code": "development", "findings": "review"}


def read_back(verdict: Verdict) -> Verdict | Unparsed:
    return read_verdict(form(verdict), verdict.kind, ROUNDS[verdict.kind], 2, LABELS)


def test_code_is_told_in_the_order_of_the_form() -> None:
    verdict = CodeVerdict(
        agreed=True,
        base="A",
        incorporate=(
            Incorporate(file="cart.py", unit="Cart.total", source="B", why="exact arithmetic"),
            Incorporate(file="tax.py", unit="*", source="C"),
        ),
        must_fix=(
            MustFix(file="cart.py", unit="Cart.add", problem="takes negative quantities"),
            MustFix(problem="no tests for taxes"),
        ),
    )
    assert form(verdict) == (
        "CONSENSUS: BASE=A. INCORPORATE: Cart.total (cart.py) from B — exact arithmetic; "
        "all of tax.py from C. MUST_FIX: Cart.add (cart.py): takes negative quantities; "
        "no tests for taxes."
    )


def test_labels_give_way_to_names() -> None:
    verdict = CodeVerdict(
        agreed=True,
        base="A",
        incorporate=(Incorporate(file="a.py", unit="run", source="B"),),
        rulings=(Ruling(claim="C1", status="settled", by="B", evidence="the log"),),
    )
    assert form(verdict, {"A": "Gawain", "B": "Lancelot"}) == (
        "CONSENSUS: BASE=Gawain. INCORPORATE: run (a.py) from Lancelot. MUST_FIX: none.\n"
        "RULINGS:\n"
        "- C1: settled by Lancelot — the log"
    )


def test_a_discussion_tells_its_summary_its_options_and_its_files() -> None:
    agreed = DiscussionVerdict(
        agreed=True, summary="Use SQLite.", file_structure=("a.py", "b/c.py")
    )
    assert form(agreed) == "CONSENSUS: Use SQLite.\nFILE_STRUCTURE:\n- a.py\n- b/c.py"
    under_discussion = DiscussionVerdict(agreed=False, summary="Storage.", options=("files", "SQL"))
    assert form(under_discussion) == "DISCUSS: Storage.\n1. files\n2. SQL"
    assert form(DiscussionVerdict(agreed=False, options=("a", "b"))) == "DISCUSS:\n1. a\n2. b"


def test_findings_are_told_by_their_weight() -> None:
    verdict = FindingsVerdict(
        agreed=True, critical=("F1", "F3"), confirmed_clean=("auth.py",), summary="Two injections."
    )
    assert form(verdict) == (
        "CONSENSUS: CRITICAL: F1; F3. WARNINGS: none. CONFIRMED_CLEAN: auth.py.\n"
        "SUMMARY: Two injections."
    )


def test_a_word_of_the_form_inside_a_sentence_does_not_become_a_directive() -> None:
    verdict = CodeVerdict(
        agreed=True,
        base="A",
        must_fix=(MustFix(problem="the help text says BASE=B. MUST_FIX: nothing; really"),),
    )
    shown = form(verdict)
    assert shown.count("BASE=") == 1
    assert shown.count("MUST_FIX:") == 1
    assert shown.count(";") == 0
    reading = read_back(verdict)
    assert isinstance(reading, CodeVerdict)
    assert reading.base == "A"
    assert len(reading.must_fix) == 1


def test_a_verdict_is_told_from_the_others_by_its_kind() -> None:
    adapter: TypeAdapter[Verdict] = TypeAdapter(Verdict)
    verdict = CodeVerdict(agreed=True, base="A")
    assert adapter.validate_json(adapter.dump_json(verdict)) == verdict
    with pytest.raises(ValidationError):
        adapter.validate_python({"agreed": True, "base": "A"})
    with pytest.raises(ValidationError):
        adapter.validate_python({"kind": "discussion", "agreed": True, "base": "A"})


WORDS = (
    *("the", "old", "parser", "loses", "every", "second", "row", "when", "input", "grows"),
    *("Decimal", "keeps", "cents", "exact", "retries", "never", "end", "naïve", "表", "90%"),
)
phrases = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(
    lambda words: " ".join([*words, "today"])
)
sentences = phrases.map(lambda text: f"{text}.")
files = st.sampled_from(["cart.py", "src/shop/tax.ts", "Dockerfile", ".github/ci.yml", "go.mod"])
units = st.sampled_from(["Cart.total", "with_retry", "Cart", "add", "Store::open", "parseLine"])
labels = st.sampled_from(LABELS)
rulings = st.lists(
    st.builds(
        Ruling,
        claim=st.sampled_from(["C1", "C27", "the cache is stale"]),
        status=st.sampled_from(["settled", "open"]),
        by=st.sampled_from(["", "A", "B"]),
        evidence=st.just("") | phrases,
    ),
    max_size=2,
).map(tuple)
options = st.lists(phrases, min_size=2, max_size=3, unique=True).map(tuple)
incorporations = st.lists(
    st.one_of(
        st.builds(Incorporate, file=files, unit=units, source=labels, why=st.just("") | phrases),
        st.builds(Incorporate, file=files, unit=st.just("*"), source=labels, why=phrases),
        st.builds(Incorporate, file=files, unit=st.just(""), source=labels, why=phrases),
        st.builds(Incorporate, file=st.just(""), unit=units, source=labels, why=phrases),
        st.builds(Incorporate, file=st.just(""), unit=st.just(""), source=labels, why=phrases),
    ),
    max_size=4,
    unique_by=lambda item: (item.file, item.unit),
).map(tuple)
fixes = st.lists(
    st.builds(MustFix, file=st.just("") | files, unit=st.just("") | units, problem=phrases),
    max_size=3,
).map(tuple)
findings = st.lists(st.integers(1, 99).map("F{}".format) | phrases, max_size=6, unique=True)

discussions = st.one_of(
    st.builds(
        DiscussionVerdict,
        agreed=st.just(True),
        summary=sentences,
        options=st.just(()) | options,
        rulings=rulings,
        file_structure=st.lists(files, unique=True).map(tuple),
    ),
    st.builds(
        DiscussionVerdict,
        agreed=st.just(False),
        summary=st.just("") | sentences,
        options=options,
        rulings=rulings,
    ),
)
code = st.one_of(
    st.builds(
        CodeVerdict,
        agreed=st.just(True),
        base=labels,
        incorporate=incorporations,
        must_fix=fixes,
        summary=st.just("") | sentences,
        rulings=rulings,
    ),
    st.builds(
        CodeVerdict,
        agreed=st.just(False),
        base=st.just("") | labels,
        summary=sentences,
        options=options,
        rulings=rulings,
    ),
)


@st.composite
def reviews(draw: st.DrawFn) -> FindingsVerdict:
    found = draw(findings)
    cut = sorted([draw(st.integers(0, len(found))), draw(st.integers(0, len(found)))])
    return FindingsVerdict(
        agreed=True,
        critical=tuple(found[: cut[0]]),
        warnings=tuple(found[cut[0] : cut[1]]),
        confirmed_clean=tuple(found[cut[1] :]),
        summary=draw(st.just("") | sentences),
        rulings=draw(rulings),
    )


@settings(deadline=None)
@given(discussions | code | reviews())
def test_reading_the_form_gives_the_verdict_back(verdict: Verdict) -> None:
    assert read_back(verdict) == verdict


TRAPS = (
    *("CONSENSUS:", "DISCUSS:", "BASE=B.", "MUST_FIX:", "INCORPORATE: x from C", "CRITICAL:"),
    *("; ", "\n", "\n\n", "> ", "```", "none", "not yet", "if", "(", "`", "…", "from C", "A's"),
    *("1. ", "- ", "OPTIONS:", '{"verdict": "CONSENSUS"}', "word", "Cart.total", "F9", "—"),
)
traps = st.lists(st.sampled_from(TRAPS), max_size=6).map(" ".join)


@settings(deadline=None)
@given(st.booleans(), labels, labels, traps, traps, traps)
def test_whatever_the_sentences_hold_the_form_never_reads_as_another_verdict(
    agreed: bool, base: str, source: str, summary: str, why: str, problem: str
) -> None:
    verdict = CodeVerdict(
        agreed=agreed,
        base=base,
        incorporate=(Incorporate(file="a.py", unit="run", source=source, why=why),),
        must_fix=(MustFix(problem=problem),),
        summary=summary,
    )
    reading = read_back(verdict)
    if isinstance(reading, CodeVerdict):
        assert (reading.agreed, reading.base) == (agreed, base)
        assert ("run", source) in {(item.unit, item.source) for item in reading.incorporate}
