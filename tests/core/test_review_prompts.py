"""What reviewers are shown of a code base that is read in pieces."""

from tests.core.test_build_prompts import prompts

TREE = {
    "cart.py": "class Cart:\n    def total(self):\n        return 1\n",
    "shop.py": "from cart import Cart\n\n\ndef price():\n    return Cart().total()\n",
    "tests/test_shop.py": "from shop import price\n\n\ndef test_it():\n    assert price() == 1\n",
}


def test_a_chunk_comes_with_numbered_lines_and_the_interfaces_of_the_rest() -> None:
    told = prompts("review", given=TREE, chunk_tokens=30)
    first = next(prompt for key, prompt in told.items() if key.endswith("chunk-1"))
    assert "2:     def total(self):" in first.text
    assert "The interfaces of the other files" in first.text
    assert "def price()" in first.text
    assert "return Cart().total()" not in first.text


def test_the_pass_over_the_borders_names_where_files_meet() -> None:
    told = prompts("review", given=TREE, chunk_tokens=30)
    borders = next(prompt for key, prompt in told.items() if key.endswith("chunk-0"))
    assert "Where files of different chunks meet" in borders.text
    assert "shop.py and cart.py" in borders.text


def test_in_one_pass_there_is_nothing_outside() -> None:
    told = prompts("review", given=TREE, chunk_tokens=0)
    (key,) = [key for key in told if key.startswith("review.1.1.Gawain")]
    assert "The interfaces of the other files" not in told[key].text


def test_findings_are_asked_for_as_one_block_in_the_seats_name() -> None:
    told = prompts("review", given=TREE)
    text = told["review.1.1.Gawain/chunk-1"].text
    assert '"agent": "Gawain"' in text
    assert '"severity": "critical"' in text


def test_of_many_files_the_interfaces_that_matter_most_are_shown_and_the_rest_is_counted() -> None:
    body = "".join(
        f"def unrelated_function_{n}(argument):\n    return {n}\n\n\n" for n in range(90)
    )
    given = {f"far{n}.py": body.replace("_function_", f"_{n}_") for n in range(6)}
    given |= {"near.py": "def special_discount(cart):\n    return 0\n"}
    given |= {"a_user.py": "from near import special_discount\n\nprint(special_discount(1))\n"}
    told = prompts("review", given=given, chunk_tokens=3_000)
    chunk = next(p for k, p in told.items() if "2: " in p.text and "print(special" in p.text)
    shown = chunk.text.split("# The interfaces of the other files")[1]
    assert "more files are not shown" in shown
    assert "special_discount(cart)" in chunk.text
