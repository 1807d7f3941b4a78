"""The panel: pairs in both orders, nobody on its own work, and no winner without firm choices."""

from roundtable.core import events as e
from roundtable.core.chance import shuffled
from roundtable.core.decide.build import LABELS
from roundtable.core.decide.judging import panels_choice
from roundtable.core.state import fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import NAMES, build_start
from roundtable.testing.builds import (
    CART,
    Said,
    answers,
    claims,
    files,
    reading_workshop,
    said,
    verdict,
)
from roundtable.testing.rehearsal import play

LABEL = {
    seat: LABELS[place] for place, seat in enumerate(shuffled(NAMES, 7, "labels", "development", 1))
}
SEAT = {label: seat for seat, label in LABEL.items()}


def held(special: Said, judges: int = 3) -> list[e.Event]:
    start = build_start("development", judges=judges, judge="Percival")
    return play(start, answers(special), craft=reading_workshop())


def preferring(favourite: str, base: str | None = None) -> Said:
    """Every judge prefers this seat's files, whatever the order."""

    def judge(turn: PlannedTurn) -> str | None:
        if turn.purpose == "compare":
            first, second = (SEAT[label] for label in turn.part)
            place = "first" if favourite == first or favourite != second else "second"
            return said("I choose.", winner=place, reason="it is right")
        if turn.purpose in ("judge", "rejudge"):
            return verdict(turn, base=base or LABEL[favourite], incorporate=[], must_fix=[])
        return None

    return judge


def comparisons(log: list[e.Event]) -> list[e.Comparison]:
    return [event for event in log if isinstance(event, e.Comparison)]


def test_each_judge_compares_in_both_orders_what_it_did_not_write() -> None:
    found = comparisons(held(preferring("Lancelot")))
    assert len(found) == 6
    assert all(c.seat not in (c.first, c.second) for c in found)
    orders = {(c.seat, c.first, c.second) for c in found}
    assert all((seat, second, first) in orders for seat, first, second in orders)


def test_the_panels_winner_is_the_base() -> None:
    log = held(preferring("Lancelot"))
    assert fold(log).tree == {"cart.py": CART["Lancelot"]}


def test_a_judge_who_names_another_base_than_the_panels_is_asked_again_and_overruled() -> None:
    log = held(preferring("Lancelot", base=LABEL["Gawain"]))
    unreadable = next(event for event in log if isinstance(event, e.VerdictUnreadable))
    assert "panel" in unreadable.reason
    assert fold(log).tree == {"cart.py": CART["Lancelot"]}


def test_a_choice_that_turns_with_the_order_is_no_choice() -> None:
    def first_always(turn: PlannedTurn) -> str | None:
        if turn.purpose == "compare":
            return said("I choose.", winner="first", reason="")
        if turn.purpose == "judge":
            return verdict(turn, base=LABEL["Gawain"], incorporate=[], must_fix=[])
        return None

    log = held(first_always)
    round_ = fold(log).rounds[0]
    assert panels_choice(round_, NAMES)[0] == ""
    assert fold(log).tree == {"cart.py": CART["Gawain"]}


def test_what_cannot_be_read_as_a_choice_counts_for_nobody() -> None:
    log = held(lambda turn: "Both are fine." if turn.purpose == "compare" else None)
    assert all(c.winner == "" for c in comparisons(log))


def test_without_a_panel_nobody_compares() -> None:
    assert not comparisons(held(preferring("Lancelot"), judges=1))


def disputed(*believed: str) -> list[e.Event]:
    """Gawain contests Lancelot's work; every judge finds for Lancelot, these with evidence."""

    def answer(turn: PlannedTurn) -> str | None:
        if turn.purpose == "speak" and turn.seat == "Gawain" and turn.iteration == 1:
            raised = {"about": LABEL["Lancelot"], "claim": "it is wrong", "evidence": "x"}
            return files({"cart.py": CART["Gawain"]}) + claims(turn, raises=[raised])
        if turn.purpose == "judge":
            evidence = "it was run" if turn.seat in believed else ""
            ruling = {"claim": "C1", "status": "settled", "by": LABEL["Lancelot"]}
            rulings = [ruling | {"evidence": evidence}] if evidence else []
            base = LABEL["Gawain"] if turn.seat != "Gawain" else LABEL["Percival"]
            return verdict(turn, base=base, incorporate=[], must_fix=[], rulings=rulings)
        return None

    start = build_start("development", judge="Lancelot")
    return play(start, answers(answer), craft=reading_workshop())


def judges(log: list[e.Event]) -> list[tuple[int, str]]:
    return [(x.iteration, x.seat) for x in log if isinstance(x, e.VerdictRead)]


def test_a_judge_who_clears_its_own_work_is_not_believed_alone() -> None:
    log = disputed("Lancelot", "Percival", "Gawain")
    assert judges(log) == [(1, "Lancelot"), (1, "Percival")]
    assert fold(log).rounds[0].ledger.claims[0].status == "settled"
    assert fold(log).tree == {"cart.py": CART["Gawain"]}


def test_where_nobody_else_rules_on_it_the_claim_stays_open() -> None:
    log = disputed("Lancelot")
    assert judges(log)[:2] == [(1, "Lancelot"), (1, "Percival")]
    assert isinstance(log[-1], e.Escalation)
    assert "C1 is not settled by evidence" in log[-1].reason
