"""What a browser must load before it shows something, and what the page may not hold."""

import gzip
import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest

WEB = Path(__file__).resolve().parents[1] / "src" / "roundtable" / "_web"
KB = 1000
SCREENS = ("setup", "table", "files", "execution", "replay", "projects", "settings")


class Chunk(TypedDict):
    """One entry of vite's manifest, as far as it is read here."""

    file: str
    isEntry: NotRequired[bool]
    imports: NotRequired[list[str]]
    dynamicImports: NotRequired[list[str]]
    css: NotRequired[list[str]]
    assets: NotRequired[list[str]]


@cache
def manifest() -> dict[str, Chunk]:
    path = WEB / ".vite" / "manifest.json"
    assert path.is_file(), "the web client is not built: run `make client`"
    chunks: dict[str, Chunk] = json.loads(path.read_text(encoding="utf-8"))
    return chunks


def entry() -> str:
    (key,) = (key for key, chunk in manifest().items() if chunk.get("isEntry"))
    return key


def loaded_with(key: str) -> set[str]:
    """A chunk and all that it cannot run without."""
    found: set[str] = set()
    ahead = [key]
    while ahead:
        here = ahead.pop()
        if here not in found:
            found.add(here)
            ahead += manifest()[here].get("imports", [])
    return found


def packed(names: set[str]) -> float:
    """Their size on the wire, in kB."""
    return sum(len(gzip.compress((WEB / name).read_bytes(), mtime=0)) for name in names) / KB


def scripts(keys: set[str]) -> set[str]:
    return {manifest()[key]["file"] for key in keys}


def styles(keys: set[str]) -> set[str]:
    return {name for key in keys for name in manifest()[key].get("css", [])}


def test_what_is_loaded_first_is_small() -> None:
    first = loaded_with(entry())
    assert packed({*scripts(first), "theme.js"}) <= 180
    assert 0 < packed(styles(first)) <= 20


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_is_loaded_when_it_is_opened_and_is_small(screen: str) -> None:
    key = f"src/screens/{screen}/index.tsx"
    assert key in manifest()[entry()].get("dynamicImports", [])
    all_of_it = loaded_with(key) | loaded_with(entry())
    own = loaded_with(key) - loaded_with(entry())
    assert packed(scripts(own)) <= 60
    assert packed(styles(all_of_it)) <= 20


def test_no_wasm_is_loaded_at_first() -> None:
    for key in loaded_with(entry()):
        chunk = manifest()[key]
        assert not [name for name in chunk.get("assets", []) if name.endswith(".wasm")]
        assert ".wasm" not in (WEB / chunk["file"]).read_text(encoding="utf-8")


def test_no_map_of_the_sources_is_shipped() -> None:
    assert not list(WEB.rglob("*.map"))
    for path in WEB.rglob("*.js"):
        assert "sourceMappingURL=" not in path.read_text(encoding="utf-8"), path.name


class Inspector(HTMLParser):
    """Collects what our content policy would refuse."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: list[str] = []
        self.loads: list[str] = []
        self._in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self._in_script = tag == "script"
        if tag == "style" or (tag == "script" and not named.get("src")):
            self.refused.append(tag)
        self.refused += [name for name in named if name == "style" or name.startswith("on")]
        if tag in ("script", "link", "img"):
            self.loads.append(named.get("src") or named.get("href") or "")

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script and data.strip():
            self.refused.append(data)


def test_the_page_holds_no_script_and_no_style_of_its_own() -> None:
    inspector = Inspector()
    inspector.feed((WEB / "index.html").read_text(encoding="utf-8"))
    assert inspector.refused == []


def test_the_page_loads_only_what_is_shipped_with_it() -> None:
    inspector = Inspector()
    inspector.feed((WEB / "index.html").read_text(encoding="utf-8"))
    assert len(inspector.loads) >= 3
    for address in inspector.loads:
        assert address.startswith("/"), address
        assert (WEB / address.removeprefix("/")).is_file(), address


def test_the_styles_load_nothing_from_elsewhere() -> None:
    for path in WEB.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"url\(\s*['\"]?(https?:)?//|@import", text), path.name


def test_the_frame_that_projects_run_in_loads_nothing() -> None:
    inspector = Inspector()
    inspector.feed((WEB / "runtime" / "frame.html").read_text(encoding="utf-8"))
    assert inspector.loads == [""]  # its one script stands in it


def test_what_runs_projects_in_the_browser_is_shipped_and_lazy() -> None:
    key = "src/screens/execution/browser/screen.tsx"
    own = loaded_with(key) - loaded_with(entry())
    assert packed(scripts(own)) <= 60
    for chunk in own:
        heavy = (".wasm", ".zip", ".whl")
        assert not [n for n in manifest()[chunk].get("assets", []) if n.endswith(heavy)]
    shipped = {path.suffix for path in (WEB / "assets").iterdir()}
    assert {".wasm", ".zip", ".mjs", ".whl"} <= shipped


def test_the_client_is_not_larger_than_a_package_may_be() -> None:
    files = [path for path in WEB.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) <= 40_000 * KB
