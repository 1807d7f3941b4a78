"""`roundtable code-red`: from a symptom or a log to a diagnosis, and the log of cases."""

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from roundtable.core import events as e

Run = Callable[..., tuple[int, str, str]]
Events = Callable[[str], list[e.Event]]
NAMES = ("Gawain", "Lancelot", "Percival")
LOG = b"""\
collected 3 items
Traceback (most recent call last):
  File "/app/store.py", line 2, in total
    first = items[0]
IndexError: list index out of range
"""


def block(key: str, confidence: int, **fields: object) -> dict[str, object]:
    return {"root_cause_key": key, "confidence_score": confidence, "evidence": ["seen"], **fields}


def write_script(root: Path, **keys: tuple[str, int]) -> None:
    """Each doctor holds to one key from the blind round on; the triage knows nothing."""
    parts = {
        name: {
            "replies": [
                {"when": {"round": 0}, "say": "Triage.", "block": block("unknown", 1)},
                {"say": f"I am {name}.", "block": block(*keys[name], proposal="Handle it.")},
            ]
        }
        for name in NAMES
    }
    (root / "script.yaml").write_text(json.dumps({"knights": parts}))


@pytest.fixture
def agreed(project: Path) -> Path:
    write_script(project, **dict.fromkeys(NAMES, ("empty-list-not-handled", 9)))
    (project / "store.py").write_text("def total(items):\n    first = items[0]\n    return first\n")
    return project


@pytest.fixture
def split(project: Path) -> Path:
    keys = (("cache-race", 9), ("null-user", 9), ("unknown", 2))
    write_script(project, **dict(zip(NAMES, keys, strict=True)))
    return project


def test_a_symptom_comes_to_a_diagnosis_and_by_default_it_is_logged(agreed: Path, run: Run) -> None:
    code, out, err = run("code-red", "checkout crashes", "--yes")
    assert (code, err) == (0, "")
    for words in (
        "Topic: checkout crashes",
        "== Triage: Gawain, Lancelot, Percival (scripted rehearsal)",
        "== Blind round: all at once",
        "=> converged on empty-list-not-handled",
        "The King's answer: log (taken by default)",
        "Outcome: diagnosed",
    ):
        assert words in out, words
    listed = run("code-red", "list")[1]
    assert listed.startswith("CR-001  PARKED")
    assert listed.endswith("empty-list-not-handled: checkout crashes\n")


def test_a_piped_log_is_quoted_recorded_first_and_searched_for_files(
    agreed: Path, run: Run, events: Events
) -> None:
    code, out, _ = run("code-red", "checkout", "crashes", "--yes", "--json", stdin=LOG)
    assert code == 0
    log = [x for x in events(out) if not isinstance(x, e.Token)]
    start, given, context = log[:3]
    assert isinstance(start, e.SessionStart)
    assert (start.workflow, start.topic) == ("code-red", "checkout crashes")
    assert isinstance(given, e.FilesGiven)
    assert given.origin == "standard input"
    assert given.files[0].text == LOG.decode().strip()
    assert isinstance(context, e.ContextBuilt)
    assert "store.py, lines 1-3" in [part.title for part in context.parts]


def test_the_log_alone_is_enough_and_its_first_error_is_the_symptom(
    agreed: Path, run: Run, events: Events
) -> None:
    (agreed / "server.log").write_bytes(LOG)
    for words, stdin in ((("--log", "server.log"), b""), ((), LOG), (("-",), LOG)):
        out = run("code-red", *words, "--yes", "--json", stdin=stdin)[1]
        start, given = events(out)[:2]
        assert isinstance(start, e.SessionStart)
        assert start.topic == "IndexError: list index out of range"
        assert isinstance(given, e.FilesGiven)
        assert given.origin == ("server.log" if words[:1] == ("--log",) else "standard input")


