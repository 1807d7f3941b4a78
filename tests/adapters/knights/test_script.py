"""Scripts are read from YAML or JSON, and what is wrong in one is told with its place."""

from pathlib import Path

import pytest

from roundtable.adapters.knights.script import load_script, read_script
from roundtable.core.errors import ConfigError


def test_yaml_and_json_are_the_same_to_it() -> None:
    yaml = b"knights:\n  Gawain:\n    words_per_second: 3\n    replies:\n      - say: hello\n"
    json = b'{"knights": {"Gawain": {"words_per_second": 3, "replies": [{"say": "hello"}]}}}'
    assert read_script(yaml, "a") == read_script(json, "b")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "script"),
        (b"knights: {}", "knights"),
        (b"knights:\n  G:\n    replies: []", "knights.G.replies"),
        (b"knights:\n  G:\n    replies:\n    - sya: x", "knights.G.replies.0.sya"),
        (
            b"knights:\n  G:\n    replies:\n    - fail: {kind: sleepy}",
            "knights.G.replies.0.fail.kind",
        ),
        (b"knights:\n  - ]", "s.yaml:2"),
        (b"\xff\xfe\x00", "s.yaml"),
        (b"a: !!python/object/apply:os.system ['true']", "s.yaml:1"),
        (b"[" * 20_000, "s.yaml"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(content: bytes, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_script(content, "s.yaml")
    assert told in caught.value.message
    assert caught.value.remedy


@pytest.mark.parametrize("name", ["rehearsal", "login_limits"])
def test_the_bundled_scripts_are_readable(name: str, tmp_path: Path) -> None:
    assert load_script(f"builtin:{name}", tmp_path).knights


def test_an_unknown_bundled_script_names_one_that_exists(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no bundled script"):
        load_script("builtin:nothing", tmp_path)


def test_a_script_is_read_from_the_repository_and_not_from_outside(tmp_path: Path) -> None:
    root = tmp_path / "repository"
    root.mkdir()
    (root / "s.yaml").write_text("knights: {G: {replies: [{say: x}]}}")
    (tmp_path / "outside.yaml").write_text("knights: {G: {replies: [{say: x}]}}")
    (root / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    assert "G" in load_script("s.yaml", root).knights
    for name in ("../outside.yaml", "link.yaml"):
        with pytest.raises(ConfigError, match="out of the repository"):
            load_script(name, root)
    with pytest.raises(ConfigError, match="cannot be read"):
        load_script("missing.yaml", root)
