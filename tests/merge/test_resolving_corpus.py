"""Whole projects that people wrote: no import of theirs is taken for a broken one."""

import os
import re
import tarfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from roundtable.merge.grammars import language_of
from roundtable.merge.resolving import unresolved_imports
from roundtable.merge.standing import Origins, Shelf, Standing
from tests.corpus.archives import FOLDER, LARGEST, ROOT, Archive, pinned

PART = 5
"""So many files make one change set."""
SOME = ("@agoric/cosmos", "eslint", "react-native-svg", "chromadb", "jpype1", "rxjs")
"""Projects of all languages that are read by default, each up to so many files a language."""
MOST = 30

UNDECLARED = {
    "@gluestack-ui/core": {"dom-helpers"},
    "chromadb": {"anyio", "hnswlib", "pandas", "psutil", "requests"},
    "wandb": {"cv2", "fastai", "grpc_tools", "joblib", "langchain", "openai", "pytz", "sacred"}
    | {"scipy", "stable_baselines3", "tqdm"},
    "zod": {"@seriousme/openapi-schema-validator", "@web-std/file", "recheck"},
}
"""Packages that these projects import and nowhere declare, each seen to be so."""
ABSENT = {
    "react-native-navigation": {"index.js"},
    "uniffi-bindgen-react-native": {"integration/fixtures/turbo-module-testing/App.tsx"},
    "wandb": {"wandb/filesync/dir_watcher.py"},
}
"""Files that import what is not in the archive, each seen to be so."""

ENDINGS = {
    "ecma": (".js", ".ts", ".tsx"),
    "go": (".go",),
    "java": (".java",),
    "rust": (".rs",),
    "python": (".py",),
}

Project = dict[str, str]


@cache
def project(archive: Archive) -> Project:
    """All files of an archive; of those that are no text, or too large, only the paths."""
    if not archive.path.is_file():
        why = f"not run: no {archive.file} in {FOLDER}"
        pytest.fail(why) if os.environ.get("CI") == "true" else pytest.skip(why)
    found: Project = {}
    with tarfile.open(archive.path) as packed:
        for member in (one for one in packed if one.isfile()):
            content = packed.extractfile(member) if member.size <= LARGEST else None
            text = content.read().decode("utf-8", "replace") if content else ""
            found[member.name.partition("/")[2]] = "" if "\ufffd" in text else text
    return found


def own() -> Project:
    found: Project = {}
    for folder in ("src", "tests", "benchmarks", "docs", "requirements"):
        paths = [path for path in sorted((ROOT / folder).rglob("*")) if path.is_file()]
        found |= {str(path.relative_to(ROOT)): text_of(path) for path in paths}
    return found | {"pyproject.toml": (ROOT / "pyproject.toml").read_text()}


def text_of(path: Path) -> str:
    return path.read_text(errors="replace") if path.suffix in (".py", ".lock") else ""


def sources(files: Project, most: int) -> list[str]:
    """Of each language the files that people wrote, spread over the whole project."""
    found: dict[str, list[str]] = {}
    for path in sorted(files):
        if ".min." not in path and files[path] and language_of(path):
            found.setdefault(str(language_of(path)), []).append(path)
    return [path for paths in found.values() for path in paths[:: max(1, len(paths) // most)]]


def objections(files: Project, most: int) -> Iterator[tuple[str, str]]:
    wanted = sources(files, most)
    for at in range(0, len(wanted), PART):
        part = {path: files[path] for path in wanted[at : at + PART]}
        for one in unresolved_imports({}, part, files, files.get):
            yield one.path, one.reason


def strange(name: str, files: Project, most: int) -> list[str]:
    """The objections that nobody has looked into."""
    told = []
    for path, reason in objections(files, most):
        found = re.search(
            r"imports (?:\S+(?:, \S+)*(?: and \d+ more)? from )?(@[\w-]+/[\w-]+|[\w-]+)", reason
        )
        undeclared = found is not None and found.group(1) in UNDECLARED.get(name, ())
        if not undeclared and path not in ABSENT.get(name, ()):
            told.append(f"{path}: {reason}")
    return told


@pytest.mark.parametrize("name", SOME)
def test_no_import_of_a_real_project_is_taken_for_a_broken_one(name: str) -> None:
    archive = next(one for one in pinned() if one.name == name)
    assert strange(name, project(archive), MOST) == []


def test_no_import_of_our_own_is_taken_for_a_broken_one() -> None:
    assert strange("roundtable", own(), 80) == []


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("archive", pinned(), ids=lambda one: one.name)
def test_no_import_in_any_file_is_taken_for_a_broken_one(archive: Archive) -> None:
    files = project(archive)
    assert strange(archive.name, files, len(files)) == []


def renamed(files: Project, path: str, here: Origins) -> str | None:
    """The file with its first import from the project changed so that it leads nowhere."""
    for want in here.wants(path):
        found = here.look(want, path)
        parts = re.match(r"(.*?)(\w+)(?:\.[cm]?[jt]sx?)?$", want.module)
        if not found.files or found.lack or want.unsure or parts is None:
            continue
        head, word = parts.groups()
        lines = files[path].splitlines(keepends=True)
        below = "".join(lines[want.line - 1 :])
        if head or path.endswith(".rs"):
            changed = below.replace(head + word, f"{head}Zq{word[::-1]}", 1)
            return "".join(lines[: want.line - 1]) + changed
    return None


@pytest.mark.parametrize(
    ("name", "way", "least"),
    [
        ("eslint", "ecma", 0.95),
        ("rxjs", "ecma", 0.95),
        ("@agoric/cosmos", "go", 0.95),
        ("react-native-navigation", "java", 0.9),
        ("chromadb", "rust", 0.9),
        ("chromadb", "python", 0.9),
    ],
)
def test_an_import_changed_to_lead_nowhere_is_told(name: str, way: str, least: float) -> None:
    """Silence would pass the tests above as well."""
    files = project(next(one for one in pinned() if one.name == name))
    made = import_module(f"roundtable.merge.origins.{way}").origins
    here: Origins = made(Standing(frozenset(files), {}, Shelf(files.get)))
    count: Counter[bool] = Counter()
    for path in [one for one in sources(files, 200) if one.endswith(ENDINGS[way])]:
        text = renamed(files, path, here)
        if text is not None and count.total() < 25:
            found = unresolved_imports({path: files[path]}, {path: text}, files, files.get)
            count[any(one.path == path for one in found)] += 1
    assert count.total() >= 10, f"only {count.total()} imports could be changed"
    assert count[True] >= least * count.total(), count
