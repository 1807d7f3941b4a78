"""What a seat is asked in a build, what binds it, and what goes when there is no room."""

from typing import Any

from roundtable.core import events as e
from roundtable.core.build_prompts import Section, anonymous, fit, report_text
from roundtable.core.checks import Check, CheckReport
from roundtable.core.commands import Choose
from roundtable.core.questions import Question
from roundtable.core.quoting import Prompt, Quoted
from roundtable.core.state import fold
from roundtable.core.steps import PlannedTurn
from roundtable.core.workflows import build_output, build_prompt
from roundtable.testing.builders import NAMES, build_start
from roundtable.testing.builds import Said, answers, claims, files, reading_workshop, verdict
from roundtable.testing.rehearsal import play

NO_LIMIT = 10**9


def prompts(
    *keys: str, special: Said = lambda _: None, given: dict[str, str] | None = None, **more: Any
) -> dict[str, Prompt]:
    """The prompt of every turn of a build, by its key."""
    log = play(build_start(*keys, auto_advance=True, **more), answers(special),
               craft=reading_workshop(), given=given)  # fmt: skip
    found: dict[str, Prompt] = {}
    for place, ev in enumerate(log):
        if isinstance(ev, e.AgentStart):
            parts = ev.turn_key.split("/")
            part = parts[-1] if len(parts) > 2 or parts[-1].startswith("chunk") else ""
            turn = PlannedTurn(ev.turn_key, ev.seat, ev.iteration, ev.purpose, 1, part)
            found[ev.turn_key] = build_prompt(fold(log[:place]), turn, NO_LIMIT)
    return found


def test_in_a_blind_opening_nobody_sees_another() -> None:
    secret = "a sentence nobody else may see"

    def speaks(turn: PlannedTurn) -> str | None:
        if turn.purpose == "speak" and turn.seat == "Gawain":
            return secret + "\n" + files({"cart.py": "x = 1\n"}) + claims(turn)
        return None

    told = prompts("development", special=speaks)
    assert secret not in told["development.1.1.Lancelot"].text
    assert secret not in told["development.1.1.Percival"].text


def test_in_turn_each_sees_what_was_said_before_under_letters() -> None:
    told = prompts("requirements")
    first, second, third = [p for key, p in told.items() if not key.endswith("judge")]
    assert "This round so far" not in first.text
    assert second.text.count("in iteration 1") == 1
    assert third.text.count("in iteration 1") == 2


def test_a_seat_knows_its_own_name_and_letter_and_the_others_by_letter_only() -> None:
    told = prompts("requirements")
    for key, prompt in told.items():
        if key.endswith("judge"):
            continue
        seat = key.rsplit(".", 1)[-1]
        assert seat in prompt.system
        assert all(other not in prompt.text for other in NAMES if other != seat)


def test_the_developers_words_stand_outside_the_marks_and_others_words_inside() -> None:
    plan = {"instructions": "No dependencies."}
    start = build_start("requirements")
    assert start.agenda is not None
    rounds = tuple(r.model_copy(update=plan) for r in start.agenda.rounds)
    agenda = start.agenda.model_copy(update={"rounds": rounds})
    start = start.model_copy(update={"agenda": agenda})
    log = play(start, answers(lambda _: None))
    place = next(i for i, ev in enumerate(log) if isinstance(ev, e.AgentStart))
    note = e.NoteAdded(text="Hurry up.", session="played", seq=place + 1)
    asked = log[place]
    assert isinstance(asked, e.AgentStart)
    turn = PlannedTurn(asked.turn_key, asked.seat, 1, "speak", 1)
    text = build_prompt(fold([*log[:place], note]), turn, NO_LIMIT).text
    outside = text.split("<<<")[0]
    assert "- No dependencies." in outside
    assert "- Hurry up." in outside


def test_later_rounds_are_told_what_earlier_ones_decided_and_the_files() -> None:
    def judge(turn: PlannedTurn) -> str | None:
        if turn.purpose == "judge" and turn.key.startswith("architecture"):
            return verdict(turn, summary="Two parts.", file_structure=["cart.py", "shop.py"])
        return None

    told = prompts("architecture", "development", "qa", special=judge)
    development = told["development.1.1.Gawain"].text
    assert "architecture: Two parts." in development
    assert "files\ncart.py\nshop.py\n" in development
    assert "def total(items)" in told["qa.1.1.Gawain"].text


def test_starting_files_are_shown() -> None:
    told = prompts("development", given={"old.py": "OLD = 1\n"})
    assert "OLD = 1" in told["development.1.1.Gawain"].text


def test_a_fix_is_asked_for_with_the_unit_and_the_problem() -> None:
    def judge(turn: PlannedTurn) -> str | None:
        if turn.purpose == "judge":
            fix = {"file": "cart.py", "unit": "total", "problem": "must refuse None"}
            return verdict(turn, base="A", incorporate=[], must_fix=[fix])
        return None

    told = prompts("development", special=judge)
    (fix,) = [prompt for key, prompt in told.items() if "/fix/" in key]
    assert "must refuse None" in fix.text
    assert "Rewrite `total` of cart.py" in fix.text


