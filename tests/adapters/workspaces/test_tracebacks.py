"""Frames are found as each language writes them, and only those of the project's own code."""

import pytest

from roundtable.adapters.workspaces.tracebacks import Frame, frames


@pytest.mark.parametrize(
    ("line", "frame"),
    [
        ('  File "/app/shop/cart.py", line 2, in total', Frame("/app/shop/cart.py", 2)),
        ('  File "shop/my cart.py", line 7', Frame("shop/my cart.py", 7)),
        (r'  File "C:\shop\cart.py", line 7', Frame("/shop/cart.py", 7)),
        ("    at total (/app/src/cart.js:10:5)", Frame("/app/src/cart.js", 10)),
        ("    at src/cart.js:10:5", Frame("src/cart.js", 10)),
        ("    at async load (src/cart.ts:10:5)", Frame("src/cart.ts", 10)),
        ("    at file:///app/src/cart.mjs:3:1", Frame("app/src/cart.mjs", 3)),
        ("    at eval (webpack-internal:///./src/cart.tsx:10:11)", Frame("src/cart.tsx", 10)),
        ("\t/app/main.go:12 +0x1d", Frame("/app/main.go", 12)),
        ("./main.go:12:5: undefined: x", Frame("main.go", 12)),
        ("        at com.shop.Cart.total(Cart.java:42)", Frame("com/shop/Cart.java", 42)),
        ("at app//com.shop.Cart.total(Cart.java:42)", Frame("com/shop/Cart.java", 42)),
        ("at com.shop.Cart$Item.lambda$0(Cart.java:7)", Frame("com/shop/Cart.java", 7)),
        ("    at com.shop.CartKt.main(Cart.kt:3)", Frame("com/shop/Cart.kt", 3)),
        ("tests/test_cart.py:12: IndexError", Frame("tests/test_cart.py", 12)),
        ("tests/test_cart.py:12:", Frame("tests/test_cart.py", 12)),
        ("  --> src/main.rs:12:5", Frame("src/main.rs", 12)),
        ("thread 'main' panicked at src/main.rs:12:5:", Frame("src/main.rs", 12)),
        ("cart.rb:3:in `total'", Frame("cart.rb", 3)),
        ("PHP Fatal error: no in /app/cart.php on line 12", Frame("/app/cart.php", 12)),
        (r"   at Shop.Cart.Total() in C:\src\Cart.cs:line 12", Frame("/src/Cart.cs", 12)),
        ("src/cart.c:9:1: error: expected ';'", Frame("src/cart.c", 9)),
        ('File "a.py", line 0', Frame("a.py", 1)),
    ],
)
def test_a_frame_is_found(line: str, frame: Frame) -> None:
    found, rest = frames(f"before\n{line}\nafter")
    assert found == [frame]
    assert frame.path not in rest
    assert rest.split("\n")[0::2] == ["before", "after"]


@pytest.mark.parametrize(
    "line",
    [
        "see src/app.py:7.",
        "see src/app.py:10-50 there",
        "see src/app.py:7",
        '  File "/usr/lib/python3.11/json/__init__.py", line 3',
        '  File "/venv/lib/python3.11/site-packages/x/y.py", line 3',
        '  File "<string>", line 3',
        '  File "<frozen importlib._bootstrap>", line 3',
        "    at run (/app/node_modules/x/y.js:1:2)",
        "    at node:internal/process:1:2",
        "    at async Promise.all (index 0)",
        "\t/usr/local/go/src/runtime/panic.go:884 +0x212",
        "2026-01-02T10:20:30 ready",
        "ratio 10:5",
    ],
)
def test_a_mention_in_a_question_and_somebody_elses_code_are_no_frames(line: str) -> None:
    assert frames(line)[0] == []


def test_frames_come_in_their_order() -> None:
    text = 'b.go:2:1: x, a.go:1:1: y\n  File "c.py", line 3'
    assert [frame.path for frame in frames(text)[0]] == ["b.go", "a.go", "c.py"]


def test_a_log_that_is_nothing_but_frames_is_read_up_to_a_bound() -> None:
    text = "\n".join(f'  File "/app/{"d/" * 20}f{n}.py", line {n}' for n in range(20_000))
    hostile = f"{'a' * 50_000}:{'1' * 50_000} at {'x.' * 20_000}(y"
    found, _ = frames(f"{text}\n{hostile}")
    assert len(found) == 2_000
