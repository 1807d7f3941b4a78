from roundtable.merge.python_text import parsed


def test_what_python_cannot_read_is_none() -> None:
    assert parsed("def f(:\n") is None
    assert parsed("x = '\0'") is None
    assert parsed("x = " + "(" * 500) is None


def test_an_odd_escape_is_read_without_a_warning() -> None:
    assert parsed("pattern = '\\d+'") is not None
