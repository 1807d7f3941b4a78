"""The arguments of bwrap: what there is inside, and that there is nothing else."""

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from roundtable.adapters.sandboxes.bounds import MIB, Limits
from roundtable.adapters.sandboxes.interpreters import SETTINGS, Interpreter
from roundtable.adapters.sandboxes.packing import Packed

NOBODY = 65534
TREE = "/in"
"""The files as they were given. They cannot be changed."""
WORK = "/tmp/work"  # noqa: S108 -- inside, where nobody else is
"""The program's working folder: a copy of the files."""
_TOP = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SYSTEM = ("/usr", "/nix/store")
_ETC = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime")
_DEVICES = ("null", "zero", "full", "random", "urandom")
_SHARED_MEMORY = 16 * MIB
# The files are copied inside, into memory of bounded size: nothing is written to our disk.
_COPIED = f"mkdir {WORK} && cp -R {TREE}/. {WORK} && cd {WORK} || exit 125; "

BESIDE = {
    "passwd": f"nobody:x:{NOBODY}:{NOBODY}:nobody:/tmp:/bin/sh\n",
    "group": f"nogroup:x:{NOBODY}:\n",
}


def beside(laid: Interpreter) -> dict[str, str]:
    """Small files to be packed, which `walls` then shows at their places."""
    return {**BESIDE, "pyvenv.cfg": laid.settings}


def environment(laid: Interpreter, added: Mapping[str, str]) -> dict[str, str]:
    """All there is. bwrap gets no more either: its own environment can be read from inside."""
    fixed = {
        "PATH": f"{laid.python.rpartition('/')[0]}:/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "HOME": "/tmp",  # noqa: S108 -- inside, where nobody else is
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
    }
    return {**fixed, **added}


def walls(
    place: Packed, laid: Interpreter, limits: Limits, shown: Mapping[str, Path]
) -> Iterator[str]:
    """Namespaces and mounts; `shown` is added read-only, by its place inside."""
    yield from ("--unshare-all", "--unshare-user", "--die-with-parent", "--new-session")
    # With a first process of its own bwrap would end before that one is dead and buried.
    yield "--as-pid-1"
    yield from ("--hostname", "sandbox", "--cap-drop", "ALL")
    if laid.libraries:
        # Not in the environment of bwrap, which runs outside: there it would be another folder.
        yield from ("--setenv", "LD_LIBRARY_PATH", laid.libraries)
    binds = {TREE: place.tree, **laid.binds, **shown}
    binds |= {f"/etc/{name}": place.beside / name for name in BESIDE}
    binds |= {SETTINGS: place.beside / "pyvenv.cfg"} if laid.settings else {}
    yield from _folders(*binds, *laid.links, *_SYSTEM)
    yield from _system()
    yield from ("--proc", "/proc", "--tmpfs", "/dev")
    for name in _DEVICES:
        yield from ("--dev-bind-try", f"/dev/{name}", f"/dev/{name}")
    for name, target in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
        yield from ("--symlink", f"/proc/self/fd{target}", f"/dev/{name}")
    yield from _memory("/dev/shm", _SHARED_MEMORY)  # noqa: S108 -- inside
    yield from _memory("/tmp", limits.disk)  # noqa: S108 -- inside
    for inside, outside in binds.items():
        yield from ("--ro-bind", str(outside), inside)
    for inside, target in laid.links.items():
        yield from ("--symlink", target, inside)
    # The bare root and /dev are memory as well, of no bounded size.
    yield from ("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp")  # noqa: S108


def prelude(first: bool) -> tuple[str, ...]:
    """The first process inside: it lays out the files, and then runs or becomes the program.

    The first one buries the orphans of the others, and no signal from inside can end it.
    """
    return ("/bin/sh", "-c", _COPIED + ('exec "$@"' if first else '"$@"; exit $?'), "sh")


def _system() -> Iterator[str]:
    for folder in _SYSTEM:
        yield from ("--ro-bind-try", folder, folder)
    for name in _TOP:
        path = Path(name)
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), name)
        elif path.is_dir():
            yield from ("--ro-bind", name, name)
    for name in _ETC:
        yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")


def _folders(*paths: str) -> Iterator[str]:
    """The folders above them. Those that bwrap makes without being asked only root can enter."""
    above = {str(folder) for path in paths for folder in PurePosixPath(path).parents}
    for folder in sorted(above - {"/"}):
        yield from ("--perms", "0755", "--dir", folder)


def _memory(inside: str, size: int) -> tuple[str, ...]:
    return ("--perms", "1777", "--size", str(size), "--tmpfs", inside)
