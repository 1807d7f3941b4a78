"""The project's files are a stage from which the builder copies, and nothing of ours is in it."""

from roundtable.adapters.runners import staging
from roundtable.adapters.runners.dockerfiles.laying import Lay
from roundtable.adapters.runners.dockerfiles.lowering import lower
from roundtable.adapters.runners.dockerfiles.mounts import Bind
from roundtable.adapters.runners.dockerfiles.reading import read
from roundtable.adapters.runners.plans import BuildSource


def laid(*lines: str) -> Lay:
    text = "\n".join(("FROM a AS first", "FROM b", *lines, ""))
    [lay] = lower(read(BuildSource("Dockerfile", text)))[-1].steps
    assert isinstance(lay, Lay)
    return lay


def test_a_copy_names_the_stage_unless_it_names_one_or_has_its_own_words() -> None:
    lay = laid("COPY x /x", "COPY --from=first /a /b", "COPY <<E /z", "words", "E", "USER 1")
    written = staging.from_context(lay).text(lambda number: f"stage:{number}")
    assert written.splitlines() == [
        "COPY --from=roundtable-context x /x",
        "COPY --from=stage:0 /a /b",
        "COPY <<E /z",
        *("words", "E", "USER 1"),
    ]


def test_only_files_beside_a_heredoc_lie_beside_the_recipe() -> None:
    lay = laid("COPY x /x", "COPY <<E /z", "E", "COPY x <<E /y/", "E")
    assert [staging.is_mixed(line) for line in lay.lines] == [False, False, True]


def test_an_empty_project_has_an_empty_stage() -> None:
    assert staging.opening({}) == "scratch AS roundtable-context\nFROM "
    assert "COPY roundtable-context /\n" in staging.opening({"a": b""})
    assert staging.staged({"a/b": b"x"}) == {"roundtable-context/a/b": b"x"}


def test_what_a_run_would_have_mounted_is_copied() -> None:
    here = Bind(stage=None, source="", target="/in")
    assert staging.bound(here, {}) == 'COPY --from=roundtable-context [".", "/in"]'
    there = Bind(stage=0, source="a", target="/in")
    assert staging.bound(there, {0: ("ours:1", "key")}) == 'COPY --from=ours:1 ["a", "/in"]'
