"""Files that a browser sends: what is taken, what is left out and why, and what is refused."""

import asyncio
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from roundtable.adapters.trees import names
from roundtable.adapters.trees.tally import MOST_FILES, NO_ROOM
from roundtable.apps.web import gate
from tests.adapters.trees.test_zips_attacks import GROUPS, HARMLESS, MOST_MEMORY, MOST_SECONDS
from tests.adapters.trees.zip_builder import honest
from tests.apps.web.conftest import Served

BOUNDARY = "roundtable"
FORM = f"multipart/form-data; boundary={BOUNDARY}"
FINE = (b"fine.py", b"print(1)\n")
Part = tuple[bytes, bytes]


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of temporary files; whatever happens, nothing is left in it."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


def form(*parts: Part, field: str = "files") -> bytes:
    """A form as a browser writes it; names are bytes, so that they can be anything."""
    pieces = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{field}"; filename="'.encode()
        + name
        + b'"\r\nContent-Type: application/octet-stream\r\n\r\n'
        + data
        + b"\r\n"
        for name, data in parts
    ]
    return b"".join(pieces) + f"--{BOUNDARY}--\r\n".encode()


async def send(served: Served, body: Any, kind: str = FORM) -> httpx2.Response:
    return await served.client.post("/api/uploads", content=body, headers={"Content-Type": kind})


async def test_several_files_are_taken_under_the_paths_they_were_sent_with(
    served: Served,
) -> None:
    parts = ((b"shop/cart.py", b"x = 1\n"), (b"logo.png", b"\0\xff"), ("käse.txt".encode(), b""))
    answer = await send(served, form(*parts))
    assert answer.status_code == 201, answer.text
    told = answer.json()
    assert told["paths"] == ["käse.txt", "logo.png", "shop/cart.py"]
    assert (told["origin"], told["files"], told["bytes"]) == ("3 files", 3, 8)
    assert told["left_out"] == []
    given = served.house.uploads.find(told["id"])
    assert [(file.path, file.binary) for file in given.files][1] == ("logo.png", True)


async def test_one_archive_is_unpacked_and_one_file_is_not(served: Served) -> None:
    answer = await send(served, form((b"photos.zip", honest("top/a.py", "top/b/c.py"))))
    told = answer.json()
    assert (told["origin"], told["paths"]) == ("photos.zip", ["a.py", "b/c.py"])
    alone = (await send(served, form(FINE))).json()
    assert (alone["origin"], alone["paths"]) == ("fine.py", ["fine.py"])
    both = (await send(served, form(FINE, (b"x.ZIP", honest("a"))))).json()
    assert both["paths"] == ["fine.py", "x.ZIP"]


async def test_of_many_paths_the_first_are_told_and_a_forgotten_upload_is_gone(
    served: Served,
) -> None:
    many = [(b"%05d.txt" % number, b"x") for number in range(MOST_FILES)]
    answer = await send(served, form(*many))
    told = answer.json()
    assert (told["files"], len(told["paths"]), told["bytes"]) == (MOST_FILES, 200, MOST_FILES)
    for _ in range(2):
        gone = await served.client.delete(f"/api/uploads/{told['id']}")
        assert gone.status_code == 204
    begun = await served.post(
        "/session/start", {"workflow": "build", "topic": "x", "upload": told["id"]}
    )
    assert (begun.status_code, begun.json()["type"]) == (410, "gone")


