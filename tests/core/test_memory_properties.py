"""What holds for every chronicle, every question and every budget."""

from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.changes import WrittenFile
from roundtable.core.chronicle import Built, Entry
from roundtable.core.memory import tell
from roundtable.core.tokens import estimate

WORDS = ("cache", "order", "stock", "redis", "住所", "für\n- [x] y")
TEXT = st.one_of(
    st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join),
    st.text(max_size=300),
)
BUILT = st.builds(
    Built,
    session=st.just("apply"),
    date=st.just("2026-01-01"),
    files=st.lists(
        st.builds(
            WrittenFile,
            path=TEXT,
            before=st.sampled_from(["", "1"]),
            after=st.sampled_from(["", "2"]),
        ),
        max_size=20,
    ).map(tuple),
    commit=st.sampled_from(["", "1" * 40]),
    subject=TEXT,
    reverted_by=st.sampled_from(["", "2" * 40]),
    revert_subject=TEXT,
    undone=st.booleans(),
)
CHRONICLES = st.lists(
    st.tuples(
        TEXT, TEXT, st.sampled_from(["", "apply", "deferred", "rejected"]), st.none() | BUILT
    ),
    max_size=25,
).map(
    lambda rows: [
        Entry(
            session=f"2026-01-01-s{number}",
            date="2026-01-01",
            topic=topic,
            outcome="consensus",
            decision=decision,
            lead="",
            fate=fate,
            knights="",
            silent="",
            built=(built,) if built else (),
        )
        for number, (topic, decision, fate, built) in enumerate(rows)
    ]
)


@given(about=TEXT, chronicle=CHRONICLES, budget=st.integers(0, 6_000))
def test_it_is_never_over_budget_and_says_what_it_tells(
    about: str, chronicle: list[Entry], budget: int
) -> None:
    text, told = tell(about, chronicle, budget)
    assert estimate(text) <= budget
    assert (text, told) == tell(about, chronicle, budget)
    lines = text.split("\n") if text else []
    entries = [line for line in lines if line.startswith("- [")]
    assert [line[3:].split("]")[0] for line in entries] == [*told]
    assert len(set(told)) == len(told)
    assert set(told) <= {entry.session for entry in chronicle}
    assert len(lines) - len(entries) <= 1, "no text pretends to be an entry of its own"
    missing = len(chronicle) - len(told)
    if lines and missing:
        assert lines[-1].startswith(f"({missing} further entr")


@given(about=TEXT, chronicle=CHRONICLES)
def test_with_room_the_newest_three_are_always_told(about: str, chronicle: list[Entry]) -> None:
    _, told = tell(about, chronicle, 50_000)
    assert {entry.session for entry in chronicle[-3:]} <= set(told)


@given(about=TEXT, chronicle=CHRONICLES, budget=st.integers(0, 3_000), more=st.integers(0, 3_000))
def test_more_room_never_tells_less(
    about: str, chronicle: list[Entry], budget: int, more: int
) -> None:
    assert set(tell(about, chronicle, budget)[1]) <= set(tell(about, chronicle, budget + more)[1])