def test_without_a_symptom_and_a_log_nothing_is_recorded(agreed: Path, run: Run) -> None:
    for words in ((), ("",), ("-",), ("--symptom", "  ")):
        code, out, err = run("code-red", *words)
        assert (code, out) == (2, "")
        assert "neither a symptom nor a log" in err
    assert run("list", "--json") == (0, "", "")


@pytest.mark.parametrize(
    ("words", "stdin", "told"),
    [
        (("x", "--log", "nowhere.log"), b"", "nowhere.log cannot be read"),
        (("x", "--log", "."), b"", "cannot be read"),
        (("x", "--log", ".env"), b"", ".env is a secret file"),
        (("x",), b"\x00\x01binary", "is binary"),
        (("x",), b"a" * 4_000_001, "larger than 4 MB"),
        (("x", "--symptom", "y"), b"", "given twice"),
        (("x", "--rounds", "0"), b"", "--rounds must be from 1 to 50"),
        (("x", "--all"), b"", "--all does not go with a new code-red"),
        (("x", "--because", "y"), b"", "--because does not go with"),
        (("list", "--because", "y"), b"", "--because does not go with list"),
        (("close", "--all"), b"", "--all does not go with close"),
        (("close",), b"", "which case"),
        (("x" * 100_001,), b"", "more than 100,000 characters"),
        (("x", "--choose", "later"), b"", "--choose cannot be 'later'"),
        (("x", "--on-escalation", "aplly"), b"", "--on-escalation cannot be 'aplly'"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_a_remedy(
    agreed: Path, run: Run, words: tuple[str, ...], stdin: bytes, told: str
) -> None:
    code, _, err = run("code-red", *words, stdin=stdin)
    assert code == 2
    assert told in err
    assert "remedy:" in err
    assert run("list", "--json") == (0, "", "")


def test_an_unknown_knight_is_found_before_anything_is_recorded(agreed: Path, run: Run) -> None:
    assert run("code-red", "x", "--knight", "Gawain", "--knight", "Mordred")[0] == 5
    assert run("list", "--json") == (0, "", "")


def test_the_word_list_can_be_a_symptom_too(agreed: Path, run: Run, events: Events) -> None:
    out = run("code-red", "--symptom", "list", "--yes", "--json")[1]
    start = events(out)[0]
    assert isinstance(start, e.SessionStart)
    assert start.topic == "list"
    assert "CR-001" in run("code-red", "list")[1]
    out = run("code-red", "list of users is empty", "--yes", "--json")[1]
    start = events(out)[0]
    assert isinstance(start, e.SessionStart)
    assert start.topic == "list of users is empty"


@pytest.mark.parametrize(
    ("choice", "status"), [("apply", "OPEN"), ("report", "OPEN"), ("log", "PARKED")]
)
def test_the_kings_choice_is_the_cases_status(
    agreed: Path, run: Run, choice: str, status: str
) -> None:
    assert run("code-red", "x", "--choose", choice)[0] == 0
    assert run("code-red", "list")[1].startswith(f"CR-001  {status}")


def test_doctors_who_do_not_agree_wait_for_the_king_and_he_can_take_one(
    split: Path, run: Run
) -> None:
    code, out, _ = run("code-red", "x", "--rounds", "2")
    assert code == 22
    assert "pick:Gawain: Take Gawain (scripted rehearsal)'s diagnosis" in out
    assert "--on-escalation" in out
    code, out, _ = run("resume", "--on-escalation", "pick:Lancelot", "--choose", "report")
    assert code == 0
    assert "Outcome: the King took a knight's proposal" in out
    assert "null-user: x" in run("code-red", "list")[1]


def test_one_that_is_stopped_is_a_case_without_agreement(split: Path, run: Run) -> None:
    assert run("code-red", "x", "--rounds", "1", "--on-escalation", "stop")[0] == 20
    assert "CR-001  OPEN" in run("code-red", "list")[1]
    assert "no agreement: x" in run("code-red", "list")[1]


def test_a_case_is_closed_by_its_number_however_it_is_written(agreed: Path, run: Run) -> None:
    for _ in range(3):
        run("code-red", "x", "--yes")
    assert run("code-red", "close", "CR-001", "--because", "the proxy") == (
        0,
        "CR-001 is resolved.\n",
        "",
    )
    both = "CR-002 is resolved.\nCR-003 is resolved.\n"
    assert run("code-red", "close", "cr-2", "3")[1] == both
    assert run("code-red", "list")[1] == "No case is open (3 resolved: --all).\n"
    assert run("code-red", "list", "--all")[1].count("RESOLVED") == 3


def test_the_cases_are_told_to_a_script_as_json(agreed: Path, run: Run) -> None:
    assert run("code-red", "list", "--json") == (0, "", "")
    run("code-red", "x", "--yes")
    (line,) = run("code-red", "list", "--json")[1].splitlines()
    case = json.loads(line)
    assert (case["number"], case["status"], case["symptom"]) == ("CR-001", "PARKED", "x")
    assert case["key"] == "empty-list-not-handled"


def test_later_sessions_and_the_chronicle_know_that_a_case_is_closed(
    agreed: Path, run: Run
) -> None:
    run("code-red", "checkout crashes", "--yes")
    run("code-red", "close", "1", "--because", "it was the proxy")
    assert "diagnosed, logged for later, closed: it was the proxy" in run("chronicle")[1]
    run("code-red", "checkout crashes again", "--yes")
    out = run("show", "--context")[1]
    assert "(diagnosed; the case is closed: it was the proxy)" in out
    assert "still open" not in out


def test_a_case_that_is_none_or_resolved_already_is_refused(agreed: Path, run: Run) -> None:
    assert run("code-red", "list")[1] == "No case is open.\n"
    for number in ("CR-001", "nonsense", "CR-0"):
        code, _, err = run("code-red", "close", number)
        assert code == 6
        assert f"there is no case {number!r}" in err
    run("code-red", "x", "--yes")
    run("code-red", "close", "cr-1")
    code, _, err = run("code-red", "close", "cr-1")
    assert code == 2
    assert "resolved already" in err


def test_a_dry_run_asks_nobody_and_shows_the_log_in_the_prompt(agreed: Path, run: Run) -> None:
    code, out, _ = run("code-red", "checkout crashes", "--dry-run", stdin=LOG)
    assert code == 0
    assert "in a triage and 5 rounds" in out
    assert "the log, from standard input" in out
    assert "IndexError: list index out of range" in out
    assert "store.py, lines 1-3" in out
    for name in NAMES:
        assert f"=== {name} would be asked" in out
    assert run("list", "--json") == (0, "", "")


def test_the_bundled_rehearsal_can_diagnose(project: Path, run: Run) -> None:
    bundled = (files("roundtable.examples") / "rehearsal.yaml").read_text()
    quick = bundled.replace("words_per_second: 45", "").replace("first_word_after: 0.4", "")
    (project / "script.yaml").write_text(quick)
    code, out, _ = run("code-red", "checkout crashes on an empty cart", "--choose", "report")
    assert code == 0
    assert "=> still open: 2 suspects, nobody is sure" in out
    assert "=> converged on missing-input-validation (also input-not-validated)" in out
    for line in out.splitlines():
        if "Gawain" in line and "/10" in line:
            assert "scripted rehearsal" in line


def test_as_a_process_with_a_pipe_and_without_one(agreed: Path) -> None:
    command = [sys.executable, "-m", "roundtable", "code-red"]
    piped = subprocess.run(
        [*command, "--yes"], input=LOG, capture_output=True, check=False, timeout=60
    )
    assert piped.returncode == 0, piped.stderr
    assert b"Topic: IndexError: list index out of range" in piped.stdout
    alone = subprocess.run(
        [*command, "crash", "--yes"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert alone.returncode == 0, alone.stderr
    assert b"The log, from" not in alone.stdout


def test_a_pipe_that_stays_silent_is_told_of(agreed: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "roundtable", "code-red", "crash", "--yes"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdin is not None
        assert process.stderr is not None
        assert b"reading the log from standard input" in process.stderr.readline()
        process.stdin.close()
        assert process.wait(60) == 0


def test_a_case_is_resolved_when_its_fix_is_applied_and_open_again_when_that_is_undone(
    project: Path, run: Run
) -> None:
    fix = "FILE: notes.md\n```markdown\nMended.\n```"
    sure = block("empty-list-not-handled", 9, files_to_modify=["NEW:notes.md"])
    replies = [
        {"when": {"stage": "apply"}, "say": fix},
        {"say": "I know.", "block": sure},
    ]
    (project / "script.yaml").write_text(json.dumps({"knights": {"*": {"replies": replies}}}))
    assert run("code-red", "x", "--choose", "apply")[0] == 0
    assert run("apply", "--no-parley")[0] == 0
    assert (project / "notes.md").read_text() == "Mended.\n"
    assert run("code-red", "list")[1] == "No case is open (1 resolved: --all).\n"
    assert run("undo")[0] == 0
    assert run("code-red", "list")[1].startswith("CR-001  OPEN")


def test_the_error_log_follows_a_case_from_its_fix_to_its_end(agreed: Path, run: Run) -> None:
    fixed = "def total(items):\n    return items[0] if items else 0\n"
    script = json.loads((agreed / "script.yaml").read_text())
    for part in script["knights"].values():
        mending = f"FILE: store.py\n```python\n{fixed}```\n"
        part["replies"][1]["block"]["files_to_modify"] = ["store.py"]
        part["replies"].insert(0, {"when": {"stage": "apply"}, "say": mending})
    (agreed / "script.yaml").write_text(json.dumps(script))

    def status() -> str:
        page = (agreed / ".roundtable" / "error-log.md").read_text()
        return next(line for line in page.splitlines() if line.startswith("## ")).split()[2]

    assert run("code-red", "store.py crashes", "--choose", "apply")[0] == 0
    assert status() == "OPEN:"
    assert run("apply", "--no-parley")[0] == 0
    assert (agreed / "store.py").read_text() == fixed
    assert status() == "RESOLVED:"
    assert run("undo")[0] == 0
    assert status() == "OPEN:"
    assert run("code-red", "close", "CR-001", "--because", "by hand")[0] == 0
    assert status() == "RESOLVED:"


def test_a_case_whose_fix_was_reverted_is_listed_as_open(agreed: Path, run: Run) -> None:
    script = json.loads((agreed / "script.yaml").read_text())
    mending = "FILE: store.py\n```python\ndef total(items):\n    return sum(items)\n```\n"
    for part in script["knights"].values():
        part["replies"][1]["block"]["files_to_modify"] = ["store.py"]
        part["replies"].insert(0, {"when": {"stage": "apply"}, "say": mending})
    (agreed / "script.yaml").write_text(json.dumps(script))
    for words in (
        ("init", "-q"),
        ("config", "user.name", "t"),
        ("config", "user.email", "t@example.invalid"),
        ("add", "store.py"),
        ("commit", "-q", "-m", "first"),
    ):
        subprocess.run(["git", *words], check=True)
    assert run("code-red", "store.py crashes", "--choose", "apply")[0] == 0
    assert run("apply", "--no-parley")[0] == 0
    subprocess.run(["git", "commit", "-q", "-a", "-m", "mend"], check=True)
    assert run("code-red", "list")[1] == "No case is open (1 resolved: --all).\n"
    subprocess.run(["git", "revert", "--no-edit", "HEAD"], check=True, capture_output=True)
    assert run("code-red", "list")[1].startswith("CR-001  OPEN")
    page = (agreed / ".roundtable" / "error-log.md").read_text()
    assert "its fix was taken back by commit" in page
