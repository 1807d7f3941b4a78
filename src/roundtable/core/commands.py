"""What people tell a session, and the events that follow from it. Pure: nothing is performed."""

from dataclasses import dataclass, replace
from typing import assert_never

from roundtable.core import chat
from roundtable.core import events as e
from roundtable.core.applying import asked_about
from roundtable.core.completion import completed
from roundtable.core.context import LeftOut
from roundtable.core.decide.build import analysis
from roundtable.core.decide.coding import candidates, developers_verdict
from roundtable.core.decide.gates import REMERGE
from roundtable.core.edits import MAX_EDITED, edited
from roundtable.core.errors import CommandRefused
from roundtable.core.questions import Option
from roundtable.core.stances import Unparsed
from roundtable.core.state import SessionState

__all__ = [
    "DEFAULT_EXTRA_ROUNDS",
    "MAX_EDITED",
    "MAX_NOTE",
    "Analyse",
    "AskJudge",
    "Choose",
    "Command",
    "Complete",
    "EditFiles",
    "GiveFiles",
    "Note",
    "Reopen",
    "handle",
]

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
    question: str = ""
    """The id of the question that he was shown; empty: whichever is open."""


@dataclass(frozen=True, slots=True)
class GiveFiles:
    """The files that a build starts from, or that a review is about."""

    origin: str
    files: tuple[e.ProjectFile, ...]
    left_out: tuple[LeftOut, ...] = ()
    patch: str = ""


@dataclass(frozen=True, slots=True)
class Reopen:
    """Hold a round anew, with instructions if there are any; what followed no longer counts."""

    round: str
    instructions: str = ""


@dataclass(frozen=True, slots=True)
class AskJudge:
    """A question about the session; it changes nothing."""

    question: str


@dataclass(frozen=True, slots=True)
class EditFiles:
    """The developer's own changes to what the last round made; each file is given whole."""

    files: tuple[e.ProjectFile, ...]
    deleted: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Complete:
    """The session is complete at the developer's word, wherever it stands."""


@dataclass(frozen=True, slots=True)
class Analyse:
    """Have the table look at what came of the last run, though the build has ended."""

    instructions: str = ""


Command = Analyse | Note | Choose | GiveFiles | Reopen | AskJudge | EditFiles | Complete


def handle(state: SessionState, command: Command) -> tuple[e.Event, ...]:
    """The events that a command leads to, or a refusal that says why."""
    if state.ended and not isinstance(command, Analyse | Reopen | AskJudge | EditFiles):
        raise _over(state.session, state.ended, command)
    match command:
        case Note():
            return (_note(command.text),)
        case Choose():
            return _choose(state, command)
        case GiveFiles():
            return (_give(state, command),)
        case Reopen():
            return (_reopen(state, command),)
        case AskJudge():
            return (chat.ask(state, _words(command.question, "question")),)
        case EditFiles():
            _refuse_at_work(state)
            note = _words_if_any(command.note, "note")
            return (edited(state, command.files, command.deleted, note),)
        case Complete():
            _refuse_at_work(state)
            return completed(state)
        case Analyse():
            _refuse_at_work(state)
            return (analysis(state, _words_if_any(command.instructions, "instruction")),)
        case _:
            assert_never(command)


def refuse_at_rest(state: SessionState, command: Command) -> None:
    """Raises the refusal that this command would meet as soon as nobody speaks any longer."""
    ended = {key: turn for key, turn in state.turns.items() if turn.status != "open"}
    handle(replace(state, turns=ended), command)


def _over(session: str, ended: e.SessionEnd, command: Command) -> CommandRefused:
    if isinstance(command, Complete):
        return CommandRefused(
            f"session {session} is complete already ({ended.outcome})",
            f"see it: roundtable show {session}",
        )
    return CommandRefused(
        f"session {session} has ended ({ended.outcome})", "convene a new table: roundtable discuss"
    )


def _refuse_at_work(state: SessionState) -> None:
    if state.at_work:
        raise CommandRefused(
            f"session {state.session} is at work",
            "stop it first where it runs (Ctrl-C); if it broke off: roundtable resume",
        )


def _note(text: str) -> e.NoteAdded:
    return e.NoteAdded(text=_words(text, "note"))


