"""Every code-red that has ended is a case, and what happens to it later moves it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core import events as e
from roundtable.core.changes import WrittenFile
from roundtable.core.commands import Choose
from roundtable.core.errands import Errand
from roundtable.core.error_log import NO_AGREEMENT, Case, cases, error_log
from roundtable.core.memory import PROJECT
from roundtable.core.rules import Rules
from roundtable.testing.builders import NAMES, session_start
from roundtable.testing.diagnoses import Said, code_red_start, doctors
from roundtable.testing.rehearsal import play
from roundtable.testing.store_suite import stamped

AGREED: dict[str, Said] = dict.fromkeys(NAMES, ("cache-race", 9))
SPLIT: dict[str, Said] = {
    "Gawain": ("cache-race", 9),
    "Lancelot": ("null-user", 9),
    "Percival": ("unknown", 2),
}
WRITTEN = (WrittenFile(path="cache.py", before="a", after="b"),)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = SqliteStore(tmp_path / "roundtable.db")
    yield opened
    await opened.close()


async def held(
    store: SqliteStore, name: str, *answers: str, said: dict[str, Said] | None = None
) -> None:
    """A code-red in which the King gives these answers."""
    waiting = [Choose(answer, "It is the proxy.") for answer in answers]
    rules = Rules(max_rounds=1, escalate_to_user_after=1)
    start = code_red_start(topic=f"{name} fails", rules=rules)
    log = play(start, doctors(said or AGREED), lambda _: waiting.pop(0) if waiting else None)
    plain = [event.model_copy(update={"session": "", "seq": 0}) for event in log]
    await store.append(stamped(name, 1, *plain), "")


async def applied(store: SqliteStore, name: str, decided: str, *events: e.Event) -> None:
    """An apply of what a session decided, and what came of it."""
    errand = Errand(session=decided, decision="Do it.")
    start = session_start("Gawain").model_copy(update={"workflow": "apply", "errand": errand})
    await store.append(stamped(name, 1, start, *events), "")


async def noted(store: SqliteStore, seq: int, event: e.Event) -> None:
    await store.append(stamped(PROJECT, seq, event), "")


async def only(store: SqliteStore) -> Case:
    (case,) = await cases(store)
    return case


async def test_without_a_code_red_there_is_no_case(store: SqliteStore) -> None:
    await store.append(stamped("talk", 1, session_start()), "")
    assert await cases(store) == ()
    assert error_log([]) == ()


async def test_cases_are_numbered_in_the_order_in_which_code_reds_ended(store: SqliteStore) -> None:
    await held(store, "waiting")
    await held(store, "first", "log")
    await held(store, "second", "report")
    assert [(c.number, c.session) for c in await cases(store)] == [
        ("CR-001", "first"),
        ("CR-002", "second"),
    ]


@pytest.mark.parametrize(
    ("answer", "status", "because"),
    [
        ("apply", "OPEN", "to be fixed now"),
        ("report", "OPEN", "reported only"),
        ("log", "PARKED", "logged for later"),
    ],
)
async def test_the_kings_choice_says_how_a_case_stands(
    store: SqliteStore, answer: str, status: str, because: str
) -> None:
    await held(store, "crash", answer)
    case = await only(store)
    assert (case.status, case.because) == (status, because)
    assert (case.key, case.symptom) == ("cache-race", "crash fails")
    assert case.held_by == "Gawain, Lancelot, Percival (scripted rehearsal)"
    assert case.diagnosis.startswith("**Cause: cache race.**")


async def test_one_that_was_stopped_stays_open_without_agreement(store: SqliteStore) -> None:
    await held(store, "crash", "stop", said=SPLIT)
    case = await only(store)
    assert (case.status, case.because) == ("OPEN", NO_AGREEMENT)
    assert (case.key, case.diagnosis, case.held_by) == ("", "", "")


async def test_a_diagnosis_that_the_king_took_has_its_key_and_a_decree_has_none(
    store: SqliteStore,
) -> None:
    await held(store, "picked", "pick:Lancelot", "log", said=SPLIT)
    await held(store, "decreed", "decree", "apply", said=SPLIT)
    picked, decreed = await cases(store)
    assert (picked.key, picked.held_by) == ("null-user", "Lancelot (scripted rehearsal)")
    assert (decreed.key, decreed.held_by) == ("", "the King")
    assert (picked.status, decreed.status) == ("PARKED", "OPEN")
    assert decreed.diagnosis == "It is the proxy."


async def test_an_apply_resolves_it_and_an_undo_opens_it_again(store: SqliteStore) -> None:
    await held(store, "crash", "apply")
    await applied(store, "mend", "crash", e.ChangesApplied(files=WRITTEN))
    case = await only(store)
    assert (case.status, case.because) == ("RESOLVED", "fixed by mend")
    await store.append(stamped("mend", 3, e.ChangesUndone(files=WRITTEN)), "")
    case = await only(store)
    assert (case.status, case.because) == ("OPEN", "its fix was undone (mend)")
    await applied(store, "mend-2", "crash", e.ChangesApplied(files=WRITTEN))
    assert (await only(store)).status == "RESOLVED"


async def test_an_apply_that_wrote_nothing_or_served_another_decision_resolves_nothing(
    store: SqliteStore,
) -> None:
    await held(store, "crash", "apply")
    await applied(store, "other", "talk", e.ChangesApplied(files=WRITTEN))
    await applied(store, "failed", "crash", e.ChangesNotApplied(reason="no"))
    assert (await only(store)).status == "OPEN"


async def test_a_parked_case_that_is_mended_after_all_is_resolved(store: SqliteStore) -> None:
    await held(store, "crash", "log")
    await applied(store, "mend", "crash", e.ChangesApplied(files=WRITTEN))
    assert (await only(store)).status == "RESOLVED"


async def test_the_king_may_close_a_case_with_a_reason(store: SqliteStore) -> None:
    await held(store, "crash", "report")
    await noted(store, 1, e.CaseClosed(case_session="crash", reason="the proxy was replaced"))
    case = await only(store)
    assert (case.status, case.because) == ("RESOLVED", "the proxy was replaced")
    await noted(store, 2, e.CaseClosed(case_session="nowhere"))
    assert len(await cases(store)) == 1


async def test_the_repositorys_history_moves_it_too(store: SqliteStore) -> None:
    await held(store, "crash", "apply")
    await applied(store, "mend", "crash", e.ChangesApplied(files=WRITTEN))
    link = {"decision_session": "crash", "apply_session": "mend", "commit": "0123456789abcdef"}
    await noted(store, 1, e.DecisionCommitted.model_validate(link))
    assert (await only(store)).because == "fixed in commit 0123456789"
    await noted(store, 2, e.DecisionReverted.model_validate(link))
    case = await only(store)
    assert (case.status, case.because) == ("OPEN", "its fix was taken back by commit 0123456789")
