"""Lines are joined, and heredocs ended, where the builder does it."""

import pytest

from roundtable.adapters.runners.dockerfiles.lines import Lines, opening_of, openings
from roundtable.adapters.runners.dockerfiles.syntax import Unreadable


def joined(text: str) -> list[tuple[int, str]]:
    return [(line.line, line.text) for line in Lines(text)]


def test_a_line_goes_on_over_comments_and_blank_lines() -> None:
    assert joined("RUN a \\\n# no\n\n  \\\n  b \\  \n c\nRUN d") == [
        (1, "RUN a     b  c"),
        (7, "RUN d"),
    ]


def test_the_escape_of_the_file_decides_what_goes_on() -> None:
    assert joined("# escape=`\nRUN a `\n b\nRUN c \\\nRUN d") == [
        (2, "RUN a  b"),
        (4, "RUN c \\"),
        (5, "RUN d"),
    ]


def test_a_comment_does_not_go_on() -> None:
    assert joined("# a \\\nRUN b") == [(2, "RUN b")]


def test_windows_lines_and_a_mark_are_read() -> None:
    assert joined("\ufeffRUN a \\\r\n b\r\n") == [(1, "RUN a  b")]


def test_directives_end_with_the_first_line_that_is_none() -> None:
    lines = Lines("# syntax=docker/dockerfile:1\n#Check = error=true\n# note\n# escape=`\n")
    assert [(d.name, d.value, d.line) for d in lines.directives] == [
        ("syntax", "docker/dockerfile:1", 1),
        ("check", "error=true", 2),
    ]
    assert lines.escape == "\\"


def test_the_bodies_of_several_heredocs_follow_each_other() -> None:
    lines = Lines("RUN <<A cat <<-B\na\nA \nA\n\tb\n\tB\nRUN c")
    first, *rest = ((line.text, [(h.name, h.body) for h in lines.bodies(line)]) for line in lines)
    assert first == ("RUN <<A cat <<-B", [("A", "a\nA \n"), ("B", "\tb\n")])
    assert rest == [("RUN c", [])]


@pytest.mark.parametrize(
    "text",
    [
        *("RUN a\\\f\nb", "RUN a\u00a0\nb", "\u2003RUN a", "\x1c# a", "RUN a \\\n\x1f\nb"),
        *("RUN a\\ \\", "RUN a\\ \\\n\n", "# escape=`\nRUN a` `"),
    ],
)
def test_a_line_whose_end_can_be_read_in_two_ways_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        joined(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("cat <<EOF", ["EOF"]),
        ("cat <<'EOF' 3<<-\"B\"", ["EOF", "B"]),
        ("cat<<EOF", []),
        ("cat << EOF", []),
        ("cat <<<EOF", []),
        ("echo '<<EOF' \"a <<B\"", []),
        ("echo $((1 << 2))", []),
        ("echo it's fine", []),
        ("echo it's 1 <", []),
    ],
)
def test_a_heredoc_begins_where_a_word_does(text: str, names: list[str]) -> None:
    assert [opening.name for opening in openings(text)] == names


def test_a_word_tells_whether_tabs_are_taken_off() -> None:
    plain, chomped = opening_of("<<E"), opening_of("<<-E")
    assert plain is not None
    assert chomped is not None
    assert (plain.chomp, chomped.chomp) == (False, True)


@pytest.mark.parametrize("text", ["cat <<a;b", "cat <<3))", "x it's <<EOF", "cat <<$x"])
def test_a_heredoc_that_can_be_read_in_two_ways_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        openings(text)


def test_lines_are_counted_in_the_file_that_holds_them() -> None:
    assert [line.line for line in Lines("\nRUN a\n", 10)] == [12]
    with pytest.raises(Unreadable) as caught:
        list(Lines("\nRUN \x01\n", 10))
    assert caught.value.line == 12
