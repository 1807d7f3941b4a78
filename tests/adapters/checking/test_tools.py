"""What of ours goes into an image."""

from importlib.metadata import version

from roundtable.adapters.checking import tools


def test_our_runner_and_pytest_with_what_it_requires_are_there() -> None:
    files = tools.python_files()
    assert {"inside/parent.py", "inside/__init__.py", "site/pytest/__init__.py"} <= set(files)
    assert {"site/pluggy/__init__.py", "site/iniconfig/__init__.py"} <= set(files)
    assert f"site/pytest-{version('pytest')}.dist-info/METADATA" in files


def test_only_python_is_taken_and_nothing_that_pytest_does_not_need() -> None:
    files = tools.python_files()
    assert not [path for path in files if path.endswith((".so", ".pyc"))]
    assert not [path for path in files if ".." in path.split("/") or path.startswith("/")]
    assert not [path for path in files if path.startswith(("site/pydantic", "site/roundtable"))]
    assert "site/xdist/__init__.py" not in files


def test_it_is_known_what_needs_no_installing() -> None:
    assert {"pytest", "pluggy"} <= tools.provided()
    assert "pydantic" not in tools.provided()
    assert tools.plain("Pytest_Asyncio.x") == "pytest-asyncio-x"


def test_node_needs_the_reporter_alone() -> None:
    assert set(tools.node_files()) == {"reporter.mjs"}
