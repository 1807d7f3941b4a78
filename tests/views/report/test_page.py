"""The whole page: every session can be read from it, and nothing of it is lost."""

import re
from collections.abc import Callable
from functools import partial

import pytest

from roundtable.core import events as e
from roundtable.core.checks import CheckReport
from roundtable.core.errors import ErrorKind
from roundtable.core.seats import Seat
from roundtable.core.state import fold
from roundtable.core.turns import turn_key
from roundtable.testing.builders import session_start
from roundtable.views.report import report_page
from tests.timing import seconds
from tests.views.report import sessions
from tests.views.report.reading import Page, dangers, in_order, letters, plain
from tests.views.report.sessions import begun, ended, numbered, report

LOGS: dict[str, Callable[[], tuple[e.Event, ...]]] = {
    "built": sessions.built,
    "discussed": sessions.discussed,
    "reviewed": sessions.reviewed,
    **{
        name: partial(sessions.golden, name)
        for name in (
            "v1-consensus",
            "v1-dispute",
            "v2-fallback",
            "v3-build",
            "v3-review",
            "v5-edited",
        )
    },
}
ROUND = (
    e.RoundStart(round="discussion", attempt=1, seed=1),
    e.DebateIteration(
        round="discussion", attempt=1, iteration=1, order=("Gawain", "Lancelot"), blind=False
    ),
)


def talk(*events: e.Event, start: e.SessionStart | None = None) -> Page:
    opening = start or session_start("Gawain", "Lancelot")
    return Page(report(numbered(opening, *ROUND, *events)))


@pytest.fixture(params=LOGS)
def log(request: pytest.FixtureRequest) -> tuple[e.Event, ...]:
    return LOGS[request.param]()


def test_every_turn_stands_in_the_page_word_for_word(log: tuple[e.Event, ...]) -> None:
    articles = [letters(found.text) for found in Page(report(log)).all("article")]
    said = [event.text for event in log if isinstance(event, e.AgentEnd)]
    assert said
    for text in said:
        assert any(in_order(letters(text), found) for found in articles), text


def test_there_is_one_card_for_each_ask(log: tuple[e.Event, ...]) -> None:
    asked = [event for event in log if isinstance(event, e.AgentStart)]
    assert len(Page(report(log)).all("article")) == len(asked)


def test_a_page_of_a_real_session_is_well_formed(log: tuple[e.Event, ...]) -> None:
    assert dangers(Page(report(log))) == []


def test_every_link_leads_to_a_place_in_the_page(log: tuple[e.Event, ...]) -> None:
    page = Page(report(log))
    ids = [element.attributes["id"] for element in page.elements if "id" in element.attributes]
    assert len(ids) == len(set(ids))
    assert {link.attributes["href"][1:] for link in page.all("a")} <= set(ids)


def test_the_page_can_be_read_at_every_moment_of_a_session(log: tuple[e.Event, ...]) -> None:
    for stop in range(1, len(log), 7):
        assert dangers(Page(report(log[:stop]))) == []


def test_the_same_log_gives_the_same_page(log: tuple[e.Event, ...]) -> None:
    assert report(log) == report(log)


def test_the_outcome_and_who_sat_there_stand_first() -> None:
    page = Page(report(sessions.built()))
    assert page.all("h1")[0].text == "A shopping cart with discounts"
    assert page.all("header", "top")[0].text.count("built") == 1
    assert "requirements ✓ agreed by the table" in plain(page.by_id("outcome").text)
    rows = [plain(row.text) for row in page.all("tr")]
    assert "● Gawain scripted rehearsal scripted a script" in rows[1]


def test_a_topic_of_several_lines_is_shown_whole() -> None:
    start = session_start("Gawain", "Lancelot", topic="Which store?\n\n- fast\n- safe\n")
    page = talk(start=start)
    assert page.all("h1")[0].text == "Which store? - fast - safe"
    assert plain(page.all("div", "topic")[0].text) == "Which store? fast safe"


