"""What has to be installed for a tree, from its files alone."""

import json

import pytest

from roundtable.adapters.checking.dependencies import OURS, Dependencies, of_node, of_python

NONE: dict[str, bytes] = {}


def python(
    tree: dict[str, str], vendored: dict[str, bytes] = NONE, there: tuple[str, ...] = ()
) -> Dependencies:
    found = of_python(tree, vendored, there)
    assert found
    return found


def lines(found: Dependencies) -> list[str]:
    return found.files[OURS].decode().splitlines()


@pytest.mark.parametrize(
    "tree",
    [
        {},
        {"requirements.txt": "\n# none\n   # at all\n"},
        {"requirements.txt": "-e .\n.\n./\n.[dev]\n"},
        {"requirements.txt": "PyTest>=8 ; python_version > '3'\npytest_asyncio\n"},
        {"requirements.txt": "-r nowhere.txt\n-r ../out.txt\n"},
        {"pyproject.toml": '[project]\nname = "x"\ndependencies = []\n'},
        {"pyproject.toml": "no toml ["},
        {"pyproject.toml": '[project]\ndependencies = "flask"\n'},
    ],
)
def test_where_nothing_is_needed_that_is_not_there_nothing_is_installed(
    tree: dict[str, str],
) -> None:
    assert of_python(tree, NONE, ("pytest", "pytest-asyncio")) is None


def test_all_files_of_requirements_become_one() -> None:
    tree = {
        "pyproject.toml": '[project]\ndependencies = ["httpx>=1", 3]\n',
        "requirements.txt": "flask==3 \\\n  --hash=sha256:ab  # web\n-r deps/more.txt\n"
        "-c deps/pins.txt\n--pre\n",
        "deps/more.txt": "-r ../requirements.txt\nnumpy[all]>1; python_version>'3'\n-rlast.txt\n",
        "deps/last.txt": "last\n",
        "deps/pins.txt": "numpy==2\n",
        "app.py": "",
    }
    found = python(tree)
    assert found.wanted == ("httpx", "flask", "numpy", "last")
    assert lines(found) == [
        "httpx>=1",
        "flask==3    --hash=sha256:ab",
        "numpy[all]>1; python_version>'3'",
        "last",
        "-c deps/pins.txt",
        "--pre",
    ]
    assert set(found.files) == {OURS, "deps/pins.txt"}
    assert not found.carried
    assert found.offline[-3:] == ("--no-index", "-r", OURS)
    assert "--no-index" not in found.online


def test_what_the_project_carries_along_is_shown_to_the_installer_and_nothing_else() -> None:
    tree = {
        "requirements.txt": "--find-links=wheels/\nleft\n./vendor/right[x]\n",
        "wheels/index.txt": "",
        "vendor/right/pyproject.toml": "",
        "vendor/other.py": "",
        "app.py": "",
    }
    found = python(tree, {"wheels/left-1-py3-none-any.whl": b"PK", "logo.png": b"\x89"})
    assert set(found.files) == {
        OURS,
        "wheels/index.txt",
        "wheels/left-1-py3-none-any.whl",
        "vendor/right/pyproject.toml",
    }
    assert lines(found) == ["--find-links wheels", "left", "./vendor/right"]
    assert found.carried


def test_a_path_out_of_the_tree_is_nobodys() -> None:
    tree = {
        "requirements.txt": "-f ../wheels\n-f /wheels\n-c ../pins\n-e ../x\n/y\nfile:../z\nleft\n"
    }
    found = python(tree)
    assert lines(found) == ["left"]
    assert not found.carried


def test_candidates_that_differ_elsewhere_ask_for_the_same() -> None:
    one = {"requirements.txt": "left\n", "app.py": "1"}
    assert python(one) == python({**one, "app.py": "2", "tests/test_a.py": ""})
    assert python(one) != python({**one, "requirements.txt": "left==2\n"})


@pytest.mark.parametrize(
    "package", ["", "{", "[]", "{}", '{"dependencies": []}', '{"devDependencies": {"a": "1"}}']
)
def test_a_package_without_dependencies_needs_none(package: str) -> None:
    assert of_node({"package.json": package}, NONE) is None


def test_node_s_are_installed_without_scripts_and_by_the_lock_where_there_is_one() -> None:
    package = json.dumps({"dependencies": {"left": "^1", "odd": 3}})
    free = of_node({"package.json": package, "a.js": ""}, NONE)
    assert free
    assert (free.wanted, set(free.files), free.carried) == (("left",), {"package.json"}, False)
    assert free.offline[:2] == ("npm", "install")
    assert {"--ignore-scripts", "--offline", "--omit=dev"} <= set(free.offline)
    assert "--offline" not in free.online
    locked = of_node({"package.json": package, "package-lock.json": "{}"}, NONE)
    assert locked
    assert locked.online[:2] == ("npm", "ci")
    assert set(locked.files) == {"package.json", "package-lock.json"}


def test_node_s_may_be_carried_along_too() -> None:
    package = json.dumps({"dependencies": {"left": "file:vendor/left", "right": "file:r.tgz"}})
    tree = {"package.json": package, "vendor/left/package.json": "{}"}
    found = of_node(tree, {"r.tgz": b"x"})
    assert found
    assert found.carried
    assert set(found.files) == {"package.json", "vendor/left/package.json", "r.tgz"}
