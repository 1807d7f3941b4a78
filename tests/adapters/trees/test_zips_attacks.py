"""Archives made to escape, to mislead or to exhaust: each is refused, in little time and memory."""

import stat
import time
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.trees.writing import write_folder
from roundtable.adapters.trees.zips import from_zip
from roundtable.core.errors import UsageError
from tests.adapters.trees.zip_builder import (
    BZIP2,
    FILE,
    FOLDER,
    LINK,
    LZMA,
    STORED,
    Archive,
    Entry,
    archive,
    deflated,
    honest,
)
from tests.conftest import Count

MOST_MEMORY = 100 << 20
MOST_SECONDS = 10.0
Attack = Callable[[], bytes]


def with_name(name: str | bytes, **more: int) -> Attack:
    raw = name if isinstance(name, bytes) else name.encode()
    return lambda: archive(Entry(b"fine.py"), Entry(raw, **more))  # type: ignore[arg-type]


def with_names(*names: str) -> Attack:
    return lambda: honest("fine.py", *names)


def with_mode(mode: int, name: bytes = b"x", **more: int) -> Attack:
    entry = Entry(name, b"/etc/passwd", mode, **more)  # type: ignore[arg-type]
    return lambda: archive(Entry(b"fine.py"), entry)


def with_entry(entry: Entry) -> Attack:
    return lambda: archive(Entry(b"fine.py"), entry)


SLIPS: dict[str, Attack] = {
    "up": with_name("../evil"),
    "up and up": with_name("a/../../evil"),
    "up at the end": with_name("a/.."),
    "up as a folder": with_entry(Entry(b"../../x/", b"", FOLDER, STORED)),
    "up behind a dot": with_name("./../evil"),
    "up in the old code page": with_name("../evil", flags=0),
    "absolute": with_name("/etc/cron.d/evil"),
    "absolute behind a dot": with_name(".//etc/evil"),
    "a share": with_name("//host/share/evil"),
    "backslashes": with_name("..\\..\\evil"),
    "one backslash": with_name("a\\b"),
    "a share with backslashes": with_name("\\\\host\\evil"),
    "a drive": with_name("C:/Windows/evil"),
    "a drive without a slash": with_name("c:evil"),
    "a NUL that hides an ending": with_name("fine.txt\0/../../evil"),
    "a NUL at the end": with_name("evil.sh\0.txt"),
    "wide dots": with_name("\uff0e\uff0e/evil"),
    "one letter of two dots": with_name("\u2025/evil"),
    "a wide slash": with_name("..\uff0fevil"),
    "a wide backslash": with_name("..\uff3cevil"),
    "an empty part": with_name("a//b"),
    "no name": with_name(""),
    "only a slash": with_entry(Entry(b"/", b"", FOLDER, STORED)),
    "a dot in the middle": with_name("a/./b"),
    "a name of 5,000 letters": with_name("x" * 5000),
    "a depth of 2,000": with_name("x/" * 2000 + "y"),
    "a name that is no text": with_name(b"\xff\xfe/evil"),
}
KINDS: dict[str, Attack] = {
    "a link": with_mode(LINK),
    "a link from another system": with_mode(LINK, system=0),
    "a link to be written through": lambda: archive(
        Entry(b"lib", b"/etc", LINK, STORED), Entry(b"lib/passwd", b"evil")
    ),
    "a link of Windows": with_mode(0, system=10, attributes=0x400),
    "a pipe": with_mode(stat.S_IFIFO | 0o644),
    "a socket": with_mode(stat.S_IFSOCK | 0o644),
    "a disk": with_mode(stat.S_IFBLK | 0o644),
    "a terminal": with_mode(stat.S_IFCHR | 0o644),
    "an unknown kind": with_mode(0o150000),
    "a folder with the name of a file": with_mode(FOLDER),
    "a file with the name of a folder": with_mode(FILE, b"x/", method=STORED),
    "a folder with content": with_mode(FOLDER, b"x/", method=STORED),
}
CLASHES: dict[str, Attack] = {
    "the same name twice": with_names("a", "a"),
    "the same name in another case": with_names("src/App.py", "src/app.py"),
    "the same name in another form": with_names("\u00e9", "e\u0301"),
    "the same name in wide letters": with_names("a.py", "\uff41.py"),
    "sharp s": with_names("stra\u00dfe", "STRASSE"),
    "a file inside a file": with_names("a", "a/b"),
    "a file inside a file, backwards": with_names("a/b/c", "a/B"),
    "a file that is also an empty folder": lambda: archive(
        Entry(b"A"), Entry(b"a/", b"", FOLDER, STORED)
    ),
    "the same name behind a dot": with_names("a", "./a"),
}
LIES: dict[str, Attack] = {
    "encrypted": with_name("x", flags=0x801),
    "strongly encrypted": with_name("x", flags=0x841),
    "with a hidden list": with_name("x", flags=0x2801),
    "a patch": with_name("x", flags=0x820),
    "lzma, whose header asks for gigabytes": with_entry(
        Entry(b"x", method=LZMA, packed=b"\x09\x04\x05\x00\x5d\xff\xff\xff\xff" + bytes(50))
    ),
    "bzip2": with_entry(Entry(b"x", method=BZIP2)),
    "an unknown method": with_entry(Entry(b"x", method=99)),
    "a future version": with_entry(Entry(b"x", version=99)),
    "another name in front of the file": with_entry(Entry(b"x", local_name=b"../x")),
    "a wrong checksum": with_entry(Entry(b"x", crc=1)),
    "larger than it says": with_entry(Entry(b"x", b"y" * 1_000_000, size=10)),
    "larger than it says, checksum forged": with_entry(
        Entry(b"x", b"y" * 10, size=10, packed=deflated(b"y" * 1_000_000))
    ),
    "larger than it says, checksum of one byte more": with_entry(
        Entry(b"x", b"y" * 11, size=10, packed=deflated(b"y" * 1_000_000))
    ),
    "smaller than it says": with_entry(Entry(b"x", size=1000)),
    "stored in two sizes": with_entry(Entry(b"x", b"y" * 100, method=STORED, size=50)),
    "not deflated": with_entry(Entry(b"x", packed=b"\xff" * 50)),
    "cut off inside": with_entry(Entry(b"x", packed=deflated(b"text" * 100)[:5])),
    "packed beyond its end": with_entry(Entry(b"x", packed_size=1 << 30)),
    "a list that begins elsewhere": lambda: Archive([Entry(b"x")], list_offset=1 << 30).data(),
    "a list of 4 GB": lambda: Archive([Entry(b"x")], list_size=0xFFFFFFF0).data(),
    "an entry before the file": with_entry(Entry(b"x", offset=0xFFFFFFF0)),
    "a broken size of 64 bits": with_entry(Entry(b"x", size=0xFFFFFFFF, extra=b"\1\0\x08\0")),
    "exabytes": with_entry(
        Entry(b"x", size=0xFFFFFFFF, extra=b"\1\0\x08\0" + (1 << 60).to_bytes(8, "little"))
    ),
}