def test_a_scripted_knight_is_labelled_wherever_it_is_named() -> None:
    log = sessions.built()
    seats = tuple(
        seat if seat.name == "Gawain" else seat.model_copy(update={"adapter": "claude-cli"})
        for seat in log[0].seats  # type: ignore[union-attr]
    )
    mixed = (log[0].model_copy(update={"seats": seats}), *log[1:])
    source = report(mixed)
    named = re.findall(r"</span>&nbsp;(\w+)</span>( <span class=\"rehearsal\">)?", source)
    assert {(name, bool(label)) for name, label in named} == {
        ("Gawain", True),
        ("Lancelot", False),
        ("Percival", False),
    }
    assert "Scripted rehearsal: some knights speak from a script" in source


def test_several_scripted_knights_in_one_breath_are_labelled_once() -> None:
    page = Page(report(sessions.built()))
    order = next(p for p in page.all("p", "soft") if "one after the other" in p.text)
    assert plain(order.text).endswith("scripted rehearsal")
    assert order.text.count("scripted rehearsal") == 1


def test_models_are_named_and_nothing_speaks_of_a_rehearsal() -> None:
    seats = (
        Seat(name="Gawain", adapter="anthropic", model="large-1", fallback="claude-cli"),
        Seat(name="Lancelot", adapter="openai"),
    )
    page = talk(start=session_start().model_copy(update={"seats": seats}))
    assert "Gawain anthropic large-1 claude-cli" in plain(page.by_id("table").text)
    assert "Lancelot openai the adapter's default" in plain(page.by_id("table").text)
    assert "rehearsal" not in page.text


def test_a_superseded_attempt_is_kept_and_marked() -> None:
    page = Page(report(sessions.built()))
    gone = page.all("section", "gone")
    assert [section.attributes["id"] for section in gone] == ["r2"]
    text = plain(gone[0].text)
    assert text.startswith("Round 2 of 3: development superseded This attempt was held anew later")
    assert "I am Percival in development, pass 2" in text
    again = plain(page.by_id("r3").text)
    assert again.startswith("Round 2 of 3: development, attempt 2 Judge")
    assert "Instructions with which it is held anew Think of whole cents." in again
    assert "(no longer counts)" in page.all("nav")[0].text
    assert "development held anew, no longer counts" in plain(page.by_id("account").text)


def test_the_letters_of_a_round_are_told() -> None:
    start = next(ev for ev in sessions.built() if isinstance(ev, e.RoundStart))
    letters_ = [f"{item.label} is " for item in start.labels]
    text = plain(Page(report(sessions.built())).by_id("r1").text)
    assert all(letter in text for letter in letters_)


def test_evidence_panel_merge_and_fix_are_told_in_their_order() -> None:
    text = plain(Page(report(sessions.built())).by_id("r3").text)
    parts = (
        "The evidence candidate parse lint tests pass fail run in",
        "Test by test: 2 tests, 2 tell the candidates apart",
        "Where they differ: 2 units, 1 the same in all",
        "The panel judge compared choice orders",
        "✓ CONSENSUS",
        "discount in cart.py from ▲ Lancelot",
        "The synthesis Directives The base is the work of ● Gawain",
        "the merge ships It passes all that the best opening",
        "From whom each unit came",
        "The ledger of claims",
        "The result of the round",
    )
    places = [text.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)


def test_findings_stand_with_their_code_their_finders_and_what_came_of_them() -> None:
    text = plain(Page(report(sessions.built())).by_id("r4").text)
    assert "F1 critical cart.py:5 ● Gawain, ▲ Lancelot, ■ Percival scripted rehearsal" in text
    assert "all: found by everybody who read the file" in text
    assert "5 def discount(value, percent): 6 return value - value * percent // 100" in text
    assert "✓ fix kept Fix 1: discount in cart.py by" in text
    assert "the fixed tree ships" in text