def _words(text: str, what: str) -> str:
    """The developer's words without the blanks around them; refused if there are none."""
    text = text.strip()
    if not text:
        raise CommandRefused(f"the {what} is empty", "type it in words")
    if len(text) > MAX_NOTE:
        raise CommandRefused(
            f"the {what} has {len(text):,} characters; {MAX_NOTE:,} are the most",
            "put it into a file of the repository and name the file",
        )
    return text


def _words_if_any(text: str, what: str) -> str:
    return _words(text, what) if text.strip() else ""


def _choose(state: SessionState, command: Choose) -> tuple[e.Event, ...]:
    question = state.question
    if question is None:
        raise CommandRefused(
            f"session {state.session} has no open question",
            f"see where it stands: roundtable show {state.session}",
        )
    if command.question not in ("", question.id):
        raise CommandRefused(
            "this question has been answered elsewhere, and another one is open by now",
            f"see it: roundtable resume {state.session}",
        )
    option = question.option(command.option)
    if option is None:
        known = ", ".join(o.id for o in question.options)
        raise CommandRefused(f"{command.option!r} is no answer to this question", f"one of {known}")
    text = _words_with(option, command.text)
    _refuse_unreadable_verdict(state, option.id, text)
    sends_back = option.id == "send_back"
    choice = e.HumanChoice(
        question_id=question.id,
        option=option.id,
        text=text,
        rounds=max(1, command.rounds) if sends_back else 0,
        unattended=command.unattended,
    )
    if question.kind == "parley" and option.id == "ask":
        # Told to the knight with the file that it is about.
        asked = asked_about(question.id, state.applying.proposed)
        return (choice, e.NoteAdded(text=f"{asked.change.path}: {text}" if asked else text))
    return (choice, _note(text)) if sends_back and text else (choice,)


def _words_with(option: Option, text: str) -> str:
    """The King's words with an answer; an edited file is taken as it is."""
    edited = option.id == "edit"
    words = text if edited else text.strip()
    most = MAX_EDITED if edited else MAX_NOTE
    if option.needs == "text" and not words and not edited:
        raise CommandRefused(
            f"the answer {option.id!r} needs your words", "add them with --text '…'"
        )
    if len(words) > most:
        raise CommandRefused(
            f"your words have {len(words):,} characters; {most:,} are the most",
            "put them into a file of the repository and name the file",
        )
    return words


def _refuse_unreadable_verdict(state: SessionState, option: str, text: str) -> None:
    """In a round of code the developer's own verdict must be one that can be carried out."""
    round_ = state.current
    if option not in ("decree", REMERGE) or round_ is None:
        return
    if state.agenda.plan(round_.key).kind != "code":
        return
    read = developers_verdict(state, round_, text)
    if isinstance(read, Unparsed):
        raise CommandRefused(
            f"your verdict cannot be read: {read.reason}",
            "write for example: BASE=NAME. INCORPORATE: Cart.total (cart.py) from NAME. "
            "MUST_FIX: none",
        )
    offered = candidates(state, round_)
    if read.base not in offered:
        raise CommandRefused(
            f"{read.base} has given no files in this round", f"one of {', '.join(offered)}"
        )


def _give(state: SessionState, command: GiveFiles) -> e.FilesGiven:
    if state.given or state.rounds:
        raise CommandRefused(
            f"session {state.session} has begun its work", "start a new one with these files"
        )
    return e.FilesGiven(
        origin=command.origin,
        files=command.files,
        left_out=command.left_out,
        patch=command.patch,
    )


def _reopen(state: SessionState, command: Reopen) -> e.RoundReopened:
    if state.opening.agenda is None:
        raise CommandRefused(
            f"session {state.session} is a discussion, which is not held by rounds",
            "only the rounds of a build or a review can be held anew",
        )
    held = [round_.key for round_ in state.rounds]
    if command.round not in held:
        known = f"one of {', '.join(held)}" if held else "wait until its first round has begun"
        raise CommandRefused(f"no round {command.round!r} has been held", known)
    _refuse_at_work(state)
    text = _words_if_any(command.instructions, "instruction")
    return e.RoundReopened(round=command.round, instructions=text)
