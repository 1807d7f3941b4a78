"""What refusals show, and how values of a Dockerfile are asked."""

from roundtable.adapters.runners.dockerfiles.reading import read
from roundtable.adapters.runners.dockerfiles.syntax import Heredoc, on_one_line, refused
from roundtable.adapters.runners.plans import BuildSource


def test_what_is_shown_is_one_printable_line_of_bounded_length() -> None:
    shown = on_one_line("RUN a\nb\x1b[2J\t c " + "x" * 500)
    assert shown.startswith("RUN a b [2J c x")
    assert shown.isprintable()
    assert len(shown) == 160


def test_a_refusal_names_path_line_words_and_reason() -> None:
    error = refused("Dockerfile", 3, "RUN x", "because")
    assert error.message == "Dockerfile:3: RUN x: because"
    assert error.refusals[0].line == 3


def test_tabs_are_taken_off_only_where_the_heredoc_says_so() -> None:
    assert Heredoc("E", "\t\ta\n\tb\tc\n", chomp=True).content == "a\nb\tc\n"
    assert Heredoc("E", "\ta\n", chomp=False).content == "\ta\n"


def test_a_stage_is_found_by_name_and_by_number_if_it_comes_before() -> None:
    dockerfile = read(BuildSource("Dockerfile", "FROM a AS One\nFROM b\nFROM c AS three\n"))
    assert dockerfile.stage_of("ONE", 2) == 0
    assert dockerfile.stage_of("1", 2) == 1
    assert dockerfile.stage_of("three", 2) is None
    assert dockerfile.stage_of("2", 2) is None
    assert dockerfile.stage_of("99999", 2) is None


def test_an_instruction_is_shown_with_its_flags() -> None:
    text = "FROM a\nCOPY --link \\\n  --chown=1:1 x \\\n  y\n"
    copy = read(BuildSource("Dockerfile", text)).stages[0].instructions[0]
    assert copy.shown == "COPY --link --chown=1:1 x y"
    assert (copy.flag("chown"), copy.flag("link"), copy.flag("chmod")) == ("1:1", None, None)
