"""Python: where imports lead, and what a module offers."""

import pytest

from roundtable.merge.origins.python import PythonOrigins
from roundtable.merge.standing import Shelf, Standing

PROJECT = {
    "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["PyYAML>=6", "google-genai"]\n',
    ".gitignore": "_version.py\n",
    "setup.py": "setup(ext_modules=[Extension('shop._fast', ['fast/fast.c'])])\n",
    "src/shop/__init__.py": "from shop.cart import total\n",
    "src/shop/cart.py": "RATE = 1\n\n\ndef total():\n    pass\n",
    "src/shop/deep/__init__.py": "",
    "src/shop/deep/inner.py": "X = 1\n",
    "src/shop/open/loose.py": "Y = 1\n",
    "src/shop/data/table.csv": "1\n",
    "src/shop/_speedups.c": "",
    "src/shop/lazy/__init__.py": "def __getattr__(name):\n    return 1\n",
    "src/shop/moving/__init__.py": "import sys\n__path__ = []\n",
    "src/shop/six.py": "import sys\nsys.modules[__name__ + '.moves'] = 1\n",
    "src/shop/redis.py": "import json\n",
    "tests/conftest.py": "ROOT = 1\n",
    "tests/builders.py": "def make():\n    pass\n",
    "scripts/helper.py": "def help_out():\n    pass\n",
    "docker/build.py": "",
}


def lacks(code: str, path: str = "src/shop/new.py", **more: str) -> list[str]:
    texts = {**PROJECT, **{name.replace("__", "/") + ".py": text for name, text in more.items()}}
    texts[path] = code
    here = PythonOrigins(Standing(frozenset(texts), texts, Shelf(lambda _: None)))
    found = [(want, here.look(want, path).lack) for want in here.wants(path)]
    return [f"{want}: {lack.reason}" for want, lack in found if lack is not None]


@pytest.mark.parametrize(
    "code",
    [
        "import os.path, collections.abc",
        "import distutils.core",
        "from __future__ import annotations",
        "import shop",
        "import shop.cart as c",
        "from shop import total, cart, deep",
        "from shop.cart import RATE, total as t, __name__",
        "from shop.deep.inner import X",
        "from shop.open.loose import Y",
        "from shop.open import loose",
        "from . import cart, total, data",
        "from .deep import inner",
        "from .deep.inner import X",
        "from ._speedups import anything",
        "from ._version import version",
        "from ._fast import anything",
        "from .lazy import anything",
        "from .moving.elsewhere import anything",
        "from .six.moves import urllib",
        "from shop.six.moves.urllib import parse",
        "from .orders_pb2 import Order",
        "import yaml, google.genai.types",
        "import docker",
        "from shop.cart import *",
        "from .... import beyond",
        "import setuptools, pip._internal",
    ],
)
def test_what_is_there_is_found(code: str) -> None:
    assert lacks(code + "\n") == []


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import shop.tart", "shop.tart: but src/shop holds no tart"),
        ("from shop.tart import x", "x from shop.tart: but src/shop holds no tart"),
        (
            "from shop.deep.outer import x",
            "x from shop.deep.outer: but src/shop/deep holds no outer",
        ),
        ("from shop.open.gone import x", "x from shop.open.gone: but src/shop/open holds no gone"),
        ("import shop.cart.total", "shop.cart.total: but src/shop/cart holds no total"),
        ("from shop import tart", "tart from shop: which src/shop/__init__.py does not offer"),
        (
            "from shop.cart import Cart",
            "Cart from shop.cart: which src/shop/cart.py does not offer",
        ),
        ("from .tart import x", "x from .tart: but there is no src/shop/tart.py"),
        ("from . import tart", "tart from .: which src/shop/__init__.py does not offer"),
        ("from .open import gone", "gone from .open: which src/shop/open does not offer"),
        ("def f():\n    from .tart import x", "x from .tart: but there is no src/shop/tart.py"),
        ("if A:\n    from .cart import Z", "Z from .cart: which src/shop/cart.py does not offer"),
        ("import requests", "requests: which is neither in the repository nor declared"),
        ("import redis.client", "redis.client: which is neither in the repository nor declared"),
        (
            "from docker.errors import E",
            "E from docker.errors: which is neither in the repository nor declared",
        ),
    ],
)
def test_what_is_not_there_is_told(code: str, reason: str) -> None:
    assert lacks(code + "\n") == [reason]


