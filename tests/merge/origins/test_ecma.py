"""JavaScript and TypeScript: relative imports lead to files, and names to exports."""

import pytest

from roundtable.merge.origins.ecma import EcmaOrigins
from roundtable.merge.standing import Shelf, Standing

PROJECT = {
    "package.json": '{"dependencies": {"react": "18"}}',
    ".gitignore": "schema.ts\n",
    "src/cart.ts": "export const total = 1;\nexport default function show() {}\n",
    "src/old.js": "module.exports = { a: 1 };\n",
    "src/names.ts": "export { a as b, type C } from './cart';\nexport * as ns from './old';\n",
    "src/all.ts": "export * from './cart';\n",
    "src/types.d.ts": "interface T {}\nexport { T };\n",
    "src/Button.ios.tsx": "export const Button = 1;\n",
    "src/widgets/index.tsx": "export class Widget {}\n",
    "src/packed/package.json": "{}",
    "src/empty/readme.txt": "",
    "src/data.json": "{}",
    "src/look.css": "",
    "src/App.vue": "",
}


def lacks(code: str, path: str = "src/new.ts") -> list[str]:
    texts = {**PROJECT, path: code}
    here = EcmaOrigins(Standing(frozenset(texts), texts, Shelf(lambda _: None)))
    found = [(want, here.look(want, path).lack) for want in here.wants(path)]
    return [f"{want}: {lack.reason}" for want, lack in found if lack is not None]


@pytest.mark.parametrize(
    "code",
    [
        "import { total } from './cart'",
        "import show, { total as t } from './cart.js'",
        "import * as cart from '../src/cart'",
        "import './look.css'",
        "import data from './data.json'",
        "import App from './App.vue'",
        "import { Button } from './Button'",
        "import { Widget } from './widgets'",
        "import { Widget } from './widgets/'",
        "import packed from './packed'",
        "import type { T } from './types'",
        "import { anything } from './old'",
        "import { anything } from './all'",
        "import { b, C, ns } from './names'",
        "export { total } from './cart'",
        "export * from './cart'",
        "const { x } = require('./old'), y = await import('./cart')",
        "import fs from 'node:fs'; import { readFile } from 'fs/promises'",
        "import React from 'react'",
        "import x from './cart?raw'",
        "import x from 'style!./nowhere.css'",
        "import x from 'https://example.invalid/x.js'",
        "import x from '../../beyond'",
        "import { Schema } from './schema'",
        "import x from '../dist/made'",
        "try { require('./nowhere') } catch { }",
        "if (a) { require('nowhere') }",
        "const where = './x'; require(where); import(`./${where}`)",
        "// import './nowhere'",
    ],
)
def test_what_is_there_is_found(code: str) -> None:
    assert lacks(code + "\n") == []


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import './nowhere'", "./nowhere: but there is no src/nowhere"),
        ("import x from './nowhere.js'", "./nowhere.js: but there is no src/nowhere.js"),
        ("export * from '../cart'", "../cart: but there is no cart"),
        ("const x = require('./cart/x')", "./cart/x: but there is no src/cart/x"),
        ("const x = () => import('./nowhere')", "./nowhere: but there is no src/nowhere"),
        ("import x from './empty'", "./empty: but there is no src/empty"),
        ("import { sum } from './cart'", "sum from ./cart: which src/cart.ts does not export"),
        ("export { sum } from './cart'", "sum from ./cart: which src/cart.ts does not export"),
        ("import x from './names'", "default from ./names: which src/names.ts does not export"),
        ("import _ from 'lodash/fp'", "lodash/fp: but no package.json above names lodash"),
        ("import '@a/b'", "@a/b: but no package.json above names @a/b"),
    ],
)
def test_what_is_not_there_is_told_once(code: str, reason: str) -> None:
    assert reason in lacks(code + "\n")


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("export const a = 1, { b, c: d } = e;", {"a", "b", "d"}),
        ("export function f() {}\nexport async function* g() {}", {"f", "g"}),
        ("export class C {}\nexport abstract class D {}", {"C", "D"}),
        ("export type T = 1;\nexport interface I {}\nexport enum E { A }", {"T", "I", "E"}),
        ("export declare const k: number;\nexport namespace N {}", {"k", "N"}),
        ("const x = 1, y = 2;\nexport { x, y as z };", {"x", "z"}),
        ("export default 1;\nexport { q as default } from './q';", {"default"}),
        ("export * as ns from './x';", {"ns"}),
    ],
)
def test_a_module_offers_what_it_exports(code: str, names: set[str]) -> None:
    assert offered(code) == names


def offered(code: str, path: str = "a.ts") -> set[str] | None:
    texts = {path: code + "\n"}
    found = EcmaOrigins(Standing(frozenset(texts), texts, Shelf(lambda _: None))).offers(path)
    return None if found is None else set(found)


@pytest.mark.parametrize(
    "code",
    [
        "export * from './x'",
        "exports.a = 1",
        "export const a = 1; module.exports = a",
        "class A {}\nexport = A",
        "const a = 1",
        "export const = 1",
    ],
)
def test_a_module_may_offer_anything(code: str) -> None:
    assert offered(code) is None


def test_a_declaration_file_may_offer_anything() -> None:
    assert offered("export const a: number", "a.d.ts") is None
