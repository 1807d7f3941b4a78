"""The packages for the browser: fetched as their lock says, once, and told of as they are."""

import base64
import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatch_build import NO_PIP, Client, Refused, Wheels, main, manifest

ROOT = Path(__file__).resolve().parents[1]
ANY = "py3-none-any"
WASM = "cp314-cp314-pyemscripten_2026_0_wasm32"


def made(
    folder: Path, name: str, *requires: str, files: tuple[str, ...] = (), tag: str = ANY
) -> Path:
    """A wheel that pip takes for one: its code is empty, its metadata is real."""
    stem = f"{name}-1.0"
    told = [f"Name: {name}", "Version: 1.0", *(f"Requires-Dist: {each}" for each in requires)]
    parts = dict.fromkeys(files or (f"{name}/__init__.py",), "")
    parts[f"{stem}.dist-info/METADATA"] = "\n".join(["Metadata-Version: 2.1", *told, ""])
    parts[f"{stem}.dist-info/WHEEL"] = f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n"
    lines = [f"{path},sha256={_digest(text)},{len(text)}" for path, text in parts.items()]
    parts[f"{stem}.dist-info/RECORD"] = "\n".join([*lines, f"{stem}.dist-info/RECORD,,", ""])
    folder.mkdir(exist_ok=True)
    path = folder / f"{stem}-{tag}.whl"
    with zipfile.ZipFile(path, "w") as packed:
        for each, text in parts.items():
            packed.writestr(each, text)
    return path


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of wheels, and a pip that knows no other place."""
    folder = tmp_path / "shelf"
    made(
        folder,
        "web",
        "core",
        'elsewhere; sys_platform == "linux"',
        'near; sys_platform == "emscripten"',
    )
    made(folder, "core", 'extra_thing; extra == "all"', tag=WASM, files=("core/_native.so",))
    made(folder, "near", files=("near.py", "_near/inner.py", "near_data/list.txt"))
    made(folder, "elsewhere")
    made(folder, "extra_thing")
    for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


@pytest.fixture
def wheels(tmp_path: Path, shelf: Path) -> Wheels:
    found = Wheels(tmp_path / "fetched", tmp_path / "browser.lock")
    found.resolve(["web"])
    return found


def test_a_lock_names_what_is_needed_in_a_browser_and_nothing_else(wheels: Wheels) -> None:
    text = wheels.lock.read_text()
    assert [line.split(" ")[0] for line in text.splitlines() if "==" in line] == [
        "core==1.0",
        "near==1.0",
        "web==1.0",
    ]
    assert text.count("--hash=sha256:") == 3


def test_packages_that_do_not_go_together_are_not_locked(wheels: Wheels, shelf: Path) -> None:
    before = wheels.lock.read_text()
    made(shelf, "older", "core<1")
    with pytest.raises(Refused, match=r"older needs core<1, and 1\.0 is the newest"):
        wheels.resolve(["core", "older"])
    assert wheels.lock.read_text() == before


def test_what_the_lock_names_is_fetched_and_told_of_from_the_wheels_themselves(
    wheels: Wheels,
) -> None:
    wheels.fetch()
    told = json.loads((wheels.folder / "manifest.json").read_text())
    assert told == {
        "core": {"file": f"core-1.0-{WASM}.whl", "modules": ["core"], "requires": []},
        "near": {"file": f"near-1.0-{ANY}.whl", "modules": ["_near", "near"], "requires": []},
        "web": {"file": f"web-1.0-{ANY}.whl", "modules": ["web"], "requires": ["core", "near"]},
    }


def test_the_same_lock_is_fetched_once_and_another_anew(wheels: Wheels, shelf: Path) -> None:
    wheels.fetch()
    for path in shelf.iterdir():
        path.rename(shelf.parent / path.name)
    wheels.fetch()
    wheels.lock.write_text(wheels.lock.read_text().replace("near==1.0", "near==1.1"))
    with pytest.raises(Refused, match="pip could not fetch"):
        wheels.fetch()
    assert not (wheels.folder / "manifest.json").exists(), "half of it is not taken for the whole"


def test_a_wheel_that_is_not_the_one_that_was_locked_is_refused(
    wheels: Wheels, shelf: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    made(shelf, "near", files=("near.py", "planted.py"))
    with pytest.raises(Refused, match="pip could not fetch"):
        wheels.fetch()
    assert "DO NOT MATCH THE HASHES" in capfd.readouterr().err


def test_without_pip_the_remedies_are_named(
    wheels: Wheels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pip", None)
    with pytest.raises(Refused) as refused:
        wheels.fetch()
    assert str(refused.value) == NO_PIP
    assert "ROUNDTABLE_WEB=skip" in NO_PIP


@pytest.mark.parametrize(("hidden", "asked"), [("sys.modules['pip'] = None; ", True), ("", False)])
def test_an_isolated_build_asks_for_pip_where_it_has_none(hidden: str, asked: bool) -> None:
    words = (
        f"import sys; {hidden}import hatchling.build as b; print(b.get_requires_for_build_wheel())"
    )
    done = subprocess.run(
        [sys.executable, "-c", words],
        cwd=ROOT,
        env={"PATH": "", "ROUNDTABLE_WEB": "force"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert ("'pip'" in done.stdout) is asked


def test_the_client_holds_every_locked_package_and_third_party_names_it() -> None:
    client = Client(ROOT)
    locked = {line.split("==")[0] for line in client.lock.read_text().splitlines() if "==" in line}
    here = manifest(client.wheels.folder)
    assert set(here) == locked
    shipped = " ".join(path.name for path in (client.out / "assets").glob("*.whl"))
    for wheel in here.values():
        assert wheel["file"].removesuffix(".whl") in shipped
    named = (ROOT / "THIRD-PARTY.md").read_text()
    assert [name for name in sorted(locked) if name not in named] == []


def test_every_need_of_a_package_is_here_as_well() -> None:
    here = manifest(Client(ROOT).wheels.folder)
    assert {need for wheel in here.values() for need in wheel["requires"]} <= set(here)


def test_a_lock_of_nothing_is_refused() -> None:
    with pytest.raises(Refused, match="usage"):
        main(["lock"])
