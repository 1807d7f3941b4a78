"""The developer's own hand on what a round made: what is taken, refused, and comes of it."""

from functools import cache

import pytest

from roundtable.core import edits
from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.commands import (
    MAX_EDITED,
    MAX_NOTE,
    Choose,
    Complete,
    EditFiles,
    Reopen,
    handle,
)
from roundtable.core.errors import CommandRefused
from roundtable.core.questions import Question
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import build_start, session_start
from roundtable.testing.builds import answers, anybody, reading_workshop
from roundtable.testing.rehearsal import go_on, play

GIVEN = {"notes.md": "Mine.\n", "docs/use.md": "Use it.\n"}
START = build_start("development", "review", "qa")


@cache
def at_the_gate() -> tuple[e.Event, ...]:
    """Development has ended, and the developer is asked whether to go on."""
    return tuple(play(START, anybody, craft=reading_workshop(), given=GIVEN))


def gate() -> SessionState:
    return fold(at_the_gate())


def text(path: str, words: str = "x = 1\n") -> e.ProjectFile:
    return e.ProjectFile(path=path, text=words)


def refusal(state: SessionState, *files: e.ProjectFile, deleted: tuple[str, ...] = ()) -> str:
    with pytest.raises(CommandRefused) as caught:
        handle(state, EditFiles(files, deleted))
    assert caught.value.remedy, "a refusal says what to do instead"
    return f"{caught.value.message}: {caught.value.remedy}"


def edited(
    state: SessionState, *files: e.ProjectFile, deleted: tuple[str, ...] = ()
) -> e.FilesEdited:
    (event,) = handle(state, EditFiles(files, deleted))
    assert isinstance(event, e.FilesEdited)
    return event


def test_an_edit_is_of_the_round_that_has_ended_and_changes_the_project() -> None:
    state = gate()
    command = EditFiles((text("cart.py"), text("new/mine.py")), ("notes.md",), "  Mine. \n")
    (event,) = handle(state, command)
    assert event == e.FilesEdited(
        round="development",
        attempt=1,
        files=(text("cart.py"), text("new/mine.py")),
        deleted=("notes.md",),
        note="Mine.",
    )
    after = fold([event], state)
    assert after.tree == {
        "docs/use.md": "Use it.\n",
        "cart.py": "x = 1\n",
        "new/mine.py": "x = 1\n",
    }
    assert after.question == state.question, "the question waits as before"
    assert after.rounds[0].edits == (event,)
    assert after.rounds[0].result == state.rounds[0].result


def test_edits_follow_one_another_and_the_next_round_works_on_what_they_left() -> None:
    log = list(at_the_gate())
    log += [edited(fold(log), text("cart.py"))]
    log += [edited(fold(log), text("cart.py", "x = 2\n"), deleted=("notes.md",))]

    def king(question: Question) -> Choose | None:
        return Choose("continue") if question.id == "confirm-development.1" else None

    later = fold(go_on(log, anybody, king, reading_workshop()))
    planned = later.rounds[-1].plan
    assert planned is not None
    shown = {part.path: part.text for chunk in planned.chunks for part in chunk.parts}
    assert shown == {"cart.py": "x = 2\n", "docs/use.md": "Use it.\n"}


def test_a_file_that_is_as_it_was_is_left_out_of_the_edit() -> None:
    state = gate()
    event = edited(state, text("notes.md", "Mine.\n"), text("cart.py"))
    assert [file.path for file in event.files] == ["cart.py"]


def test_an_edit_that_changes_nothing_is_refused() -> None:
    assert "changes nothing" in refusal(gate(), text("notes.md", "Mine.\n"))
    assert "changes nothing" in refusal(gate())


def test_a_round_held_anew_drops_its_edits_with_all_else() -> None:
    state = fold([edited(gate(), text("mine.py"))], gate())
    again = fold(handle(state, Reopen("development")), state)
    assert again.tree == GIVEN
    assert again.superseded[0].edits
    assert not again.rounds


def test_edits_of_an_earlier_round_stay_when_a_later_one_is_held_anew() -> None:
    def king(question: Question) -> Choose | None:
        return Choose("continue") if question.id == "confirm-development.1" else None

    log = [*at_the_gate(), edited(gate(), text("mine.py"))]
    state = fold(go_on(log, anybody, king, reading_workshop()))
    assert state.current is not None
    assert state.current.key == "review"
    again = fold(handle(state, Reopen("review")), state)
    assert again.tree["mine.py"] == "x = 1\n"


def test_a_session_that_has_ended_can_be_edited_and_stays_ended() -> None:
    state = fold(handle(gate(), Complete()), gate())
    assert state.ended is not None
    after = fold([edited(state, text("cart.py"))], state)
    assert after.tree["cart.py"] == "x = 1\n"
    assert after.ended == state.ended


def test_only_a_build_has_files_to_edit() -> None:
    assert "is no build" in refusal(fold([session_start()]), text("a.py"))
    review = build_start("review").model_copy(update={"workflow": "review"})
    assert "is no build" in refusal(fold([review]), text("a.py"))


