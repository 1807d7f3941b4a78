from roundtable.merge.probes import probes
from roundtable.merge.python_text import parsed

UNITTEST = """
import unittest
from m import Box, limit

class BoxTest(unittest.TestCase):
    def setUp(self):
        self.box = Box()

    def test_add(self):
        self.box.add(3, 'left')
        self.assertEqual(self.box.total(), 3)

    def test_error(self):
        with self.assertRaises(ValueError):
            self.box.add(-1, 'right')
        self.assertRaises(KeyError, self.box.take, 5)
"""
PLAIN = """
from m import limit

def test_limit():
    assert limit([1, 2]) == 2
"""


def steps(source: str, origin: str) -> list[str]:
    return [probe.steps for probe in probes({"test_m.py": source}) if probe.origin == origin]


def test_each_probe_changes_one_thing_of_one_test() -> None:
    found = steps(UNITTEST, "BoxTest.test_add")
    assert (
        "def probe(self):\n    _seen(self.box.add(0, 'left'))\n    _seen(self.box.total())" in found
    )
    assert "def probe(self):\n    _seen(self.box.add(3, ''))\n    _seen(self.box.total())" in found
    assert "def probe(self):\n    _seen(self.box.total())" in found
    assert len(found) == len(set(found))


def test_the_test_as_it_is_known_is_no_probe() -> None:
    known = "def probe(self):\n    _seen(self.box.add(3, 'left'))\n    _seen(self.box.total())"
    assert known not in steps(UNITTEST, "BoxTest.test_add")


def test_what_a_test_expects_is_not_told_to_the_probe() -> None:
    assert all("assert" not in text for text in steps(UNITTEST, "BoxTest.test_error"))
    assert any(
        "_tried(lambda: self.box.take(6))" in t for t in steps(UNITTEST, "BoxTest.test_error")
    )
    assert any("with _tried():" in text for text in steps(UNITTEST, "BoxTest.test_error"))


def test_values_that_the_tests_use_elsewhere_are_tried_too() -> None:
    assert any("'right'" in text for text in steps(UNITTEST, "BoxTest.test_add"))


def test_plain_functions_give_probes_as_well() -> None:
    found = steps(PLAIN, "test_limit")
    assert "def probe():\n    _seen(limit([1]))" in found
    assert "def probe():\n    _seen(limit([2, 1]))" in found


def test_what_tests_share_goes_along_without_the_tests() -> None:
    shared = {probe.shared for probe in probes({"test_m.py": UNITTEST})}
    assert len(shared) == 1
    text = shared.pop()
    assert "def setUp" in text
    assert "def test_" not in text
    assert parsed(text) is not None


def test_tests_that_need_fixtures_or_decorators_are_left_out() -> None:
    source = "def test_a(tmp_path):\n    f(1)\n\n@slow\ndef test_b():\n    f(1)\n"
    assert probes({"test_m.py": source}) == ()


def test_every_test_has_its_share_of_the_probes() -> None:
    found = probes({"test_m.py": UNITTEST, "test_n.py": PLAIN}, most=6)
    assert [probe.origin for probe in found].count("test_limit") == 2
    assert len(found) == 6


def test_texts_that_are_not_python_give_nothing() -> None:
    assert probes({"test_m.py": "def test(:", "m.test.js": "test('a', f)"}) == ()
