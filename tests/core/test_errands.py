"""A decision names files; one that shall be made has a word in front."""

import pytest

from roundtable.core.errands import plain_path


@pytest.mark.parametrize(
    ("named", "path"),
    [
        ("a.py", "a.py"),
        ("NEW:a.py", "a.py"),
        ("new: a.py", "a.py"),
        (" NEW:src/NEW:x ", "src/NEW:x"),
        ("NEWS.md", "NEWS.md"),
    ],
)
def test_the_path_is_what_is_left_without_it(named: str, path: str) -> None:
    assert plain_path(named) == path
