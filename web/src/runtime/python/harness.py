"""Runs one file, one module or the tests as `python` would, or serves an application; and tells the
code it ends with."""

import contextlib
import importlib
import importlib.util
import os
import runpy
import sys
import traceback
import types
import unittest
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path("/project")


def go(how: str, what: str, paths: Sequence[str], argv: Sequence[str]) -> int:
    _settle(what, paths)
    sys.argv = [str(ROOT / what) if how == "file" else what, *argv]
    return _ended(lambda: _start(how, what, argv))


async def serve(what: str, paths: Sequence[str]) -> Any:
    """The service, which answers until it is stopped; a code where it cannot be started."""
    import roundtable_quiet as quiet
    import roundtable_serving as serving

    _settle(what, paths)
    _stand_in_for_uvicorn()
    found: list[Any] = []
    code = _ended(lambda: (quiet.without_threads(), found.append(serving.load(what))))
    if not found:
        return code or 1
    service = serving.Service(found[0])
    try:
        await service.start()
    except serving.Unstarted as error:
        _say(str(error))
        return 3
    return service


def _settle(what: str, paths: Sequence[str]) -> None:
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT / path) for path in paths]
    sys.argv = [what]


def _ended(work: Callable[[], object]) -> int:
    try:
        work()
        code = 0
    except SystemExit as stop:
        code = _code(stop)
    except KeyboardInterrupt:
        code = 130
    except BaseException as error:
        _tell(error)
        code = 1
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    return code


def _start(how: str, what: str, argv: Sequence[str]) -> None:
    if how == "file":
        sys.path.insert(0, str((ROOT / what).parent))
        runpy.run_path(str(ROOT / what), run_name="__main__")
    elif how == "module":
        runpy.run_module(what, run_name="__main__", alter_sys=True)
    else:
        sys.argv = [what]
        _test(what, argv)


def _test(by: str, files: Sequence[str]) -> None:
    import roundtable_quiet as quiet

    _stand_in_for_uvicorn()
    with quiet.loops():
        if by == "pytest":
            sys.exit(_by_pytest(files, quiet.without_threads))
        quiet.without_threads()
        _by_unittest(files)


def _by_pytest(files: Sequence[str], without_threads: Callable[[], None]) -> int:
    import pytest

    class Threadless:
        """Comes after pytest has looked at its plugins, of which anyio is one."""

        def pytest_configure(self) -> None:
            without_threads()

    # No cache to keep; and no file behind the streams that could be held or traced.
    words = ["-p", "no:cacheprovider", "-p", "no:faulthandler", "--capture=sys", "--color=no"]
    return int(pytest.main([*words, "-q", *files], plugins=[Threadless()]))


def _stand_in_for_uvicorn() -> None:
    """Applications import it where they are also programs; there is no port to listen on here."""
    if importlib.util.find_spec("uvicorn") is not None:
        return

    def run(*args: object, **named: object) -> None:
        sys.exit("uvicorn cannot listen on a port in a browser: serve the application instead")

    module = types.ModuleType("uvicorn")
    module.run = run
    sys.modules["uvicorn"] = module


def _code(stop: SystemExit) -> int:
    if stop.code is None:
        return 0
    if isinstance(stop.code, int):
        return stop.code & 0xFF
    _say(str(stop.code))
    return 1


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def _tell(error: BaseException) -> None:
    """Without the frames of this file and of runpy, which are none of the project's."""
    trace = error.__traceback__
    while trace and not trace.tb_frame.f_code.co_filename.startswith(str(ROOT)):
        trace = trace.tb_next
    traceback.print_exception(error.with_traceback(trace or error.__traceback__))


def _by_unittest(files: Sequence[str]) -> None:
    suite = unittest.TestSuite()
    for file in files:
        try:
            module = importlib.import_module(_module_of(file))
        except Exception as error:
            _say(f"{file} cannot be imported:")
            _tell(error)
            suite.addTest(unittest.FunctionTestCase(_raising(error), description=f"import {file}"))
            continue
        suite.addTests(unittest.defaultTestLoader.loadTestsFromModule(module))
        suite.addTests(_functions(module))
    result = unittest.TextTestRunner(stream=sys.stderr, verbosity=2).run(suite)
    if result.testsRun == 0:
        _say("no test was found")
    sys.exit(0 if result.wasSuccessful() and result.testsRun else 1)


def _module_of(file: str) -> str:
    """Its dotted name: a folder with __init__.py is a package, what holds it stands on the path."""
    path = ROOT / file
    parts, folder = [path.stem], path.parent
    while folder != ROOT and (folder / "__init__.py").exists():
        parts.insert(0, folder.name)
        folder = folder.parent
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    return ".".join(parts)


def _functions(module: types.ModuleType) -> Iterator[unittest.TestCase]:
    """Functions named test… that ask for no arguments: many tests are written so."""
    for name, thing in sorted(vars(module).items()):
        if not name.startswith("test") or not isinstance(thing, types.FunctionType):
            continue
        if thing.__module__ != module.__name__:
            continue
        told = f"{module.__name__}.{name}"
        if thing.__code__.co_argcount:
            _say(f"not run: {told} asks for fixtures, which unittest does not have")
        else:
            yield unittest.FunctionTestCase(thing, description=told)


def _raising(error: Exception) -> Callable[[], None]:
    def test() -> None:
        raise error

    return test
