"""Imports of JavaScript and TypeScript, read and added."""

import pytest

from roundtable.merge.imports import imports_of, with_imports
from roundtable.merge.units import split


def added(base: str, other: str) -> str:
    wanted = imports_of(split("a.ts", other.encode()))
    return with_imports(split("a.ts", base.encode()), wanted).decode()


def test_every_form_is_read() -> None:
    text = (
        "import D, { a as b, type T } from './m';\nimport * as ns from 'n';\n"
        "import type { U } from 'u';\nimport './side';\n"
        "const { p, q: r } = require('fs');\nconst s = require('s');\nconst t = require('v').w;\n"
    )
    found = imports_of(split("a.ts", text.encode()))
    assert [(one.name, one.origin, one.guarded) for one in found] == [
        ("D", "./m", False),
        ("b", "./m:a", False),
        ("T", "./m:T", False),
        ("ns", "n", False),
        ("U", "u:U", True),
        ("p", "fs:p", False),
        ("r", "fs:q", False),
        ("s", "s", False),
        ("t", "v:w", False),
    ]


@pytest.mark.parametrize(
    ("base", "other", "expected"),
    [
        ('import a from "a"\n', "import b from 'b';", 'import a from "a"\nimport b from "b"\n'),
        ("import { a } from 'm';\n", 'import { b } from "m"', "import { a, b } from 'm';\n"),
        (
            "import a from 'a';\n",
            "const b = require('b')",
            "import a from 'a';\nimport b from 'b';\n",
        ),
        (
            "import a from 'a';\n",
            "import * as n from 'n'",
            "import a from 'a';\nimport * as n from 'n';\n",
        ),
        (
            "import { a } from 'm';\n",
            "import type { T } from 'm';",
            "import { a } from 'm';\nimport type { T } from 'm';\n",
        ),
        (
            "import a from 'a';\n",
            "const { p, q: r } = require('fs');",
            "import a from 'a';\nimport { p, q as r } from 'fs';\n",
        ),
        (
            "import {\n  a, // first\n  b // second\n} from 'm';\n",
            "import { c, // third\n} from 'm';",
            "import {\n  a, // first\n  b,\n  c // second\n} from 'm';\n",
        ),
        ("const x = 1;\n", "const a = require('a')", "const a = require('a');\n\nconst x = 1;\n"),
        ('const x = "1"\n', "import a from 'a';", 'import a from "a"\n\nconst x = "1"\n'),
    ],
)  # fmt: skip
def test_an_import_is_written_as_the_file_writes_them(base: str, other: str, expected: str) -> None:
    assert added(base, other) == expected
