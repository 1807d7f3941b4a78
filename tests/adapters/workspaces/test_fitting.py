"""The limit is kept, the important comes first, and nothing takes everything."""

from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.adapters.workspaces.fitting import CUT_NOTICE, fit, part
from roundtable.core.context import ContextPart, PartKind
from roundtable.core.tokens import estimate

KINDS: tuple[PartKind, ...] = get_args(PartKind)

LINES = "a line of an ordinary length\n"

parts_of_all_sizes = st.lists(
    st.builds(
        part,
        st.sampled_from(KINDS),
        st.text(max_size=20),
        st.builds(
            lambda line, many: line * many,
            st.sampled_from(["x", LINES, "漢字\n", "\n", "long " * 50 + "\n"]),
            st.integers(0, 400),
        ),
    ),
    max_size=12,
)


@settings(deadline=None, max_examples=60)
@given(parts=parts_of_all_sizes, limit=st.integers(-5, 8000))
def test_the_limit_is_kept_and_every_part_is_accounted_for(
    parts: list[ContextPart], limit: int
) -> None:
    kept, left_out = fit(parts, limit)
    assert sum(p.tokens for p in kept) <= max(0, limit)
    assert len(kept) + len(left_out) == len(parts)
    assert all(p.tokens == estimate(p.text) for p in kept)
    originals = {(p.kind, p.title, p.text) for p in parts}
    for p in kept:
        if p.cut:
            assert p.text.endswith(f"\n{CUT_NOTICE}")
        else:
            assert (p.kind, p.title, p.text) in originals


@settings(deadline=None, max_examples=60)
@given(parts=parts_of_all_sizes)
def test_where_there_is_room_for_all_nothing_is_touched(parts: list[ContextPart]) -> None:
    assert fit(parts, 1_000_000) == (tuple(parts), ())


def test_a_part_is_cut_at_the_end_of_a_line_and_says_so() -> None:
    (only,), left_out = fit([part("diff", "changes", LINES * 1000)], 500)
    assert only.cut
    assert set(only.text.splitlines()) == {LINES.strip(), CUT_NOTICE}
    assert 400 < only.tokens <= 500
    assert left_out == ()


def test_what_one_kind_does_not_need_goes_to_the_others() -> None:
    parts = [part("git", "git", LINES), part("diff", "changes", LINES * 1000)]
    git, diff = fit(parts, 2000)[0]
    assert not git.cut
    assert git.tokens + diff.tokens > 1900


def test_the_most_important_part_cannot_take_everything() -> None:
    huge = LINES * 10_000
    parts = [part(kind, kind, huge) for kind in ("named_file", "git", "diff", "key_file", "tree")]
    kept, left_out = fit([p.model_copy() for p in parts], 10_000)
    assert [p.kind for p in kept] == ["named_file", "git", "diff", "key_file", "tree"]
    assert left_out == ()
    tokens = {p.kind: p.tokens for p in kept}
    assert tokens["named_file"] > tokens["diff"] > tokens["key_file"] > tokens["tree"]
    assert tokens["tree"] > 500


def test_parts_of_one_kind_share_its_share() -> None:
    parts = [part("named_file", f"file {n}", LINES * 1000) for n in range(4)]
    kept, _ = fit([*parts, part("tree", "tree", LINES * 1000)], 8000)
    assert len(kept) == 5
    assert all(p.tokens > 500 for p in kept)


def test_too_small_a_rest_is_left_out_with_the_reason() -> None:
    kept, (out,) = fit([part("tree", "the files", LINES * 1000)], 60)
    assert kept == ()
    assert out.title == "the files"
    assert "within 60" in out.reason


def test_a_text_without_line_ends_is_left_out_rather_than_torn() -> None:
    kept, (out,) = fit([part("named_file", "app.min.js", "x" * 100_000)], 2000)
    assert kept == ()
    assert out.title == "app.min.js"


def test_room_that_nobody_can_use_well_goes_to_the_most_important() -> None:
    parts = [part(kind, kind, LINES * 100) for kind in KINDS]
    kept, left_out = fit(parts, 150)
    assert [p.kind for p in kept] == ["chronicle"]
    assert len(left_out) == len(KINDS) - 1