@pytest.mark.parametrize(
    "code",
    [
        "try:\n    import requests\nexcept ImportError:\n    requests = None",
        "try:\n    from .tart import x\nexcept (ImportError, OSError):\n    import simplejson",
        "try:\n    import a1\nexcept ModuleNotFoundError:\n    pass\nelse:\n    import b1",
        "try:\n    import a1\nexcept:\n    pass",
        "try:\n    import a1\nexcept Exception as e:\n    pass",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import requests",
        "import sys\nif sys.platform == 'win32':\n    import winstuff",
        "def f():\n    import pandas",
        "with suppress(ImportError):\n    from .tart import x",
        "import sys\nsys.path.insert(0, 'x')\nimport found_there",
        "# /// script\n# dependencies = ['requests']\n# ///\nimport requests",
    ],
)
def test_what_may_be_absent_is_let_pass(code: str) -> None:
    assert lacks(code + "\n") == []


def test_a_try_that_catches_something_else_protects_no_import() -> None:
    code = "try:\n    from .tart import x\nexcept ValueError:\n    pass\n"
    assert len(lacks(code)) == 1


@pytest.mark.parametrize(
    ("path", "code", "found"),
    [
        ("tests/test_new.py", "from builders import make\nfrom conftest import ROOT", True),
        ("tests/test_new.py", "from tests.builders import make", True),
        ("tests/test_new.py", "from builders import unmake", False),
        ("tests/test_new.py", "from helper import help_out, anything", True),
        ("tests/test_new.py", "from shop.cart import total", True),
        ("src/shop/new.py", "import redis", True),
        ("src/shop/vendor/lib/x.py", "import unheard_of", True),
        ("new.py", "import shop.tart", False),
    ],
)
def test_where_a_file_lies_decides_from_where_its_imports_start(
    path: str, code: str, found: bool
) -> None:
    assert (lacks(code + "\n", path) == []) is found


def test_a_repository_that_declares_nothing_says_nothing_of_packages() -> None:
    texts = {"a.py": "import requests\n", "README.md": "words\n"}
    here = PythonOrigins(Standing(frozenset(texts), texts, Shelf(lambda _: None)))
    assert [here.look(want, "a.py").lack for want in here.wants("a.py")] == [None]


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("import a.b, c as d\nfrom e import f as g", {"a", "d", "g"}),
        ("x = y = 1\n(z, *w) = q\nv: int = 3\nu += 1", {"x", "y", "z", "w", "v", "u"}),
        ("if A:\n    def f(): pass\nelse:\n    class G: inner = 1", {"f", "G"}),
        (
            "try:\n    a = 1\nexcept E as err:\n    b = 2\nfinally:\n    c = 3",
            {"a", "b", "c", "err"},
        ),
        ("for i, j in k:\n    l = 1\nwith o() as p:\n    q = 1", {"i", "j", "l", "p", "q"}),
        ("def f():\n    global G\n    G = local = 1", {"f", "G"}),
        ("match m:\n    case [a, b]:\n        c = 1", {"a", "b", "c"}),
        ("type Alias[T] = list[T]", {"Alias"}),
        ("__all__ = ['listed']", {"__all__", "listed"}),
        ("@d\nasync def f(): pass", {"f"}),
    ],
)
def test_a_module_offers_what_stands_at_its_own_level(code: str, names: set[str]) -> None:
    assert offered(code) == names


def offered(code: str) -> set[str] | None:
    texts = {"a.py": code + "\n"}
    found = PythonOrigins(Standing(frozenset(texts), texts, Shelf(lambda _: None))).offers("a.py")
    always = {"__name__", "__doc__", "__file__", "__path__", "__package__", "__spec__"}
    always |= {"__loader__", "__dict__", "__builtins__", "__annotations__"}
    return None if found is None else set(found - always)


@pytest.mark.parametrize(
    "code",
    [
        "from x import *",
        "def __getattr__(name): pass",
        "__getattr__, __dir__, __all__ = attach(__name__)",
        "globals()['x'] = 1",
        "import sys\nsys.modules[__name__] = Other()",
        "exec('x = 1')",
        "def (",
    ],
)
def test_a_module_may_offer_anything(code: str) -> None:
    assert offered(code) is None