def flat_bomb() -> bytes:
    zeros = bytes(2_000_000)
    packed = deflated(zeros)
    return archive(*(Entry(b"%d" % n, zeros, packed=packed) for n in range(200)))


def one_body_for_all() -> bytes:
    size = 1_900_000
    body, crc = deflated(bytes(size)), zlib.crc32(bytes(size))
    names = (b"%d" % n for n in range(5000))
    rest = (Entry(n, b"", packed=body, size=size, crc=crc, offset=0) for n in names)
    return archive(Entry(b"a", b"", packed=body, size=size, crc=crc), *rest)


def two_on_one_body() -> bytes:
    return archive(
        Entry(b"a", b"y" * 100, method=STORED), Entry(b"b", b"", offset=0, method=STORED)
    )


def quoted_overlap() -> bytes:
    """The first member's content is the second member, header and all."""
    text = b"z" * 1000
    header = archive(Entry(b"b", text, method=STORED))[:31]
    outer = Entry(b"a", header + text, method=STORED)
    return archive(outer, Entry(b"b", text, method=STORED, offset=31))


BOMBS: dict[str, Attack] = {
    "400 MB in 400 KB": flat_bomb,
    "gigabytes from one body": one_body_for_all,
    "two members on one body": two_on_one_body,
    "a member inside a member": quoted_overlap,
    "20,000 members": lambda: archive(*(Entry(b"%d" % n, b"") for n in range(20_000))),
    "100,000 members": lambda: archive(
        *(Entry(b"%d" % n, b"", offset=0, method=STORED) for n in range(100_000))
    ),
    "a list of 6 MB": lambda: archive(
        *(Entry(b"%d" % n + b"x" * 60_000, b"", method=STORED, offset=0) for n in range(100))
    ),
    "3,000 deep names": lambda: archive(
        *(Entry(b"%d/" % n + b"a/" * 248, b"", FOLDER, STORED, offset=0) for n in range(3_000))
    ),
}
GROUPS = {
    r"refused: (its name|a part of its name|it lies too deep)|codec can't decode": SLIPS,
    r"refused: it is (a link|neither a file nor|a folder with)": KINDS,
    r"refused: (another file has this name|it is a file and a folder)": CLASHES,
    r"refused: (it is encrypted|it is packed by)|is damaged|another size|"
    r"lies on top|would unpack": LIES,
    r"times its size|are taken|too many members|lies on top|too deep": BOMBS,
}
ATTACKS = [
    pytest.param(attack, reason, id=name)
    for reason, group in GROUPS.items()
    for name, attack in group.items()
]