def test_names_give_way_to_letters_whole_words_only() -> None:
    log = play(build_start("requirements"), answers(lambda _: None))
    round_ = fold(log).rounds[0]
    label = round_.label_of["Gawain"]
    assert anonymous(round_, "gawain said; Gawains did") == f"agent {label} said; Gawains did"
    assert anonymous(round_, "I, Gawain", reader="Gawain") == "I, Gawain"


def test_what_yields_first_goes_first_and_the_largest_piece_of_it() -> None:
    small, large = Quoted("small", "x" * 30), Quoted("large", "x" * 3_000)
    sections = [
        Section("kept", words="w" * 300),
        Section("files", quoted=(small, large), yields=1),
        Section("talk", quoted=(large,), yields=3),
    ]
    kept, gone = fit(sections, 400)
    assert gone == ("large", "large")
    assert kept[0] == sections[0]
    assert kept[1].quoted == (small,)
    assert "left out" in kept[1].words


def test_what_must_stay_stays_even_without_room() -> None:
    kept, gone = fit([Section("task", words="w" * 3_000)], 10)
    assert kept[0].words == "w" * 3_000
    assert gone == ()


def test_a_report_says_where_code_was_run_and_which_tests_failed() -> None:
    tests = Check(kind="tests", status="failed", detail="one fails")
    report = CheckReport(place="bubblewrap", checks=(tests,), passed=("a",), failed=("b",))
    text = report_text(report)
    assert "run in bubblewrap" in text
    assert "1 tests passed, 1 failed" in text
    assert "failed: b" in text


def test_a_round_has_its_own_budget_and_a_judge_another() -> None:
    log = play(build_start("requirements"), answers(lambda _: None))
    place = next(i for i, ev in enumerate(log) if isinstance(ev, e.AgentStart))
    state = fold(log[:place])
    assert build_output(state, PlannedTurn("k", "Gawain", 1, "speak", 1)) == 2048
    assert build_output(state, PlannedTurn("k", "Gawain", 1, "judge", 1)) == 4096


def test_sections_that_yield_alike_lose_their_largest_pieces_alike() -> None:
    def candidate(label: str) -> Section:
        pieces = tuple(Quoted(f"{label}{size}", "x" * size) for size in (3_000, 900, 30))
        return Section(f"Candidate {label}", quoted=pieces, yields=1)

    kept, gone = fit([candidate("A"), candidate("B")], 800)
    assert gone == ("A3000", "B3000")
    assert [len(section.quoted) for section in kept] == [2, 2]


def test_a_name_within_a_file_stays_and_in_the_words_around_it_gives_way() -> None:
    code = "def gawain():\n    return 'Gawain'\n"

    def speaks(turn: PlannedTurn) -> str | None:
        if turn.purpose == "speak":
            return f"Gawain and I differ.\n\n{files({'names.py': code})}{claims(turn)}"
        return verdict(turn, "DISCUSS", options=["again"])

    found = prompts("development", special=speaks)
    heard = found["development.1.2.Lancelot"].text
    assert heard.count(code) == len(NAMES)
    assert "Gawain and I differ." in found["development.1.2.Gawain"].text
    others = heard.replace(code, "").split(" in iteration 1\n")[1:]
    own = [words for words in others if "Gawain and I differ." in words]
    assert len(own) == 1


def test_what_earlier_rounds_and_sessions_decided_is_told_without_names() -> None:
    found = prompts("development", "qa")
    qa = next(prompt for key, prompt in found.items() if key.startswith("qa.1.1"))
    decided = qa.text.split("the earlier rounds\n")[1].split(">>>")[0]
    assert "Base: an agent" in decided
    assert not any(name in decided for name in NAMES)


def test_a_fix_of_a_merge_that_was_directed_anew_asks_for_its_own_unit() -> None:
    def fixing(turn: PlannedTurn) -> str | None:
        return "No." if turn.purpose == "fix" else None

    wrong = {
        "confirm-development.1": "total (cart.py): not zero",
        "confirm-development.1.2": "label (cart.py): not empty",
    }

    def twice(question: Question) -> Choose | None:
        what = wrong.get(question.id)
        words = f"BASE=Gawain. INCORPORATE: none. MUST_FIX: {what}."
        return Choose("remerge", words) if what else None

    start = build_start("development", "review")
    log = play(start, answers(fixing), twice, reading_workshop())
    asked = [i for i, x in enumerate(log) if isinstance(x, e.AgentStart) and x.purpose == "fix"]
    found = []
    for place in asked:
        begun = log[place]
        assert isinstance(begun, e.AgentStart)
        part = begun.turn_key.rpartition("/")[2]
        turn = PlannedTurn(begun.turn_key, begun.seat, begun.iteration, "fix", 1, part)
        found.append((part, build_prompt(fold(log[:place]), turn, NO_LIMIT).text))
    assert [part for part, _ in found] == ["2-1", "3-1"]
    assert ["not zero" in text for _, text in found] == [True, False]
    assert ["not empty" in text for _, text in found] == [False, True]
