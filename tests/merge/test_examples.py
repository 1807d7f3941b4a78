import random
from pathlib import Path

from roundtable.merge.examples import EXAMPLES, example_tests
from tests.merge.plain_runs import run_in

TEXT = '''
class Scale:
    """Weighs."""

    def weigh(self, grams):
        """
        >>> scale = Scale()
        >>> scale.weigh(3)
        3.0
        >>> scale.weigh(1)
        0.3333333333333333
        """

    def label(self):
        """
        >>> Scale().label()
        "scale"
        >>> Scale().show()
        a scale
        """
'''
GOOD = """
class Scale:
    def weigh(self, grams):
        return grams / 1.0 if grams > 1 else 1 / 3 + 1e-12
    def label(self):
        return 'scale'
    def show(self):
        print('a scale')
"""


def names(passed: tuple[str, ...]) -> list[str]:
    return [name.rpartition("::")[2] for name in passed]


def test_every_example_that_says_what_comes_out_is_a_test(tmp_path: Path) -> None:
    report = run_in(tmp_path, {"m.py": GOOD}, example_tests({"m.py": TEXT}))
    assert names(report.passed) == [
        "test_0000_weigh",
        "test_0001_weigh",
        "test_0002_label",
        "test_0003_label",
    ]


def test_an_example_that_does_not_hold_fails(tmp_path: Path) -> None:
    wrong = GOOD.replace("'scale'", "'weight'").replace("if grams > 1 else 1 / 3 + 1e-12", "")
    report = run_in(tmp_path, {"m.py": wrong}, example_tests({"m.py": TEXT}))
    assert names(report.failed) == ["test_0001_weigh", "test_0002_label"]


def test_a_whole_number_and_a_truth_are_not_mistaken_for_each_other(tmp_path: Path) -> None:
    tests = example_tests({"m.py": '"""\n>>> one()\nTrue\n"""'})
    assert run_in(tmp_path, {"m.py": "def one():\n    return 1\n"}, tests).failed


def test_a_text_that_is_not_whole_still_gives_its_examples() -> None:
    broken = 'def f(x:\n    """\n    >>> f(1)\n    2\n'
    assert "test_0000_f" in example_tests({"m.py": broken})[EXAMPLES]


def test_a_module_in_a_package_is_named_as_it_is_imported() -> None:
    text = '"""\n>>> 1\n1\n"""'
    assert '"pack.part"' in example_tests({"src/pack/part.py": text})[EXAMPLES]
    assert '"pack"' in example_tests({"src/pack/__init__.py": text})[EXAMPLES]


def test_without_examples_there_are_no_tests() -> None:
    assert example_tests({"m.py": '"""Prose."""', "notes.md": ">>> 1\n1"}) == {}


def test_examples_that_are_badly_laid_out_are_passed_over() -> None:
    assert example_tests({"m.py": '"""\n>>>f(1)\n2\n"""'}) == {}


def test_chance_is_the_same_in_every_run(tmp_path: Path) -> None:
    source = "import random\n\n\ndef draw():\n    return random.random()\n"
    expected = random.Random(0).random()
    tests = example_tests({"m.py": f'"""\n>>> draw()\n{expected!r}\n"""'})
    assert run_in(tmp_path, {"m.py": source}, tests).failed == ()
