"""An approval is bound to the path, the new bytes and the bytes that they were made from."""

import itertools

from roundtable.core.changes import Change, sha256


def test_no_part_of_a_change_can_be_exchanged_under_its_approval() -> None:
    base = sha256(b"old")
    changes = [
        Change(path="a.py", before=base, text="new"),
        Change(path="b.py", before=base, text="new"),
        Change(path="a.py", before=sha256(b"other"), text="new"),
        Change(path="a.py", before=base, text="newer"),
        Change(path="a.py", before=base, text=""),
        Change(path="a.py", before=base),
        Change(path="a.py", text="new"),
    ]
    for one, other in itertools.combinations(changes, 2):
        assert one.digest != other.digest


def test_an_empty_file_is_not_a_removed_one() -> None:
    assert Change(path="a", text="").after == sha256(b"")
    assert Change(path="a").after == ""
