"""An answer that is damaged anywhere gives no wrong file in silence, and loses none in silence."""

import pytest

from roundtable.core.parsing.file_blocks import FileReading, read_files

FILES = {
    "shop/cart.py": (
        '"""The cart."""\n\n\ndef total(prices: list[int]) -> int:\n'
        '    """Add them."""\n    return sum(\n        price for price in prices\n    )\n'
    ),
    "README.md": (
        "# Shop\n\nInstall it:\n\n```bash\npip install shop\n```\n\n"
        "Then:\n\n```\nshop\n```\n\nDone.\n"
    ),
    "web/app.js": (
        "// The entry.\nexport function start(port) {\n  const names = ['a', `b`];\n"
        "  return { port, names };\n}\n"
    ),
    "deploy/compose.yaml": "services:\n  web:\n    image: shop\n    ports: [8080]\n",
}


def answer(between: str) -> str:
    return "I give four files.\n\n" + between.join(
        f"FILE: {path}\n```{path.rpartition('.')[2]}\n{text}```\n" for path, text in FILES.items()
    )


ANSWERS = {"close": answer(""), "apart": answer("\n"), "with talk": answer("\nThe next one.\n\n")}


def check(damaged: str, reading: FileReading) -> dict[str, str]:
    """What became of each file; a wrong one needs a warning, a lost one a rejection."""
    assert "".join(segment.raw for segment in reading.segments) == damaged
    taken = {file.path: file for file in reading.files}
    fates = {}
    for path, text in FILES.items():
        if path in taken and taken[path].text == text:
            fates[path] = "exact"
        elif path in taken:
            assert taken[path].warnings, f"{path} is wrong, and nobody is told"
            fates[path] = "wrong"
        elif f"FILE: {path}\n" in damaged:
            told = any(path in (r.path, *r.raw.split()) for r in reading.rejected)
            assert told, f"{path} is lost, and nobody is told"
            fates[path] = "told"
        else:
            fates[path] = "not sent"
    return fates


@pytest.mark.parametrize("text", ANSWERS.values(), ids=ANSWERS.keys())
def test_an_answer_that_is_not_damaged_is_read_whole(text: str) -> None:
    assert set(check(text, read_files(text)).values()) == {"exact"}


@pytest.mark.parametrize("text", ANSWERS.values(), ids=ANSWERS.keys())
def test_wherever_the_answer_is_cut_what_was_whole_before_is_read(text: str) -> None:
    ends = {path: text.index(body) + len(body) + 3 for path, body in FILES.items()}
    for position in range(len(text)):
        damaged = text[:position]
        fates = check(damaged, read_files(damaged, cut=True))
        for path, end in ends.items():
            whole = position >= end
            assert (fates[path] == "exact") == whole, (path, damaged[-40:])


@pytest.mark.parametrize("text", ANSWERS.values(), ids=ANSWERS.keys())
def test_a_cut_that_nobody_reported_is_rarely_taken_for_the_end(text: str) -> None:
    halves = 0
    for position in range(len(text)):
        fates = check(text[:position], read_files(text[:position]))
        halves += "wrong" in fates.values()
    assert halves < len(text) // 25


@pytest.mark.parametrize("text", ANSWERS.values(), ids=ANSWERS.keys())
def test_a_fence_or_a_line_of_its_own_that_is_missing_spoils_no_other_file(text: str) -> None:
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if not line.startswith(("FILE:", "```")):
            continue
        damaged = "".join(lines[:number] + lines[number + 1 :])
        fates = check(damaged, read_files(damaged))
        assert list(fates.values()).count("exact") >= 2, (number, line, fates)


@pytest.mark.parametrize("fence", ["```\n", "```python\n", "~~~\n", "````\n"])
def test_a_fence_too_many_between_two_files_does_no_harm_in_silence(fence: str) -> None:
    for text in ANSWERS.values():
        lines = text.splitlines(keepends=True)
        for number, line in enumerate(lines):
            if line.startswith("FILE:"):
                damaged = "".join((*lines[:number], fence, *lines[number:]))
                check(damaged, read_files(damaged))


@pytest.mark.parametrize("fence", ["```", "````", "~~~~"])
def test_another_fence_around_everything_changes_nothing_but_the_warnings(fence: str) -> None:
    for text in ANSWERS.values():
        damaged = f"{fence}\n{text.removeprefix('I give four files.')}{fence}\n"
        reading = read_files(damaged)
        assert set(check(damaged, reading).values()) == {"exact"}
        assert all("another fence" in file.warnings[-1] for file in reading.files)