def test_the_corpus_is_large_enough_to_mean_something() -> None:
    assert len(ATTACKS) >= 70


@pytest.mark.parametrize(("attack", "reason"), ATTACKS)
async def test_an_attack_is_refused_in_bounds_and_touches_nothing(
    project: Path, attack: Attack, reason: str, count: Count
) -> None:
    (project / "evil.zip").write_bytes(attack())
    before = sorted(project.parent.rglob("*"))
    tracemalloc.start()
    started = time.process_time()
    try:
        with pytest.raises(UsageError, match=reason) as caught:
            await from_zip(project / "evil.zip")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert time.process_time() - started < MOST_SECONDS
    assert peak < MOST_MEMORY
    assert caught.value.remedy
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 1000
    assert sorted(project.parent.rglob("*")) == before
    count("S9: archives that were refused, within bounds", 1)


HARMLESS: dict[str, Attack] = {
    "an archive in an archive": with_entry(Entry(b"inner.zip", flat_bomb()[:100_000])),
    "a small one packed very well": with_entry(Entry(b"zeros.txt", b"0" * 1_900_000)),
    "a huge one that is not unpacked": with_entry(
        Entry(b"x", size=400 << 20, packed=bytes(9 << 20))
    ),
    "git's hooks": with_name(".git/hooks/pre-commit"),
    "git's hooks in capitals": with_name("sub/.GIT/hooks/pre-commit"),
    "git by its short name": with_name("GIT~1/hooks/pre-commit"),
    "git with a joiner in it": with_name(".g\u200cit/config"),
    "our own settings": with_name(".roundtable/config.json"),
    "a stream of another file": with_name("fine.txt::$DATA"),
    "a device": with_name("sub/NUL.txt"),
    "a text that turns round": with_name("\u202etxt.exe"),
    "a name that drives a terminal": with_name("\x1b[2Jx"),
    "a trailing dot": with_name("fine.py."),
    "a set-user-id program": with_mode(0o104755),
    "a second name in an extra field": with_entry(Entry(b"x", extra=b"up\x0c\0\1\0\0\0\0../evil")),
    "bytes in front": lambda: Archive([Entry(b"fine.py")], prefix=b"MZ" * 1000).data(),
    "a wrong number of members": lambda: Archive([Entry(b"fine.py")], count=9).data(),
}


@pytest.mark.parametrize("attack", HARMLESS.values(), ids=HARMLESS.keys())
async def test_what_is_taken_nonetheless_writes_only_below_its_target(
    project: Path, attack: Attack
) -> None:
    (project / "odd.zip").write_bytes(attack())
    before = set(project.parent.rglob("*"))
    given = await from_zip(project / "odd.zip")
    assert "fine.py" in {file.path for file in given.files}
    assert write_folder(given.files, project / "out") == len(given.files)
    made = set(project.parent.rglob("*")) - before
    assert made
    assert all(path.is_relative_to(project / "out") for path in made)
    assert not any(path.is_symlink() for path in made)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in made if path.is_file()}
    assert modes <= {0o644, 0o755}
    hidden = {".git", ".roundtable", "git~1"}
    assert not any(hidden & {part.casefold() for part in path.parts} for path in made)
