"""Our own Python as a sandbox shows it: at neutral places, without the folders around it."""

import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

_BASE = "/opt/python"
_VENV = "/opt/venv"
SETTINGS = f"{_VENV}/pyvenv.cfg"
_SYSTEM = Path("/usr")


@dataclass(frozen=True, slots=True)
class Interpreter:
    """How to lay it out: what is shown and linked, by its place inside."""

    python: str
    """Its path inside."""
    binds: dict[str, Path]
    links: dict[str, str]
    settings: str = ""
    """The text of its pyvenv.cfg, when it has one."""
    libraries: str = ""
    """Where the loader has to look for libpython, when that is not where it always looks."""


def interpreter() -> Interpreter:
    """The one that runs us, with its packages, so that what we can import can be imported."""
    base = Path(sys.base_prefix).resolve()
    executable = _executable(base)
    if base.is_relative_to(_SYSTEM):
        laid = Interpreter(str(executable), {}, {})
    else:
        binds = {f"{_BASE}/lib": base / "lib", f"{_BASE}/bin/python3": executable}
        shared = bool(sysconfig.get_config_var("Py_ENABLE_SHARED"))
        libraries = f"{_BASE}/lib" if shared else ""
        laid = Interpreter(f"{_BASE}/bin/python3", binds, {}, libraries=libraries)
    return _with_packages(laid) if sys.prefix != sys.base_prefix else laid


def _executable(base: Path) -> Path:
    """The base's own program; a virtual environment only points to it."""
    own = Path(sys.executable).resolve()
    if own.is_relative_to(base):
        return own
    return (base / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}").resolve()


def _with_packages(laid: Interpreter) -> Interpreter:
    """A virtual environment of its own around our packages: nothing else of ours is in it."""
    prefix = Path(sys.prefix)
    packages = {Path(sysconfig.get_path(name)) for name in ("purelib", "platlib")}
    binds = {
        f"{_VENV}/{folder.relative_to(prefix)}": folder.resolve()
        for folder in sorted(packages)
        if folder.is_relative_to(prefix) and folder.is_dir()
    }
    home = laid.python.rpartition("/")[0]
    return Interpreter(
        python=f"{_VENV}/bin/python3",
        binds={**laid.binds, **binds},
        links={f"{_VENV}/bin/python3": laid.python, f"{_VENV}/bin/python": "python3"},
        settings=f"home = {home}\ninclude-system-site-packages = false\n",
        libraries=laid.libraries,
    )
