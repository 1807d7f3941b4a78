"""From whom the units of a merge came: only what the round touched has a new author."""

from roundtable.adapters.workshop import SandboxedWorkshop
from tests.adapters.carts import code, merged, shipped, sources, take


async def test_what_had_to_be_done_to_a_candidate_before_it_could_be_used_is_told(
    reading: SandboxedWorkshop,
) -> None:
    curly = "def a(x):\n    return \u201cx\u201d\n"
    event = await merged(reading, {"Gawain": {"cart.py": curly}}, base="Gawain")
    assert shipped(event)["cart.py"] == code(a='"x"')
    (conflict,) = event.conflicts
    assert (conflict.path, conflict.source, conflict.refused) == ("cart.py", "Gawain", False)
    assert "quotes" in conflict.reason


async def test_provenance_tells_only_what_this_round_touched(reading: SandboxedWorkshop) -> None:
    before = {"cart.py": code(a="1", b="2"), "old.py": code(c="3")}
    mine = {**before, "cart.py": code(a="9", b="2"), "new.py": code(d="4")}
    event = await merged(
        reading, {"Gawain": mine, "Lancelot": dict(before)}, base="Gawain", before=before
    )
    assert set(sources(event)) == {("cart.py", "a"), ("new.py", "d")}
    assert [file.path for file in event.files] == ["cart.py", "new.py"]


async def test_other_comments_alone_make_nobody_the_author(reading: SandboxedWorkshop) -> None:
    before = {"cart.py": code(a="1")}
    mine = {"cart.py": "def a(x):\n    # One.\n    return 1\n"}
    event = await merged(reading, {"Gawain": mine, "Lancelot": mine}, before=before)
    assert shipped(event, before) == mine
    assert event.provenance == ()


async def test_files_come_and_go_with_the_base_and_the_directives(
    reading: SandboxedWorkshop,
) -> None:
    before = {"old.py": code(a="1"), "kept.txt": "text\n"}
    mine = {"kept.txt": "text\n", "empty.py": ""}
    theirs = {**before, "notes.md": "# Notes\n"}
    directive = take("*", "Lancelot", "people need it", "notes.md")
    event = await merged(reading, {"Gawain": mine, "Lancelot": theirs}, directive, before=before)
    assert event.deleted == ("old.py",)
    assert shipped(event, before) == {**mine, "notes.md": "# Notes\n"}
    assert sources(event) == {
        ("empty.py", "*"): ("Gawain", "base"),
        ("notes.md", "*"): ("Lancelot", "people need it"),
    }


async def test_a_file_without_a_grammar_is_taken_whole(reading: SandboxedWorkshop) -> None:
    before = {"deploy.conf": "zero\n"}
    event = await merged(
        reading,
        {"Gawain": {"deploy.conf": "one\n"}, "Lancelot": {"deploy.conf": "two\n"}},
        take("*", "Lancelot", path="deploy.conf"),
        before=before,
    )
    assert shipped(event, before) == {"deploy.conf": "two\n"}
    assert sources(event) == {("deploy.conf", "*"): ("Lancelot", "it is clearer")}
