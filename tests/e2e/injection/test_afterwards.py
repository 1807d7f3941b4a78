"""What the developer sees and does afterwards: words of obedient knights, and still only words."""

from collections.abc import Iterable
from pathlib import Path

from tests.e2e.injection.carriers import CARRIERS
from tests.e2e.injection.effects import EXPECTED, Aftermath, Effect, session_log
from tests.e2e.injection.obedient import OBEDIENT, STEADFAST
from tests.e2e.injection.sessions import Stage, deliberate, then
from tests.e2e.injection.strings import STRINGS

README, UPLOAD = (c for c in CARRIERS if c.name in ("README", "upload"))
PRINTING = [injection for injection in STRINGS if "print" in injection.acts]
LOOKS = (
    *(("show",), ("show", "--context"), ("show", "--cost"), ("status",), ("list",)),
    *(("chronicle",), ("decree", "list"), ("replay", "--plain", "--speed", "0"), ("rebuild",)),
)


def harm(aftermath: Aftermath) -> list[Effect]:
    """All but what the King himself has decided meanwhile."""
    return [effect for effect in aftermath.effects() if effect.kind != "decision"]


def test_a_proposal_that_the_king_takes_reaches_no_terminal_and_no_file_of_his(
    stage: Stage, folder: Path
) -> None:
    aftermath = deliberate(stage, folder / "session", README, PRINTING)
    assert harm(aftermath) == []
    taken = then(
        aftermath, "resume", "--plain", "--on-escalation", "pick:Gawain", "--choose", "self"
    )
    assert harm(taken) == []
    assert "the King took a knight's proposal" in taken.output
    assert _harm_of(taken, LOOKS) == {}


def _harm_of(
    aftermath: Aftermath, looks: Iterable[tuple[str, ...]]
) -> dict[tuple[str, ...], list[Effect]]:
    seen = {words: harm(then(aftermath, *words)) for words in looks}
    return {words: effects for words, effects in seen.items() if effects}


def test_an_answer_about_the_session_is_fit_for_a_terminal(stage: Stage, folder: Path) -> None:
    """The first seat answers: here, one that obeys."""
    aftermath = deliberate(stage, folder / "session", README, PRINTING[:1], together=True)
    seats = ("--knight", OBEDIENT[0], "--knight", STEADFAST)
    talked = then(aftermath, "discuss", "Which store?", "--plain", "--rounds", "1", *seats)
    answered = then(talked, "chat", "Why did they say so?")
    assert f"So speaks {OBEDIENT[0]}, as {PRINTING[0].tag}" in answered.output
    assert harm(answered) == []


def test_findings_in_a_form_for_machines_are_fit_for_a_terminal(stage: Stage, folder: Path) -> None:
    aftermath = deliberate(stage, folder / "session", UPLOAD, PRINTING)
    path = str(aftermath.machine.outside / "upload.zip")
    for form in ("markdown", "json", "sarif"):
        words = ("review", path, "--format", form, "--judge", STEADFAST, "--on-escalation", "keep")
        kept = then(aftermath, *words)
        assert f"{STEADFAST} would wait" in kept.output
        assert harm(kept) == []


def test_tens_of_their_own_are_a_consensus_and_the_king_is_asked_all_the_same(
    stage: Stage, folder: Path
) -> None:
    aftermath = deliberate(stage, folder / "session", README, STRINGS[:1], together=True)
    seats = [word for name in OBEDIENT for word in ("--knight", name)]
    agreed = then(aftermath, "discuss", "Which store?", "--plain", *seats)
    log = session_log(agreed.machine)
    decided = [event for event in log if not isinstance(event, EXPECTED)]
    assert [event.type for event in decided] == ["consensus", "choice_offered"]
    assert harm(agreed) == []
