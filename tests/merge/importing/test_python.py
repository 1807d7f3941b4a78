"""Python's imports, read and added."""

import pytest

from roundtable.merge.imports import imports_of, with_imports
from roundtable.merge.units import split


def added(base: str, other: str) -> str:
    wanted = imports_of(split("a.py", other.encode()))
    return with_imports(split("a.py", base.encode()), wanted).decode()


def test_every_form_is_read() -> None:
    text = (
        "from __future__ import annotations\nimport a, b.c, d.e as f\nfrom .g import h, i as j\n"
        "from k import *\nif TYPE_CHECKING:\n    from l import m\n"
        "try:\n    import n\nexcept ImportError:\n    import o as n\n"
    )
    found = imports_of(split("a.py", text.encode()))
    assert [(one.name, one.origin, one.guarded) for one in found] == [
        ("annotations", "__future__:annotations", False),
        ("a", "a", False),
        ("b", "b", False),
        ("f", "d.e", False),
        ("h", ".g:h", False),
        ("j", ".g:i", False),
        ("*", "k:*", False),
        ("m", "l:m", True),
        ("n", "n", False),
        ("n", "o", False),
    ]


@pytest.mark.parametrize(
    ("base", "other", "expected"),
    [
        ("import os\n\nx = 1\n", "import re", "import os\nimport re\n\nx = 1\n"),
        ("import os\n\nimport yaml\n", "import re", "import os\nimport re\n\nimport yaml\n"),
        ("import os\n", "import yaml", "import os\n\nimport yaml\n"),
        ("import os\n", "from . import x", "import os\n\nfrom . import x\n"),
        ("from a import b  # c\n", "from a import d as e", "from a import b, d as e  # c\n"),
        ("from a import (\n    b,\n)\n", "from a import c", "from a import (\n    b,\n    c,\n)\n"),
        ("from a import *\n", "from a import c", "from a import *\nfrom a import c\n"),
        ('"""D."""\nx = 1\n', "import a", '"""D."""\n\nimport a\n\nx = 1\n'),
        (
            '"""D."""\n\nimport a\n',
            "from __future__ import annotations",
            '"""D."""\n\nfrom __future__ import annotations\n\nimport a\n',
        ),
        (
            "from __future__ import annotations\n",
            "from __future__ import division",
            "from __future__ import annotations, division\n",
        ),
        (
            "import os\n\nif TYPE_CHECKING:\n    import a\n",
            "if TYPE_CHECKING:\n  from b import c\n",
            "import os\n\nif TYPE_CHECKING:\n    import a\n    from b import c\n",
        ),
    ],
)
def test_an_import_goes_where_its_like_are(base: str, other: str, expected: str) -> None:
    assert added(base, other) == expected