def test_who_gave_in_without_evidence_is_shown_in_turn_ledger_and_account() -> None:
    page = Page(report(sessions.built()))
    assert "concedes C1 without naming new evidence" in plain(page.by_id("r1").text)
    claim = plain(page.all("div", "claim")[0].text)
    assert claim.startswith("C1 conceded raised by ▲ Lancelot scripted rehearsal in iteration 1")
    assert claim.endswith("took it back without naming new evidence")
    assert "2 times" in page.by_id("account").text


def test_the_account_tells_the_gain_over_the_best_opening() -> None:
    text = plain(Page(report(sessions.built())).by_id("account").text)
    assert "development 1 2 2 +1" in text
    assert "minutes; the time in which it waited for people is not counted" in text


def test_the_outcome_names_the_gain_only_where_there_is_one() -> None:
    text = plain(Page(report(sessions.built())).by_id("outcome").text)
    assert text.count("tests pass; the best opening alone, that of") == 1
    assert "2 of 2 tests pass; the best opening alone, that of ● Gawain" in text


def test_a_discussion_has_its_votes_and_its_decision() -> None:
    text = plain(Page(report(sessions.discussed())).by_id("r1").text)
    assert "Percival scripted rehearsal no answer Did not answer: rate_limited: slow down" in text
    assert "no vote" in text
    assert "The decision Keep SQLite." in text
    assert "The developer's answer:" in text


def test_an_ask_that_broke_off_and_its_second_ask_both_stand_there() -> None:
    key = turn_key("discussion", 1, 1, "Gawain", "speak")
    page = talk(
        begun("Gawain"),
        e.AgentInterrupted(turn_key=key, seat="Gawain", cause="crash", partial="Half a"),
        e.SessionPaused(reason="user", detail="Ctrl-C"),
        e.SessionResumed(),
        begun("Gawain", ask=2),
        ended("Gawain", "A whole sentence."),
    )
    first, second = (plain(card.text) for card in page.all("article"))
    assert "Broke off (crash): this may have been billed." in first
    assert first.endswith("What it had said before: Half a")
    assert "asked again (ask 2)" in second
    assert "paused by the developer: Ctrl-C" in plain(page.by_id("r1").text)
    assert second.endswith("A whole sentence.")
    assert "1 ask broke off and may have been billed as well, at worst $0.04" in plain(page.text)
    assert "Turn that broke off and may have been billed: 1" in plain(page.by_id("outcome").text)


def test_a_retry_and_a_change_of_adapter_are_told_in_the_turn() -> None:
    key = turn_key("discussion", 1, 1, "Gawain", "speak")
    same = {"turn_key": key, "seat": "Gawain", "kind": ErrorKind.RATE_LIMITED, "detail": "busy"}
    page = talk(
        begun("Gawain"),
        e.AgentRetry(adapter="scripted", wait=3, **same),  # type: ignore[arg-type]
        e.Fallback(adapter="scripted", to="claude-cli", **same),  # type: ignore[arg-type]
        ended("Gawain", "Here."),
    )
    card = plain(page.all("article")[0].text)
    assert "$0.0123 · through claude-cli" in card
    assert "Asked again: scripted is asked again in 3 s" in card
    assert "Change of adapter: speaks through claude-cli, since scripted could not" in card


def test_what_did_not_fit_into_a_prompt_is_named() -> None:
    start = begun("Gawain").model_copy(update={"left_out": ("round 1", "README.md")})
    page = talk(start, ended("Gawain", "Here."))
    assert "Did not fit into its prompt: round 1, README.md" in page.all("article")[0].text


def test_a_turn_that_nobody_has_ended_waits() -> None:
    page = talk(begun("Gawain"))
    assert "no answer yet" in page.all("article")[0].text
    assert "not ended" in page.all("header", "top")[0].text


def test_a_long_turn_is_folded_and_a_short_one_is_not() -> None:
    long = talk(begun("Gawain"), ended("Gawain", "Many words. " * 400))
    assert long.all("details", "long")[0].text.endswith("Many words. " * 399 + "Many words.")
    assert "800 words" in long.all("summary")[0].text
    assert not talk(begun("Gawain"), ended("Gawain", "Few words.")).all("details", "long")


