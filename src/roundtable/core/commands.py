"""What people tell a session, and the events that follow from it. Pure: nothing is performed."""

from dataclasses import dataclass
from typing import assert_never

from roundtable.core import events as e
from roundtable.core.errors import CommandRefused
from roundtable.core.state import SessionState

MAX_NOTE = 20_000
DEFAULT_EXTRA_ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Note:
    """A word from the developer to every turn that has not started."""

    text: str


@dataclass(frozen=True, slots=True)
class Choose:
    """The King's answer to the open question."""

    option: str
    text: str = ""
    rounds: int = DEFAULT_EXTRA_ROUNDS
    unattended: bool = False


Command = Note | Choose


def handle(state: SessionState, command: Command) -> tuple[e.Event, ...]:
    """The events that a command leads to, or a refusal that says why."""
    if state.ended:
        raise CommandRefused(
            f"session {state.session} has ended ({state.ended.outcome})",
            "convene a new table: roundtable discuss",
        )
    match command:
        case Note():
            return (_note(command.text),)
        case Choose():
            return _choose(state, command)
        case _:
            assert_never(command)


def _note(text: str) -> e.NoteAdded:
    text = text.strip()
    if not text:
        raise CommandRefused("the note is empty", "type what the knights shall know")
    if len(text) > MAX_NOTE:
        raise CommandRefused(
            f"the note has {len(text):,} characters; {MAX_NOTE:,} are the most",
            "put it into a file of the repository and name the file",
        )
    return e.NoteAdded(text=text)


def _choose(state: SessionState, command: Choose) -> tuple[e.Event, ...]:
    question = state.question
    if question is None:
        raise CommandRefused(
            f"session {state.session} has no open question",
            f"see where it stands: roundtable show {state.session}",
        )
    option = question.option(command.option)
    if option is None:
        known = ", ".join(o.id for o in question.options)
        raise CommandRefused(f"{command.option!r} is no answer to this question", f"one of {known}")
    text = command.text.strip()
    if option.needs == "text" and not text:
        raise CommandRefused(
            f"the answer {option.id!r} needs your words", "add them with --text '…'"
        )
    if len(text) > MAX_NOTE:
        raise CommandRefused(
            f"your words have {len(text):,} characters; {MAX_NOTE:,} are the most",
            "put them into a file of the repository and name the file",
        )
    sends_back = option.id == "send_back"
    choice = e.HumanChoice(
        question_id=question.id,
        option=option.id,
        text=text,
        rounds=max(1, command.rounds) if sends_back else 0,
        unattended=command.unattended,
    )
    return (choice, _note(text)) if sends_back and text else (choice,)
