"""Everybody's tests, for everybody."""

from roundtable.core.pooling import pooled, without_new_tests

BEFORE = {"cart.py": "old", "tests/test_old.py": "old test"}
ONE = {"cart.py": "one", "tests/test_old.py": "changed", "tests/test_new.py": "new"}
TWO = {"cart.py": "two", "tests/test_old.py": "old test", "tests/test_new.py": "other"}


def test_new_and_changed_tests_of_each_candidate_stand_in_a_folder_of_their_own() -> None:
    assert pooled(BEFORE, {"Gawain": ONE, "Lancelot": TWO}) == {
        "pooled_1/tests/test_old.py": "changed",
        "pooled_1/tests/test_new.py": "new",
        "pooled_2/tests/test_new.py": "other",
    }


def test_a_candidate_is_held_against_the_tests_that_stood_before_and_not_its_own() -> None:
    assert without_new_tests(BEFORE, ONE) == {"cart.py": "one", "tests/test_old.py": "old test"}
