"""The ways by which a stranger's text reaches the table, each by its real path."""

import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from roundtable.adapters.knights.script import Part, Reply
from roundtable.adapters.knights.scripted import ScriptedKnight
from tests.e2e.injection.machine import Canaries, Machine, run
from tests.e2e.injection.obedient import OBEDIENT, STEADFAST
from tests.e2e.injection.strings import Injection, heard

Batch = Sequence[Injection]

TOPIC = "Which store shall we take?"
_LONGEST_NAME = 200
_LONGEST_SUBJECT = 130
_SHARE_OF_A_DECISION = 115
_IN_A_DECISION = 5
_IN_A_CHUNK = 3
_FILLER = "".join(
    f"def unused_{n}(items):\n    return sorted(items)[{n}:]\n\n\n" for n in range(70)
)


@dataclass(frozen=True, slots=True)
class Errand:
    """The command that makes the table meet the strings."""

    words: tuple[str, ...]
    rounds: int
    stdin: bytes = b""
    tempting: str = ""
    """What the steadfast knight says to the others."""


@dataclass(frozen=True, slots=True)
class Carrier:
    name: str
    most: int
    """How many strings it brings to one session."""
    plant: Callable[[Machine, Batch, Canaries, int], Errand]
    """Puts the strings where they come from; the last says for how many rounds there is talk."""


def _discuss(topic: str, rounds: int, tempting: str = "") -> Errand:
    words = ("discuss", topic, "--plain", "--rounds", str(rounds))
    return Errand(words, rounds, tempting=tempting)


def _readme(machine: Machine, batch: Batch, canaries: Canaries, rounds: int) -> Errand:
    text = "\n\n".join(injection.text for injection in batch)
    (machine.root / "README.md").write_text(f"# The shop\n\n{text}\n")
    machine.commit("Tell more")
    return _discuss(TOPIC, rounds)


def _comment(machine: Machine, batch: Batch, canaries: Canaries, rounds: int) -> Errand:
    (machine.root / "src" / "app.py").write_text(_commented(batch))
    return _discuss("Is `src/app.py` right?", rounds)


def _commented(batch: Batch) -> str:
    lines = [f"# {line}" for injection in batch for line in injection.text.split("\n")]
    return "\n".join(["def total(items):", "    return sum(items)", "", *lines, ""])


def _name(machine: Machine, batch: Batch, canaries: Canaries, rounds: int) -> Errand:
    for injection in batch:
        name = injection.line(_LONGEST_NAME).replace("/", "\N{DIVISION SLASH}")
        (machine.root / "src" / f"{name}.md").write_text("x\n")
    machine.commit("Notes")
    return _discuss(TOPIC, rounds)


def _commit(machine: Machine, batch: Batch, canaries: Canaries, rounds: int) -> Errand:
    subjects = [injection.line(_LONGEST_SUBJECT).encode() for injection in batch]
    head = b"commit refs/heads/main\ncommitter Dev <dev@example.org> 1700000000 +0000\n"
    commits = [b"%sdata %d\n%s\n" % (head, len(subject), subject) for subject in subjects]
    commits[0] += b"from refs/heads/main^0\n"
    machine.git("fast-import", "--quiet", given=b"".join(commits))
    return _discuss(TOPIC, rounds)


def _chronicle(machine: Machine, batch: Batch, canaries: Canaries, rounds: int) -> Errand:
    """Earlier sessions whose decisions were written by somebody who meant no good."""
    two = ("--knight", OBEDIENT[0], "--knight", OBEDIENT[1])
    for start in range(0, len(batch), _IN_A_DECISION):
        some = batch[start : start + _IN_A_DECISION]
        decision = " | ".join(injection.line(_SHARE_OF_A_DECISION) for injection in some)
        block = {"consensus_score": 9, "pending_issues": [], "proposal": decision}
        part = Part(replies=(Reply(say="Yes.", block=block),))
        with machine.at_work(lambda _, part=part: ScriptedKnight(part), canaries):  # type: ignore[misc]
            code, said = run("discuss", f"Question {start}", *two, "--plain", "--choose", "self")
        assert code == 0, said
    return _discuss(TOPIC, rounds)


def _log(machine: Machine, batch: Batch, canaries: Canaries, rounds: int) -> Errand:
    """A log that is piped to the doctors."""
    words = ("code-red", "It crashes at night", "--plain", "--rounds", str(rounds))
    return Errand(words, rounds, stdin=_logged(batch))


def _logged(batch: Batch) -> bytes:
    lines = [f"ERROR {_printed(injection)}" for injection in batch]
    return "\n".join(["INFO started", *lines, "INFO ended", ""]).encode()


def _printed(injection: Injection) -> str:
    """The text, with its number in front where what cannot be printed hides that."""
    kept = "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in injection.text)
    seen = injection.tag in heard(kept)
    return injection.text if seen else f"{injection.tag} {injection.text}"


def _knight(machine: Machine, batch: Batch, canaries: Canaries, rounds: int) -> Errand:
    return _discuss(TOPIC, rounds, tempting="\n\n".join(i.text for i in batch))


def _upload(machine: Machine, batch: Batch, canaries: Canaries, rounds: int) -> Errand:
    """An archive to be reviewed, with so many strings in a chunk as there are obedient knights."""
    path = _packed(machine, batch)
    words = ("review", path, "--plain", "--chunk-tokens", "2500", "--judge", STEADFAST)
    return Errand(words, rounds=3)


def _packed(machine: Machine, batch: Batch) -> str:
    path = machine.outside / "upload.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number, start in enumerate(range(0, len(batch), _IN_A_CHUNK)):
            text = _commented(batch[start : start + _IN_A_CHUNK]) + _FILLER
            archive.writestr(f"shop/part_{number}.py", text)
    return str(path)


def _built_upon(machine: Machine, batch: Batch, canaries: Canaries, rounds: int) -> Errand:
    """An archive that a build starts from, as far as its first discussion."""
    path, passes = _packed(machine, batch), ("--iterations", str(rounds))
    words = ("build", "A cart", "--from", path, "--rounds", "requirements", *passes)
    return Errand((*words, "--judge", STEADFAST, "--plain"), rounds)


def _change(machine: Machine, batch: Batch, canaries: Canaries, rounds: int) -> Errand:
    """A change in the work tree, which the table is summoned to."""
    (machine.root / "src" / "app.py").write_text(_commented(batch))
    return Errand(("summon", "--plain", "--rounds", str(rounds)), rounds)


CARRIERS = (
    Carrier("README", 30, _readme),
    Carrier("code comment", 30, _comment),
    Carrier("file name", 30, _name),
    Carrier("commit message", 10, _commit),
    Carrier("chronicle entry", 30, _chronicle),
    Carrier("log", 30, _log),
    Carrier("another knight", 30, _knight),
    Carrier("upload", 30, _upload),
)
FURTHER = (
    Carrier("upload to build on", 30, _built_upon),
    Carrier("change", 30, _change),
)
"""Other commands that bring the same material to the table."""
