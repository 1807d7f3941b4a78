import pytest

from roundtable.adapters.runners.composing.find import NAMES, compose_file, notes_on_others


@pytest.mark.parametrize("index", range(len(NAMES)))
def test_the_first_of_the_four_names_is_taken(index: int) -> None:
    assert compose_file([*reversed(NAMES[index:])]) == NAMES[index]


@pytest.mark.parametrize("name", ["sub/compose.yaml", "Compose.yaml", "compose.override.yaml"])
def test_only_a_file_of_that_name_at_the_root_counts(name: str) -> None:
    assert compose_file([name, "README.md"]) is None


def test_overrides_and_rivals_are_named_and_the_file_itself_is_not() -> None:
    files = ["compose.yaml", "compose.override.yml", "docker-compose.yml", "x/compose.yml"]
    notes = notes_on_others(files, "compose.yaml")
    assert [note.split()[0] for note in notes] == ["compose.override.yml", "docker-compose.yml"]
