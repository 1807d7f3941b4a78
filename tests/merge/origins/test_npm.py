"""Which packages a JavaScript file may import where it lies."""

import json

import pytest

from roundtable.merge.origins.npm import Packages, package_name
from roundtable.merge.standing import Shelf, Standing

ROOT = {"name": "root", "devDependencies": {"vitest": "1"}, "workspaces": ["packages/*"]}
WEB = {
    "name": "@shop/web",
    "dependencies": {"react": "18", "@scope/lib": "1", "bundled": "1"},
    "peerDependencies": {"vue": "3"},
    "optionalDependencies": {"fsevents": "2"},
    "bundledDependencies": ["bundled"],
    "bundleDependencies": True,
    "jest": {"moduleNameMapper": {"^mapped/(.*)$": "<rootDir>/x"}},
}
FILES = {
    "package.json": json.dumps(ROOT),
    "packages/web/package.json": json.dumps(WEB),
    "packages/core/package.json": json.dumps({"name": "@shop/core"}),
    "packages/types/package.json": json.dumps({"dependencies": {"@types/a__b": 1, "@types/c": 1}}),
    "packages/web/src/components/Button.tsx": "",
    "packages/web/tsconfig.json": '{"compilerOptions": {"paths": {"configured/*": ["./x/*"]}}}',
    "broken/package.json": "{",
}
PLACE = "packages/web/src/app.ts"


def packages(files: dict[str, str]) -> Packages:
    return Packages(Standing(frozenset(files), files, Shelf(lambda _: None)))


@pytest.mark.parametrize(
    "module",
    [
        *("react", "react/jsx-runtime", "@scope/lib/deep", "vue", "fsevents", "bundled"),
        *("vitest", "@shop/web/self", "@shop/core", "fs", "fs/promises", "child_process"),
        *("components/Button", "configured/x", "mapped/x", "@/alias", "~/alias", "$lib/x", "#own"),
        "",
    ],
)
def test_what_is_declared_built_in_or_an_alias_may_be_imported(module: str) -> None:
    assert packages(FILES).may_hold(module, PLACE)


@pytest.mark.parametrize("module", ["lodash", "@scope/other", "reactive", "a-b", "@shop/none/x"])
def test_what_no_package_json_names_may_not(module: str) -> None:
    assert not packages(FILES).may_hold(module, PLACE)


def test_types_stand_for_their_package() -> None:
    assert packages(FILES).may_hold("@a/b", "packages/types/x.ts")
    assert packages(FILES).may_hold("c", "packages/types/x.ts")


@pytest.mark.parametrize("path", ["x.js", "broken/x.js"])
def test_without_a_readable_package_json_nothing_is_said(path: str) -> None:
    files = {"broken/package.json": "{"} if path != "x.js" else {"a.js": ""}
    assert packages(files).may_hold("lodash", path)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("lodash/fp", "lodash"),
        ("@a/b/c", "@a/b"),
        ("socket.io", "socket.io"),
        ("@/x", ""),
        ("@a", ""),
        ("./x", ""),
        ("", ""),
    ],
)
def test_the_name_of_a_package(module: str, name: str) -> None:
    assert package_name(module) == name
