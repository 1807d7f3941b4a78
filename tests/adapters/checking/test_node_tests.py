"""JavaScript's tests in the sandbox."""

import pytest

from roundtable.adapters.checking import node_tests
from roundtable.adapters.checking.outcomes import Outcomes
from roundtable.adapters.checking.plans import plan
from roundtable.adapters.sandboxes.bounds import MIB, Limits
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.core.checks import Tree

HEAD = (
    "import test, { describe, it, before } from 'node:test';\nimport assert from 'node:assert';\n"
)


async def run(box: Bubblewrap, tree: Tree, seconds: float = 60.0) -> Outcomes:
    if node_tests.node() is None:
        pytest.skip("node is not installed")
    limits = Limits(seconds=seconds, output=MIB)
    return await node_tests.run(box, tree, plan(tree, {}, True), limits)


async def test_tests_have_the_names_of_their_suites_and_files(box: Bubblewrap) -> None:
    text = HEAD + (
        "test('plain', () => {});\n"
        "test('wrong', () => assert.equal(1, 2));\n"
        "describe('Suite', () => {\n"
        "  it('inner', () => {});\n"
        "  it.skip('skipped', () => {});\n"
        "  describe('deep', () => { it('fails', () => assert.ok(false)); });\n"
        "});\n"
        "test('parent', async (t) => { await t.test('child', () => {}); });\n"
        'console.log(\'{"outcome": "pass"}\');\n'
    )
    made = await run(box, {"test/a.test.mjs": text})
    path = "test/a.test.mjs"
    assert set(made.passed) == {
        f"{path}::{name}" for name in ("plain", "Suite::inner", "parent::child", "parent")
    }
    assert set(made.failed) == {f"{path}::wrong", f"{path}::Suite::deep::fails"}
    assert made.failed[f"{path}::wrong"] == "1 == 2"
    assert list(made.not_run) == [f"{path}::Suite::skipped"]


async def test_a_file_that_cannot_be_loaded_or_leaves_early_has_failed(box: Bubblewrap) -> None:
    tree = {
        "a.test.mjs": HEAD + "import './nowhere.mjs';\n",
        "b.test.mjs": HEAD + "test('one', () => {}); test('two', () => process.exit(0));\n",
        "c.test.mjs": HEAD + "test('fine', () => {});\n",
    }
    made = await run(box, tree)
    assert list(made.passed) == ["c.test.mjs::fine"]
    assert {"a.test.mjs", "b.test.mjs"} <= set(made.failed)


async def test_a_hook_that_fails_fails_its_suite(box: Bubblewrap) -> None:
    text = HEAD + "describe('S', () => { before(() => { throw new Error('no hook'); });\n"
    made = await run(box, {"a.test.mjs": text + " it('x', () => {}); });\n"})
    assert made.passed == {}
    assert any(name.startswith("a.test.mjs::S") for name in made.failed)


async def test_a_file_without_end_has_failed(box: Bubblewrap) -> None:
    made = await run(box, {"a.test.mjs": HEAD + "test('x', () => { for (;;); });\n"}, 2.0)
    assert made.failed == {"a.test.mjs": "it was not run: ran longer than 2 s"}


async def test_no_file_of_ours_is_read_and_no_network_is_there(box: Bubblewrap) -> None:
    text = HEAD + (
        "import fs from 'node:fs'; import net from 'node:net';\n"
        "test('files', () => assert.throws(() => fs.readFileSync('/etc/shadow')));\n"
        "test('net', (t, done) => { net.connect(80, '192.0.2.1').on('error', () => done()); });\n"
    )
    made = await run(box, {"a.test.mjs": text})
    assert len(made.passed) == 2, made


async def test_without_node_it_is_said(box: Bubblewrap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_tests, "node", lambda: None)
    tree = {"a.test.mjs": HEAD}
    made = await node_tests.run(box, tree, plan(tree, {}, True), Limits())
    assert made.check().status == "not_run"
    assert "node is not installed" in made.check().detail