def test_before_a_round_has_ended_there_is_nothing_to_edit() -> None:
    assert "no round has ended" in refusal(fold([START]), text("a.py"))
    kinds = [event.type for event in at_the_gate()]
    begun = fold(at_the_gate()[: kinds.index("debate_iteration") + 1])
    assert "the round development of session" in refusal(begun, text("a.py"))
    assert "is being held" in refusal(begun, text("a.py"))


def test_files_are_not_pulled_from_under_a_turn() -> None:
    asking = e.AgentStart(
        turn_key="chat.1.1.Gawain/chat",
        seat="Gawain",
        iteration=1,
        purpose="chat",
        adapter="scripted",
        reserved=Usage(),
    )
    assert "at work: stop it first" in refusal(fold([asking], gate()), text("a.py"))


@pytest.mark.parametrize("option", ["retry", "remerge"])
def test_an_edit_that_would_be_lost_at_once_is_refused(option: str) -> None:
    """The answer is on the record, and what follows from it is not yet."""
    words = "BASE=Gawain. INCORPORATE: none. MUST_FIX: none."
    state = fold(handle(gate(), Choose(option, words)), gate())
    assert "would be lost" in refusal(state, text("a.py"))
    going_on = fold(handle(gate(), Choose("continue")), gate())
    assert edited(going_on, text("a.py")).files


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/etc/passwd",
        "../out.py",
        "a/../../b.py",
        "C:\\x.py",
        "~/x.py",
        ".git/config",
        "a/.GIT/hooks/x",
        ".roundtable/config.json",
        ".env",
        "conf/.env.local",
        "keys/server.pem",
        ".ssh/id_rsa",
        "folder/",
        "nul",
        "a\x00b",
        "a\u202eb.py",
        "x" * 600,
        "https://example.org/a.py",
    ],
)
def test_a_path_where_nobody_may_write_is_refused_written_or_deleted(path: str) -> None:
    assert "is no path for a file of the project" in refusal(gate(), text(path))
    assert "is no path for a file of the project" in refusal(gate(), deleted=(path,))


def test_a_path_is_taken_as_the_project_writes_it_or_not_at_all() -> None:
    assert "write a/b.py" in refusal(gate(), text("a//b.py"))
    assert "write a/b.py" in refusal(gate(), text("a\\b.py"))
    assert "The project writes this path cart.py" in refusal(gate(), text("Cart.py"))
    assert "docs/more.md" in refusal(gate(), text("DOCS/more.md"))


def test_two_paths_that_no_folder_could_hold_are_refused() -> None:
    assert "differ only in case" in refusal(gate(), text("a.py"), text("A.py"))
    assert "as a file and as a folder" in refusal(gate(), text("a"), text("a/b"))
    assert "is a file in the project" in refusal(gate(), text("cart.py/more.py"))
    assert "is a folder in the project" in refusal(gate(), text("docs"))
    assert edited(gate(), text("docs"), deleted=("docs/use.md",)).files


def test_a_path_is_named_once() -> None:
    assert "more than once" in refusal(gate(), text("a.py"), text("a.py", "y\n"))
    assert "more than once" in refusal(gate(), text("cart.py"), deleted=("cart.py",))
    assert "more than once" in refusal(gate(), deleted=("cart.py", "cart.py"))


def test_only_what_is_there_can_be_deleted() -> None:
    assert "there is no such file" in refusal(gate(), deleted=("gone.py",))


def test_a_text_has_a_bound() -> None:
    assert edited(gate(), text("a.txt", "x" * MAX_EDITED)).files
    assert "2,000,001 characters" in refusal(gate(), text("a.txt", "x" * (MAX_EDITED + 1)))


def test_the_number_of_files_has_a_bound() -> None:
    many = tuple(text(f"{n}.py") for n in range(edits.MAX_FILES))
    assert edited(gate(), *many).files
    assert "501 files" in refusal(gate(), *many, deleted=("cart.py",))


def test_a_note_has_a_bound() -> None:
    with pytest.raises(CommandRefused, match="the note has 20,001 characters"):
        handle(gate(), EditFiles((text("a.py"),), (), "x" * (MAX_NOTE + 1)))


def test_bytes_come_as_base64_or_not_at_all() -> None:
    assert edited(gate(), e.ProjectFile(path="a.png", text="iVBORw0KGgo=", binary=True)).files
    wrong = e.ProjectFile(path="a.png", text="not base64!", binary=True)
    assert "not base64" in refusal(gate(), wrong)
    odd = e.ProjectFile(path="a.png", text="ä", binary=True)
    assert "not base64" in refusal(gate(), odd)


def test_half_a_character_is_refused_before_it_reaches_the_log() -> None:
    half = e.ProjectFile.model_construct(path="a.py", text="x = '\ud800'\n", binary=False)
    assert "no text file can hold" in refusal(gate(), half)


def test_an_edit_after_a_round_of_words_changes_the_starting_files() -> None:
    start = build_start("requirements", "development")
    state = fold(play(start, answers(lambda _: None), given=GIVEN))
    after = fold([edited(state, text("notes.md"))], state)
    assert after.tree == GIVEN | {"notes.md": "x = 1\n"}
