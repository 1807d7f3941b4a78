"""Bad input and bad surroundings: one clear message, a remedy, a documented exit code, no loss."""

import json
import os
import shutil
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

from tests.e2e.conftest import COMMAND, Run, set_up

QUESTION = ("discuss", "Shall we?", "--yes")


def told(done: "subprocess.CompletedProcess[str]", code: int, *words: str) -> None:
    """It failed as documented, in words, with a remedy, and without a traceback."""
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert "remedy: " in done.stderr
    for word in words:
        assert word in done.stderr


def in_namespace(folder: Path, mount: str, words: tuple[str, ...]) -> list[str]:
    """The command with a mount of its own, which ends with it."""
    unshare = shutil.which("unshare")
    flags = ["-m"] if os.geteuid() == 0 else ["-rm"]
    if unshare is None or subprocess.run([unshare, *flags, "true"], check=False).returncode:
        pytest.skip("not run: this machine lets us make no mount namespace")
    command = " ".join([*COMMAND, *words])
    return [unshare, *flags, "sh", "-c", f"{mount} && cd {folder} && {command}"]


def test_outside_of_a_project_the_remedy_is_init(
    run: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    for words in (("status",), ("list",), ("discuss", "x"), ("show",), ("decree", "list")):
        told(run(*words, cwd=elsewhere), 3, ".roundtable", "roundtable init")


def test_a_broken_config_is_told_by_name_line_and_remedy(run: Run, repository: Path) -> None:
    path = repository / ".roundtable" / "config.json"
    config = json.loads(path.read_text())
    config["rules"]["max_rouns"] = 5
    config["rules"]["consensus_threshold"] = "nine"
    path.write_text(json.dumps(config, indent=2))
    lines = path.read_text().splitlines()
    place = 1 + next(i for i, line in enumerate(lines) if "max_rouns" in line)
    told(run(*QUESTION), 4, f"config.json:{place}: rules.max_rouns", "did you mean max_rounds?")
    told(run(*QUESTION), 4, "rules.consensus_threshold: must be a whole number")
    path.write_text("{ not json")
    told(run(*QUESTION), 4, "config.json:1")
    path.unlink()
    told(run(*QUESTION), 4, "roundtable init")


def test_an_unknown_knight_names_those_there_are(run: Run) -> None:
    told(run(*QUESTION, "--knight", "Mordred"), 5, "Mordred", "Gawain, Lancelot, Bors")
    told(run(*QUESTION, "--knight", "Gawain"), 5, "one knight alone")


def test_an_empty_topic_is_refused(run: Run) -> None:
    for topic in ("", "   \n"):
        told(run("discuss", topic, "--yes"), 2, "empty")


def test_a_second_process_on_the_same_session_is_turned_away(tmp_path: Path) -> None:
    set_up(tmp_path, words=200, words_per_second=50)
    first = subprocess.Popen(
        [*COMMAND, *QUESTION, "--json"], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    assert first.stdout is not None
    while "agent_start" not in first.stdout.readline():
        pass
    second = subprocess.run(
        [*COMMAND, "resume"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    told(second, 7, f"process {first.pid}", "roundtable resume")
    first.terminate()
    first.communicate()
    assert first.returncode == 21, "a SIGTERM pauses"


def test_a_full_disk_stops_the_session_and_space_lets_it_go_on(tmp_path: Path) -> None:
    template, disk = tmp_path / "template", tmp_path / "disk"
    template.mkdir()
    disk.mkdir()
    set_up(template, words=8_000)
    mount = f"mount -t tmpfs -o size=600k tmpfs {disk} && cp -r {template}/. {disk}"
    keep = f"; code=$?; rm -rf {tmp_path}/kept; cp -r {disk} {tmp_path}/kept; exit $code"
    command = in_namespace(disk, mount, ("discuss", "full", "--yes"))
    command[-1] += keep
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    told(done, 9, "no room left", "free some space")
    kept = tmp_path / "kept"
    resumed = subprocess.run(
        [*COMMAND, "resume", "--yes"], cwd=kept, capture_output=True, text=True, check=False
    )
    assert resumed.returncode == 0, resumed.stderr
    with sqlite3.connect(kept / ".roundtable" / "roundtable.db") as log:
        types = [row[0] for row in log.execute("SELECT type FROM events ORDER BY seq")]
    log.close()
    assert types.count("session_start") == 1
    assert types[-1] == "session_end"


def test_a_read_only_folder_is_told_and_can_still_be_looked_at(run: Run, repository: Path) -> None:
    assert run(*QUESTION).returncode == 0
    mount = f"mount --bind {repository} {repository} && mount -o remount,ro,bind {repository}"

    def read_only(*words: str) -> "subprocess.CompletedProcess[str]":
        command = in_namespace(repository, mount, words)
        return subprocess.run(command, capture_output=True, text=True, check=False)

    told(read_only("discuss", "again", "--yes"), 9, "cannot be written", "writable")
    told(read_only("rebuild"), 9, "writable")
    for words in (("list",), ("status",)):
        done = read_only(*words)
        assert done.returncode == 0, done.stderr
        assert "shall-we" in done.stdout


def test_a_corrupted_log_tail_is_told_and_the_rest_is_salvaged(run: Run, repository: Path) -> None:
    assert run(*QUESTION).returncode == 0
    path = repository / ".roundtable" / "roundtable.db"
    with sqlite3.connect(path) as log:
        last = log.execute("SELECT max(seq) FROM events").fetchone()[0]
        log.execute("UPDATE events SET body = substr(body, 1, 20) WHERE seq = ?", (last,))
    log.close()
    for words in (("show",), ("replay", "--speed", "0"), ("resume", "--yes")):
        told(run(*words), 10, f"event {last}", "--salvage")
    saved = run("rebuild", "--salvage")
    assert saved.returncode == 0
    assert f"{last - 1} events saved" in saved.stdout
    assert "roundtable.db.damaged-1" in saved.stdout
    assert run("resume", "--yes").returncode == 0, "the lost end is played again"
    assert run("status").stdout.count("consensus") == 1


def test_a_log_that_is_no_database_is_told_and_put_aside(run: Run, repository: Path) -> None:
    path = repository / ".roundtable" / "roundtable.db"
    path.write_bytes(b"garbage" * 4096)
    for words in (("list",), QUESTION, ("show",)):
        told(run(*words), 10, "damaged", "--salvage")
    assert run("rebuild", "--salvage").returncode == 0
    assert path.with_name("roundtable.db.damaged-1").read_bytes() == b"garbage" * 4096
    assert run(*QUESTION).returncode == 0


def test_invalid_utf8_and_a_50_mb_file_do_not_disturb_it(run: Run, repository: Path) -> None:
    (repository / "README.md").write_bytes(b"caf\xe9 \xff\xfe latin bytes\n")
    (repository / os.fsdecode(b"n\xe4me.txt")).write_text("x")
    with (repository / "huge.txt").open("wb") as huge:
        huge.write(b"a line of text that goes on and on\n" * 1_500_000)
    began = time.monotonic()
    done = run("discuss", "What of huge.txt and README.md?", "--yes")
    assert done.returncode == 0, done.stderr
    assert time.monotonic() - began < 60
    shown = run("show", "--context").stdout
    assert "latin bytes" in shown
    assert len(shown) < 200_000
    assert (repository / ".roundtable" / "roundtable.db").stat().st_size < 2_000_000


def test_wrong_words_on_the_command_line_are_exit_2(run: Run) -> None:
    for words in (("fly",), ("discuss", "--nonsense"), ("discuss", "x", "--rounds", "many")):
        done = run(*words)
        assert done.returncode == 2
        assert "usage:" in done.stderr
        assert "Traceback" not in done.stderr
    told(run("discuss", "x", "--rounds", "0"), 2, "--rounds")
    told(run("discuss", "x", "--max-cost", "nan"), 2, "--max-cost")


def test_when_nobody_reads_the_output_any_more_the_session_pauses(tmp_path: Path) -> None:
    set_up(tmp_path, words=100, words_per_second=50)
    reader = subprocess.Popen(
        [*COMMAND, *QUESTION, "--json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert reader.stdout is not None
    assert reader.stderr is not None
    reader.stdout.readline()
    reader.stdout.close()
    assert reader.wait(timeout=60) == 21
    assert b"Traceback" not in reader.stderr.read()
    reader.stderr.close()
    status = subprocess.run(
        [*COMMAND, "status"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "paused" in status.stdout


def test_a_reader_who_has_left_is_exit_141(run: Run, repository: Path) -> None:
    assert run(*QUESTION).returncode == 0
    for words in ("list", "status", "show"):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            [*COMMAND, words], cwd=repository, stdout=writing, stderr=subprocess.PIPE, check=False
        )
        os.close(writing)
        assert (done.returncode, done.stderr) == (141, b""), words