def test_a_chat_stands_apart_with_its_answer() -> None:
    question = e.ChatAsked(number=1, question="Why **SQLite**?")
    answer = ended("Gawain", "It is one file.", "chat", "chat")
    page = talk(begun("Gawain"), question, begun("Gawain", "chat", name="chat"), answer)
    assert "Question 1 Why SQLite?" in plain(page.by_id("chats").text)
    assert "It is one file." in page.by_id("chats").text
    assert "It is one file." not in page.by_id("r1").text


def test_a_note_and_an_unattended_choice_are_the_developers() -> None:
    page = talk(
        e.NoteAdded(text="Mind the *cost*."),
        e.HumanChoice(question_id="q", option="later", unattended=True),
    )
    told = [plain(found.text) for found in page.all("div", "developer")]
    assert told[0] == "A note of the developer Mind the *cost*."
    assert "Taken by default, because nobody was there to ask: later" in told[1]


def test_the_language_of_the_table_is_told_to_the_browser() -> None:
    start = session_start("Gawain", "Lancelot").model_copy(update={"language": "de"})
    page = talk(begun("Gawain"), ended("Gawain", "Guten Tag."), start=start)
    assert page.all("html")[0].attributes == {"lang": "en"}
    spoken = next(d for d in page.all("div", "prose") if plain(d.text) == "Guten Tag.")
    assert spoken.attributes["lang"] == "de"


def test_a_log_without_its_beginning_is_refused() -> None:
    with pytest.raises(Exception, match="no session_start"):
        report_page((), fold(()))


def test_two_megabytes_of_turns_are_written_in_a_moment() -> None:
    paragraph = "The **shares** add up to the `bill`; every cent is counted by somebody. " * 5
    code = "x = 1  # <&>\n" * 40
    text = f"# Head\n\n{paragraph}\n\n- one\n- two\n\n```python\n{code}```\n\n" * 100
    turns = [
        event.model_copy(update={"turn_key": turn_key("discussion", 1, n, "Gawain", "speak")})
        for n in range(1, 2_000_000 // len(text) + 2)
        for event in (begun("Gawain"), ended("Gawain", text))
    ]
    log = numbered(session_start("Gawain", "Lancelot"), *ROUND, *turns)
    state = fold(log)

    def written() -> None:
        assert len(report_page(log, state)) > 2_000_000

    assert seconds(written, enough=5) < 5


def test_an_edit_and_a_directed_merge_are_the_developers_wherever_they_are_told() -> None:
    page = Page(report(sessions.golden("v5-edited")))
    text = plain(page.by_id("r1").text)
    assert "edited by the developer The files that the round development made." in text
    assert "Changed: cart.py, docs/USE.md. Deleted: old.py. Our own words for it." in text
    assert "The synthesis as the developer directs Directives The base is the work of" in text
    assert "label in cart.py from ● Gawain scripted rehearsal: the developer's directive" in text
    files = plain(page.by_id("files").text)
    assert (
        "cart.py changed 6 lines, 92 bytes ▲ Lancelot scripted rehearsal, ○ the developer" in files
    )
    assert "○ the developerdevelopment: edited by the developerlabel" in files
    assert files.count("development: edited by the developer") == 2
    assert "@developer" not in page.text
    assert "Edit by the developer: 1 2" in plain(page.by_id("outcome").text)


def test_a_directed_merge_is_not_said_to_pass_what_it_does_not() -> None:
    log = sessions.golden("v5-edited")
    more = CheckReport(place="static", checks=(), passed=("test_it",))

    def floored(event: e.Event) -> e.Event:
        last = isinstance(event, e.Merged | e.SynthesisEnd) and event.seq > 33
        return event.model_copy(update={"floor": more}) if last else event

    text = plain(Page(report(tuple(map(floored, log)))).by_id("r1").text)
    assert text.count("It passes all that the best opening") == 2
    assert text.count("The developer directed it; the best opening, that of") == 2
