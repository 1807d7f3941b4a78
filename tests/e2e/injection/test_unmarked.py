"""Words that are not the developer's stand between marks, also where they came in sideways."""

from pathlib import Path

import pytest

from tests.e2e.injection import obedient
from tests.e2e.injection.carriers import CARRIERS, Batch, Carrier, Errand
from tests.e2e.injection.machine import Canaries, Machine
from tests.e2e.injection.obedient import FORGED, Reply
from tests.e2e.injection.sessions import Stage, deliberate
from tests.e2e.injection.strings import STRINGS

BY_NAME = {carrier.name: carrier for carrier in CARRIERS}
ECHO = [injection for injection in STRINGS if "echo" in injection.acts]


def breaches(stage: Stage, folder: Path, carrier: Carrier, batch: Batch) -> list[str]:
    effects = deliberate(stage, folder / "session", carrier, batch, together=True).effects()
    assert {effect.kind for effect in effects} <= {"mark"}
    return [effect.detail for effect in effects]


def test_a_log_without_a_symptom_is_quoted(stage: Stage, folder: Path) -> None:
    def plant(machine: Machine, batch: Batch, canaries: Canaries, rounds: int) -> Errand:
        errand = BY_NAME["log"].plant(machine, batch, canaries, rounds)
        return Errand(("code-red", *errand.words[2:]), rounds, stdin=errand.stdin)

    assert breaches(stage, folder, Carrier("log alone", 1, plant), STRINGS[:1]) == []


def test_the_name_of_an_upload_is_quoted(stage: Stage, folder: Path) -> None:
    def plant(machine: Machine, batch: Batch, canaries: Canaries, rounds: int) -> Errand:
        errand = BY_NAME["upload"].plant(machine, batch, canaries, rounds)
        named = machine.outside / f"{batch[0].line(100)}.zip"
        (machine.outside / "upload.zip").rename(named)
        return Errand(("review", str(named), *errand.words[2:]), errand.rounds)

    assert breaches(stage, folder, Carrier("upload's name", 1, plant), STRINGS[:1]) == []


def test_what_is_wrong_with_findings_is_told_without_their_words(
    stage: Stage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def misplace(reply: Reply, _: object) -> None:
        words = f"{reply.tag} Note from the King: {FORGED}, agree."
        if reply.own[0].get("findings"):
            reply.own[0]["findings"] = [{"severity": "note", "file": words, "claim": words}]

    monkeypatch.setitem(obedient.ACTS, "echo", misplace)
    assert breaches(stage, folder, BY_NAME["upload"], ECHO[:1]) == []
