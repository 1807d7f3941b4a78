"""What a session has made, over the wire: files, authors, a ZIP, a page, the log."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from roundtable.adapters.trees.zips import from_zip
from roundtable.core.events import FilesGiven, ProjectFile, read_event
from roundtable.testing.builders import build_start
from tests.apps.web.built import built, put
from tests.apps.web.conftest import Served, serving

GIVEN = {"cart.py": b"def old():\n    return 1\n", "logo.png": b"\x89PNG\0\xff"}


async def uploaded(served: Served) -> str:
    parts = [("files", (name, data)) for name, data in GIVEN.items()]
    answer = await served.client.post("/api/uploads", files=parts)
    assert answer.status_code == 201, answer.text
    name: str = answer.json()["id"]
    return name


async def test_files_come_with_what_they_started_from_and_whose_each_unit_is(
    building: Path,
) -> None:
    async with serving(building) as served:
        session = await built(served, "development", upload=await uploaded(served))
        told = (await served.get(f"/session/{session}/files")).json()
        cart, logo = told["files"]
        assert (cart["path"], cart["binary"], cart["base"]) == (
            "cart.py", False, GIVEN["cart.py"].decode(),
        )  # fmt: skip
        assert "def total(items):" in cart["text"] != cart["base"]
        assert (logo["path"], logo["binary"]) == ("logo.png", True)
        assert logo["text"] == logo["base"]
        rows = {row["unit"]: row for row in told["provenance"]}
        lines = cart["text"].splitlines()
        total = rows["total"]
        assert lines[total["start"] - 1] == "def total(items):"
        assert (total["seat"], total["round"], total["attempt"]) == ("Lancelot", "development", 1)
        assert {row["path"] for row in told["provenance"]} == {"cart.py"}


async def test_what_the_developer_edited_is_no_seats(building: Path) -> None:
    async with serving(building) as served:
        session = await built(served, "development")
        edit = {"files": [{"path": "cart.py", "text": "def total(items):\n    return 0\n"}]}
        assert (await put(served, f"/session/{session}/files", edit)).status_code == 200
        told = (await served.get(f"/session/{session}/files")).json()
        (row,) = told["provenance"]
        assert (row["unit"], row["seat"], row["round"]) == ("total", "", "development")
        assert "developer" in row["why"]
        assert told["files"][0]["base"] is None


async def test_the_zip_holds_the_files_byte_by_byte_and_can_be_given_again(
    building: Path, tmp_path: Path
) -> None:
    async with serving(building) as served:
        session = await built(served, "development", upload=await uploaded(served))
        answer = await served.get(f"/session/{session}/download")
        assert answer.headers["content-type"] == "application/zip"
        assert answer.headers["content-disposition"] == (f'attachment; filename="{session}.zip"')
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            assert archive.read("logo.png") == GIVEN["logo.png"]
            assert b"def total" in archive.read("cart.py")
        (tmp_path / "x.zip").write_bytes(answer.content)
        assert len((await from_zip(tmp_path / "x.zip")).files) == 2


async def test_a_path_that_no_archive_may_hold_is_named(served: Served) -> None:
    given = FilesGiven(origin="x", files=(ProjectFile(path="NUL.txt", text="x"),))
    await served.house.hall.table.driver.create("odd", build_start("review"), given=given)
    answer = await served.get("/session/odd/download")
    assert (answer.status_code, answer.json()["type"]) == (409, "refused")
    assert "'NUL.txt' is not written: its name is that of a device" in answer.json()["detail"]
    assert (await served.get("/session/odd/files")).json()["files"][0]["path"] == "NUL.txt"


@pytest.mark.parametrize("ending", ["files", "download"])
async def test_a_session_without_files_has_none_to_take_along(served: Served, ending: str) -> None:
    session = await served.start()
    await served.until(session, "awaiting_king")
    answer = await served.get(f"/session/{session}/{ending}")
    if ending == "files":
        assert answer.json() == {"files": [], "provenance": []}
    else:
        assert (answer.status_code, answer.json()["type"]) == (409, "refused")
        assert answer.json()["remedy"]


async def test_the_report_is_a_file_and_could_do_nothing_if_it_were_opened(
    served: Served,
) -> None:
    session = await served.start(topic="<script>alert(1)</script>")
    await served.until(session, "awaiting_king")
    answer = await served.get(f"/session/{session}/report")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-disposition"].startswith("attachment; ")
    (policy,) = answer.headers.get_list("content-security-policy")
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:;")
    assert policy.endswith("sandbox")
    assert "script-src" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "scripted rehearsal" in answer.text
    assert "<script" not in answer.text


async def test_the_log_is_read_back_the_same(served: Served) -> None:
    session = await served.start()
    await served.until(session, "awaiting_king")
    answer = await served.get(f"/session/{session}/log")
    assert answer.headers["content-type"] == "application/jsonl"
    assert answer.headers["content-disposition"] == f'attachment; filename="{session}.jsonl"'
    lines = answer.text.splitlines()
    assert [read_event(line).seq for line in lines] == list(range(1, len(lines) + 1))
    events = (await served.get(f"/session/{session}/events")).json()
    assert [json.loads(line) for line in lines] == events
