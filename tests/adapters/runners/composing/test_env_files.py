import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.env_files import parse_env_file
from roundtable.adapters.runners.plans import GIVE_VARIABLES


def parsed(text: str, raw: bool = False, **variables: str) -> dict[str, str]:
    docket = Docket("compose.yaml")
    found = parse_env_file("app.env", text, variables, docket, raw)
    docket.close()
    return found


@pytest.mark.parametrize(
    ("line", "value"),
    [
        *(("A=b", "b"), ("A = b ", "b"), ("export A=b", "b"), ("A: b", "b"), ("A=", "")),
        *(("A=b # c", "b"), ("A=b#c", "b#c"), ("A=# c", "# c"), ("A='b # c'", "b # c")),
        *(('A="b" # c', "b"), ("A='$X'", "$X"), ("A=$X", "x"), ('A="${X:-y}"', "x")),
        *((r'A="a\tb\"c"', 'a\tb"c'), (r"A='it\'s'", "it's"), (r'A="\$X"', "$X"), ("A=a=b", "a=b")),
        ('A="one\ntwo"', "one\ntwo"),
    ],
)
def test_a_line_is_read_as_compose_reads_it(line: str, value: str) -> None:
    assert parsed(f"# first\n\n{line}\nZ=last\n", X="x") == {"A": value, "Z": "last"}


def test_a_value_may_use_an_earlier_one_and_a_bare_name_is_the_developers() -> None:
    assert parsed("A=1\nB=$A$A\nKEY\nNONE\n", KEY="k") == {"A": "1", "B": "11", "KEY": "k"}


def test_a_raw_file_is_taken_as_it_is() -> None:
    assert parsed("A='$X' # y\n", raw=True, X="x") == {"A": "'$X' # y"}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        *(("A=1\n=x", 2), ("A B=1", 1), ("A='x", 1), ('A="x" y', 1), ("A=${B", 1)),
        *(("A=1\nB=2\nC=${D:?give it}", 3), ("A=\x00", 1), ("A=" + "x" * 200_000, 1)),
    ],
)
def test_a_fault_is_told_with_the_file_and_the_line_and_without_the_value(
    text: str, line: int
) -> None:
    docket = Docket("compose.yaml")
    parse_env_file("app.env", text, {}, docket)
    (refusal,) = docket.refusals
    assert (refusal.path, refusal.line) == ("app.env", line)
    assert "x" not in refusal.what.replace("the whole file", "")


def test_many_open_quotes_cost_no_more_than_their_lines() -> None:
    docket = Docket("compose.yaml")
    parse_env_file("app.env", 'A="x\\\n' * 20_000, {}, docket)
    assert docket.refusals


def test_a_variable_that_must_be_given_says_how() -> None:
    docket = Docket("compose.yaml")
    parse_env_file("app.env", "A=${B:?give it}\nC=${D", {}, docket)
    assert [refusal.remedy for refusal in docket.refusals] == [GIVE_VARIABLES, ""]