NAMES: dict[str, bytes] = {
    "up": b"../evil",
    "up and up": b"a/../../evil",
    "absolute": b"/etc/passwd",
    "a drive": b"C:\\Users\\me\\evil.py",
    "a drive with slashes": b"C:/evil.py",
    "a share": b"\\\\host\\share\\evil.py",
    "a backslash": b"a\\b.py",
    "wide dots": "\uff0e\uff0e/evil".encode(),
    "no name": b"",
    "a dot": b".",
    "an empty part": b"a//b",
    "an escape": b"\x1b[2Jx",
    "a line end": b"a%0Ab",
    "a carriage return": b"a%0Db",
    "a text that turns round": "\u202etxt.exe".encode(),
    "no text": b"\xff\xfe.py",
    "too long": b"x" * 600,
    "too deep": b"x/" * 45 + b"y",
    "a device": b"NUL.txt",
    "a trailing dot": b"fine.py.",
    "a stream": b"fine.txt::$DATA",
    "git's own": b".git/hooks/pre-commit",
    "git's own in capitals": b"sub/.GIT/config",
    "ours": b".roundtable/config.json",
    "a secret": b".env",
    "a key": b"deploy/id_rsa",
    "ignored by the config": b"node_modules/x/index.js",
    "the same name": "\ufb01ne.py".encode(),
    "a file inside a file": b"fine.py/x",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
async def test_a_name_that_cannot_be_is_left_out_with_its_reason(
    served: Served, name: bytes
) -> None:
    answer = await send(served, form(FINE, (name, b"evil\n")))
    assert answer.status_code == 201, answer.text
    told = answer.json()
    assert told["paths"] == ["fine.py"]
    (left,) = told["left_out"]
    assert left["reason"]
    assert left["title"].isprintable()


@pytest.mark.parametrize("name", ["up", "a secret", "no name"])
async def test_where_nothing_is_left_it_is_refused(served: Served, name: str) -> None:
    answer = await send(served, form((NAMES[name], b"x")))
    told = answer.json()
    assert (answer.status_code, told["type"], told["field"]) == (422, "invalid", "files")
    assert "no file to work with" in told["detail"]


async def test_hostile_archives_are_refused_in_bounds_or_harmless(
    served: Served, project: Path
) -> None:
    attacks = {name: attack for group in GROUPS.values() for name, attack in group.items()}
    before = sorted(project.parent.rglob("*"))
    assert await _all_refused(served, attacks) >= 70
    for name, attack in HARMLESS.items():
        answer = await send(served, form((b"odd.zip", attack())))
        assert answer.status_code == 201, f"{name}: {answer.text}"
        given = served.house.uploads.find(answer.json()["id"])
        assert "fine.py" in {file.path for file in given.files}
        assert not any(names.unfit(file.path) or names.private(file.path) for file in given.files)
    assert len(HARMLESS) >= 15
    assert sorted(project.parent.rglob("*")) == before


async def _all_refused(served: Served, attacks: dict[str, Any]) -> int:
    """How many of them were refused, each within its bounds."""
    for name, attack in attacks.items():
        body = form((b"evil.zip", attack()))
        tracemalloc.start()
        started = time.process_time()
        answer = await send(served, body)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        told = answer.json()
        assert (answer.status_code, told["type"]) == (422, "invalid"), f"{name}: {told}"
        assert told["field"] == "files"
        assert told["detail"].startswith("files: evil.zip cannot be taken: ")
        assert told["detail"].isprintable() and len(told["detail"]) < 1000
        assert told["remedy"]
        assert time.process_time() - started < MOST_SECONDS
        assert peak < MOST_MEMORY
    return len(attacks)


async def test_too_many_files_are_too_large(served: Served) -> None:
    many = [(b"%05d.txt" % number, b"") for number in range(MOST_FILES + 1)]
    answer = await send(served, form(*many))
    told = answer.json()
    assert (answer.status_code, told["type"], told["field"]) == (413, "too_large", "files")


async def test_a_tree_is_taken_up_to_its_bound_and_the_rest_is_told(served: Served) -> None:
    large = b"x" * (2 * 1024 * 1024)
    parts = [(b"%02d.txt" % number, large) for number in range(26)]
    answer = await send(served, form(*parts, (b"huge.txt", large + b"x")))
    told = answer.json()
    assert told["files"] == 25
    reasons = {left["title"]: left["reason"] for left in told["left_out"]}
    assert reasons == {"25.txt": NO_ROOM, "huge.txt": "larger than 2 MB"}


async def test_a_body_is_cut_off_where_it_passes_its_bound_whatever_it_said(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "MOST_UPLOAD", 100_000)

    async def pieces() -> Any:
        yield form((b"a.txt", b"x" * 120_000))

    answer = await send(served, pieces())
    told = answer.json()
    assert (answer.status_code, told["type"], told["field"]) == (413, "too_large", "files")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", FORM),
        (b"PK", FORM),
        (form(FINE)[:-20], FORM),
        (form(FINE), "multipart/form-data"),
        (form(FINE), "multipart/form-data; boundary=" + "x" * 300),
        (form(FINE, field="other"), FORM),
        (form(FINE).replace(b'; filename="fine.py"', b""), FORM),
        (form(FINE).replace(b"Content-Type", b"X" * 5000), FORM),
        (form(FINE).replace(b'name="files"; ', b""), FORM),
    ],
)
async def test_what_is_no_form_with_files_is_refused_by_the_field(
    served: Served, body: bytes, kind: str
) -> None:
    answer = await send(served, body, kind)
    told = answer.json()
    assert (answer.status_code, told["type"]) == (422, "invalid"), told
    assert told["field"] == "files"
    assert told["remedy"]


async def test_only_a_form_is_an_upload(served: Served) -> None:
    answer = await send(served, b"{}", "application/json")
    assert (answer.status_code, answer.json()["type"]) == (415, "unsupported")


async def test_only_a_few_are_received_at_once(served: Served) -> None:
    uploads = served.house.uploads
    with uploads.receiving(), uploads.receiving():
        answer = await send(served, form(FINE))
        assert (answer.status_code, answer.json()["type"]) == (429, "too_many")
    assert (await send(served, form(FINE))).status_code == 201


async def test_an_upload_that_breaks_off_leaves_nothing(served: Served) -> None:
    (cookie,) = (f"{k}={v}" for k, v in served.client.cookies.items())
    head = (
        f"POST /api/uploads HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
        f"Origin: {served.base}\r\nCookie: {cookie}\r\nContent-Type: {FORM}\r\n"
        "Content-Length: 9000000\r\n\r\n"
    )
    for _ in range(3):
        _, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(head.encode() + form((b"a.txt", b"x" * 3_000_000))[:-200])
        await writer.drain()
        writer.close()
        await writer.wait_closed()
    async with asyncio.timeout(30):
        while (await send(served, form(FINE))).status_code != 201:
            await asyncio.sleep(0.02)


async def test_an_upload_needs_a_table_and_a_config_that_can_be_read(served: Served) -> None:
    served.house.project.config_path.write_text("{")
    answer = await send(served, form(FINE))
    assert (answer.status_code, answer.json()["type"]) == (409, "config_wrong")
