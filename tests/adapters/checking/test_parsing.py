"""Broken files are found and told; sound ones, and those we know nothing of, are not."""

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.adapters.checking.parsing import LONGEST, broken, is_known

SOUND = {
    "a.py": "def f(x: int) -> int:\n    return x\n",
    "b.pyi": "def f(x: int) -> int: ...\n",
    "c.json": '{"a": [1, 2.5, null, 123456789012345678901234567890]}',
    "d.toml": 'a = 1\n[b]\nc = "d"\n',
    "e.yaml": "a: !Ref b\nc: [1, 2]\n---\nd: 2\n",
    "f.yml": "{{ .Values.x }}: {{- if }}\n",
    "g.js": "export const f = async (x) => x?.y ?? <div/>;\n",
    "h.ts": "export const f = <T,>(x: T): T => x satisfies T;\n",
    "i.tsx": "export const f = (p: P) => <div a={p.a}>x</div>;\n",
    "j.go": 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("x") }\n',
    "k.java": "record A(int x) { int f() { return switch (x) { case 1 -> 2; default -> 3; }; } }\n",
    "l.rs": "fn main() { let x: Vec<u8> = vec![1]; println!(\"{x:?}\"); }\n",
    "m.md": "```\nnothing (of [this\n",
    "Makefile": "all:\n",
    "tsconfig.json": '{ /* allowed */ "a": 1, }',
    ".vscode/settings.json": "{ // allowed\n}",
    "empty.py": "",
    "empty.js": "",
    "coding.py": "# -*- coding: latin-1 -*-\nx = 'é'\n",
    "bom.py": "\ufeffx = 1\n",
}  # fmt: skip
BROKEN = {
    "a.py": ("x = 1\ndef f(:\n", "line 2: "),
    "b.py": ("x = 1\nreturn x\n", "line 2: 'return' outside function"),
    "c.py": ("x = 1\0\n", "null bytes"),
    "d.py": ("f(**x, *y)\nawait z\n", "line 1: "),
    "e.py": ("def f():\n\treturn 1\n        return 2\n", "line 3: "),
    "c.json": ('{"a": 1,\n"b" 2}', "line 2: "),
    "d.json": ('{"a": NaN}', "NaN is not JSON"),
    "d.toml": ("a = 1\na = 2\n", "line 2"),
    "e.yaml": ("a: 1\nb: [1, 2\nc: }\n", "line "),
    "g.js": ("const a = 1;\nfunction f( { return 1 }\n", "line 2: "),
    "h.ts": ("const a: number = ;\n", "line 1: "),
    "i.tsx": ("export const f = () => <div>x</span>;\n\nlet b = <;\n", "line "),
    "j.go": ("package main\n\nfunc main() {\n", "line "),
    "k.java": ("class A { int f() { return 1 } }\n", "line 1: ';' is missing"),
    "l.rs": ("fn main() { let x = ; }\n", "line 1: "),
}


@pytest.mark.parametrize("path", SOUND)
def test_a_sound_file_is_not_broken(path: str) -> None:
    assert broken(path, SOUND[path]) == ""


@pytest.mark.parametrize("path", BROKEN)
def test_a_broken_file_is_told_with_its_place(path: str) -> None:
    text, words = BROKEN[path]
    assert words in broken(f"some/{path}", text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "(" * 100_000),
        ("b.py", "-" * 100_000 + "1"),
        ("c.py", "x" + ".a" * 100_000),
        ("d.py", "[" * 90 + "]" * 90 + "\n" + "f(" * 5000 + ")" * 5000),
        ("a.json", "[" * 200_000),
        ("a.toml", "a = " + "[" * 50_000),
        ("a.yaml", "[" * 100_000),
        ("a.js", "(" * 50_000),
        ("a.go", "package p\nvar x = " + "-" * 50_000),
    ],
)
def test_what_is_nested_without_end_is_broken_and_breaks_nothing(path: str, text: str) -> None:
    assert broken(path, text)


def test_a_bomb_in_yaml_does_not_go_off() -> None:
    bomb = "a: &a [x, x, x]\n" + "".join(f"{n}: &{n} [*a, *a, *a]\n" for n in "bcdefghij")
    assert broken("a.yaml", bomb) == ""


def test_a_warning_about_the_text_does_not_leak() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert broken("a.py", r"x = '\d' " + "\nassert (x, 'y')\nx is 1\n") == ""


def test_nothing_is_run() -> None:
    assert broken("a.py", "raise SystemExit(1)\n") == ""
    assert broken("a.yaml", "!!python/object/apply:os._exit [1]\n") == ""


def test_a_file_too_large_to_be_looked_at_is_not_called_broken() -> None:
    assert broken("a.py", "(" * (LONGEST + 1)) == ""


def test_lone_surrogates_are_no_accident() -> None:
    assert broken("a.py", "x = '\udc80'\n")
    assert broken("a.js", "let x = '\udc80';\n") == ""


def test_what_is_known_goes_by_the_name() -> None:
    assert is_known("a/b.PY")
    assert not is_known("py")
    assert not is_known("a/b.txt")


@given(st.sampled_from(sorted({path.rpartition(".")[2] for path in SOUND})), st.text(max_size=300))
def test_no_text_makes_it_fall(ending: str, text: str) -> None:
    assert isinstance(broken(f"x.{ending}", text), str)
