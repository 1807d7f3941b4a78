"""The policy of a code-red: what makes the doctors converge, and above all what does not."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.decide.code_red import decide
from roundtable.core.diagnoses import CONFIDENT
from roundtable.core.errors import LASTING, ErrorKind, KnightError
from roundtable.core.questions import Question
from roundtable.core.root_causes import same_cause
from roundtable.core.rules import Rules
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import AskHuman, BuildContext, Finish, PlannedTurn
from roundtable.testing.builders import NAMES
from roundtable.testing.diagnoses import Said, code_red_start, doctors, doctors_block
from roundtable.testing.rehearsal import play

Round = dict[str, Said]
OPEN: Round = dict.fromkeys(NAMES, ("cache-race", 5))
AGREED: Round = dict.fromkeys(NAMES, ("cache-race", 9))


def one_mind_each(**changed: Said) -> Round:
    keys = ("cache-race", "null-user", "missing-index-on-orders")
    return {name: (key, 9) for name, key in zip(NAMES, keys, strict=True)} | changed


def verdicts(log: list[e.Event]) -> list[tuple[int, str]]:
    ends = [x for x in log if isinstance(x, e.ConsultationEnd)]
    return [(x.iteration, x.consultation.verdict) for x in ends]


def iterations(log: list[e.Event]) -> list[e.DebateIteration]:
    return [x for x in log if isinstance(x, e.DebateIteration)]


def test_it_begins_with_a_triage_in_order_of_priority_and_a_blind_round_at_once() -> None:
    log = play(code_red_start(), doctors(OPEN))
    triage, blind, third = iterations(log)[:3]
    assert (triage.iteration, triage.blind, triage.order) == (0, False, NAMES)
    assert (blind.iteration, blind.blind) == (1, True)
    assert (third.iteration, third.blind) == (2, False)
    kinds = [x.type for x in log]
    start = kinds.index("debate_iteration", kinds.index("debate_iteration") + 1)
    assert kinds[start + 1 : start + 4] == ["agent_start"] * 3, "nobody is heard before all asked"


def test_later_rounds_are_shuffled_from_the_seed() -> None:
    rules = Rules(max_rounds=8, escalate_to_user_after=8)

    def orders(seed: int) -> list[tuple[str, ...]]:
        log = play(code_red_start(seed=seed, rules=rules), doctors(OPEN))
        return [x.order for x in iterations(log)]

    assert orders(1) == orders(1)
    assert len({order for seed in range(20) for order in orders(seed)[2:]}) == 6


def test_the_context_is_gathered_for_the_symptom_and_the_piped_log() -> None:
    given_log = e.FilesGiven(origin="x", files=(e.ProjectFile(path="l", text="File a.py"),))
    step = decide(fold([code_red_start(), given_log], SessionState()))
    assert step == BuildContext(about="Login crashes on submit.\nFile a.py")


def test_two_sure_of_one_cause_converge_in_the_blind_round() -> None:
    log = play(code_red_start(), doctors(OPEN, AGREED))
    assert verdicts(log) == [(0, "open"), (1, "converged")]
    (found,) = [x for x in log if isinstance(x, e.Diagnosed)]
    assert (found.key, found.doctors, found.iteration) == ("cache-race", NAMES, 1)


def test_what_is_agreed_in_the_triage_is_not_counted() -> None:
    log = play(code_red_start(), doctors(AGREED, OPEN))
    assert verdicts(log)[:2] == [(0, "open"), (1, "open")]
    assert not [x for x in log if isinstance(x, e.Diagnosed)]


def test_keys_that_mean_the_same_converge_and_the_third_is_named_as_of_another_mind() -> None:
    said = one_mind_each(Lancelot=("race-in-cache", 8))
    (found,) = [x for x in play(code_red_start(), doctors(said)) if isinstance(x, e.Diagnosed)]
    assert found.doctors == ("Gawain", "Lancelot")
    assert found.lead == "Gawain"
    assert "Of another mind: Percival" in found.decision


def test_one_who_is_sure_alone_never_converges() -> None:
    log = play(code_red_start(), doctors(OPEN | {"Gawain": ("cache-race", 10)}))
    assert {verdict for _, verdict in verdicts(log)} == {"open"}


def test_a_lone_survivor_is_no_diagnosis_and_the_king_is_told_who_answered() -> None:
    said = AGREED | {"Gawain": ErrorKind.TIMED_OUT, "Percival": ErrorKind.NOT_SIGNED_IN}
    log = play(code_red_start(), doctors(said))
    assert verdicts(log) == [(0, "too_few"), (1, "too_few")]
    asked = next(x for x in log if isinstance(x, e.Escalation))
    assert asked.must
    assert "Lancelot" in asked.reason
    assert "Gawain" not in asked.reason


def test_an_unreadable_doctor_is_asked_for_its_block_alone_once_and_the_others_may_converge() -> (
    None
):
    log = play(code_red_start(), doctors(OPEN, AGREED | {"Gawain": "I know it!"}))
    blind = [x for x in log if isinstance(x, e.AgentStart) and x.iteration == 1]
    assert Counter((x.seat, x.purpose) for x in blind)[("Gawain", "block")] == 1
    assert [x.final for x in log if isinstance(x, e.DiagnosisUnreadable)] == [False, True]
    (found,) = [x for x in log if isinstance(x, e.Diagnosed)]
    assert (found.answered, found.silent) == (("Lancelot", "Percival"), ("Gawain",))


def test_a_block_given_when_asked_alone_counts() -> None:
    def answer(turn: PlannedTurn) -> str:
        if turn.seat == "Gawain" and turn.purpose == "speak":
            return "It is the cache."
        sure = 9 if turn.iteration else 3
        return doctors_block(turn.seat, turn.iteration, "cache-race", sure)

    log = play(code_red_start("Gawain", "Lancelot"), answer)
    assert verdicts(log)[-1] == (1, "converged")


@pytest.mark.parametrize("kind", list(ErrorKind))
def test_a_doctor_whose_failure_lasts_is_not_asked_again_until_somebody_acts(
    kind: ErrorKind,
) -> None:
    log = play(code_red_start(), doctors(OPEN | {"Gawain": kind}))
    asked = [x.iteration for x in log if isinstance(x, e.AgentStart) and x.seat == "Gawain"]
    assert asked == ([0] if kind in LASTING else [0, 1, 2, 3])


def test_requested_files_are_read_once_before_the_next_round() -> None:
    def answer(turn: PlannedTurn) -> str:
        wanted = ["a.py", "b.py:1-9"] if turn.iteration == 0 else []
        return doctors_block(turn.seat, turn.iteration, "cache-race", 5, file_requests=wanted)

    log = play(code_red_start(), answer)
    reads = [x for x in log if isinstance(x, e.FilesRead)]
    assert [x.iteration for x in reads] == [0]
    assert [(f.path, f.requested_by) for f in reads[0].files] == [("a.py", NAMES), ("b.py", NAMES)]
    assert log.index(reads[0]) < log.index(iterations(log)[1])


def test_the_king_may_step_in_after_three_rounds_and_must_at_the_last() -> None:
    asked: list[tuple[str, bool]] = []

    def king(question: Question) -> Choose | None:
        asked.append((question.id, question.unattended is None))
        return Choose("continue") if question.unattended else None

    log = play(code_red_start(), doctors(OPEN), king)
    assert asked == [("escalation-3", False), ("escalation-4", False), ("escalation-5", True)]
    assert [x.iteration for x in iterations(log)] == [0, 1, 2, 3, 4, 5]


def ended(log: list[e.Event]) -> e.SessionEnd:
    assert isinstance(log[-1], e.SessionEnd)
    return log[-1]


def answering(*answers: Choose, said: Round | None = None) -> list[e.Event]:
    waiting = list(answers)
    rules = Rules(max_rounds=2, escalate_to_user_after=2)
    behaviour = doctors(said or one_mind_each())
    return play(
        code_red_start(rules=rules), behaviour, lambda _: waiting.pop(0) if waiting else None
    )


def kinds(log: list[e.Event]) -> list[str]:
    return [x.kind for x in log if isinstance(x, e.DecreeAdded)]


@pytest.mark.parametrize(
    ("option", "kind"), [("apply", "apply"), ("report", "report"), ("log", "logged")]
)
def test_the_kings_choice_after_a_diagnosis_is_a_decree_and_the_end(option: str, kind: str) -> None:
    log = answering(Choose(option), said=AGREED)
    assert ended(log).outcome == "diagnosed"
    assert kinds(log) == [kind]
    question = next(x for x in log if isinstance(x, e.ChoiceOffered)).question
    assert question.unattended == "log"
    assert [o.label for o in question.options] == ["Fix now", "Report only", "Log for later"]


def test_the_king_may_take_a_doctors_diagnosis() -> None:
    log = answering(Choose("pick:Lancelot"), Choose("apply"))
    decision = next(x for x in log if isinstance(x, e.KingsDecision))
    assert (decision.how, decision.lead) == ("pick", "Lancelot")
    assert "`null-user`" in decision.decision
    assert "seen by Lancelot" in decision.decision
    assert ended(log).outcome == "kings_pick"
    assert kinds(log) == ["pick", "apply"]


def test_the_king_may_give_a_decree_send_them_back_or_stop() -> None:
    log = answering(Choose("decree", "It is the proxy."), Choose("report"))
    assert ended(log).outcome == "kings_decree"
    assert kinds(log) == ["decree", "report"]
    log = answering(Choose("send_back", "Look at the proxy.", rounds=1), Choose("stop"))
    assert max(x.iteration for x in iterations(log)) == 3
    assert [x.text for x in log if isinstance(x, e.NoteAdded)] == ["Look at the proxy."]
    assert ended(log).outcome == "stopped"
    assert kinds(log) == ["stopped"]


def test_a_doctor_who_cannot_say_is_heard_and_cannot_be_taken() -> None:
    log = answering(said=one_mind_each(Percival=("unknown", 10)))
    last = [x for x in log if isinstance(x, e.ConsultationEnd)][-1].consultation
    assert last.answered == NAMES
    asked = next(x for x in log if isinstance(x, e.Escalation)).question
    assert [o.id for o in asked.options if o.id.startswith("pick")] == [
        "pick:Gawain",
        "pick:Lancelot",
    ]


def test_deciding_twice_on_the_same_state_is_the_same_step() -> None:
    state = SessionState()
    for event in play(code_red_start(), doctors(OPEN, one_mind_each(), AGREED)):
        state = fold([event], state)
        assert decide(state) == decide(state)


SAID = st.one_of(
    st.tuples(
        st.just("given"),
        st.integers(0, 10),
        st.sampled_from(("cache-race", "race-in-cache", "null-user", "unknown", "n/a")),
    ),
    st.tuples(
        st.sampled_from(("quote", "foreign", "stale", "broken", "missing", "copied form")),
        st.integers(0, 10),
        st.just("cache-race"),
    ),
    st.tuples(st.just("error"), st.integers(0, len(ErrorKind) - 1), st.just("")),
)
TABLES = st.lists(st.dictionaries(st.sampled_from(NAMES), SAID, min_size=3), min_size=6, max_size=6)


def _speech(turn: PlannedTurn, said: tuple[str, int, str]) -> str:
    kind, number, key = said
    other = next(name for name in NAMES if name != turn.seat)
    good = doctors_block(turn.seat, turn.iteration, key, number)
    if kind == "error":
        raise KnightError(list(ErrorKind)[number], "scripted")
    return {
        "given": good,
        "quote": "\n".join(f"> {line}" for line in good.splitlines()),
        "foreign": doctors_block(other, turn.iteration, key, number),
        "stale": doctors_block(turn.seat, turn.iteration - 1, key, number),
        "broken": good.replace("}", "", 1),
        "missing": f"root_cause_key {key}, confidence_score {number}.",
        "copied form": doctors_block(
            turn.seat, turn.iteration, "what-is-wrong-and-where", "0 to 10"
        ),
    }[kind]


@settings(max_examples=300, deadline=None)
@given(TABLES)
def test_no_sequence_of_unreadable_or_lost_doctors_converges(
    table: list[dict[str, tuple[str, int, str]]],
) -> None:
    log = play(code_red_start(), lambda turn: _speech(turn, table[turn.iteration][turn.seat]))
    state = fold(log, SessionState())
    for number, consultation in enumerate(state.consultations):
        if consultation.verdict != "converged":
            continue
        assert number > 0, "a triage is not counted"
        cause = consultation.causes[0]
        said = [table[number][seat] for seat in cause.sure]
        assert len(said) >= 2
        assert all(kind == "given" and sure >= CONFIDENT for kind, sure, _ in said)
        assert all(same_cause(key, cause.key) for *_, key in said)
    ended_turns = Counter(x.turn_key for x in log if isinstance(x, e.AgentEnd | e.AgentError))
    assert set(ended_turns.values()) <= {1}, "no turn is asked twice"
    assert isinstance(decide(state), AskHuman | Finish)
