"""The values that tell of units."""

from roundtable.core.units import Conflict, UnitRow, UnitSource


def test_a_row_names_all_who_have_the_unit() -> None:
    row = UnitRow(path="a.py", unit="f", kind="function", variants=(("A", "C"), ("B",)))
    assert row.labels == ("A", "C", "B")


def test_they_come_back_from_the_log_as_they_were() -> None:
    row = UnitRow(path="a.py", unit="f", kind="function", variants=(("A",),), alike=("g",))
    source = UnitSource(path="a.py", unit="f", source="A", why="chosen")
    conflict = Conflict(path="a.py", unit="f", source="A", reason="it does not fit", refused=True)
    assert UnitRow.model_validate_json(row.model_dump_json()) == row
    assert UnitSource.model_validate_json(source.model_dump_json()) == source
    assert Conflict.model_validate_json(conflict.model_dump_json()) == conflict
