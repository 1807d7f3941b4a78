"""What the developer tells a session: answered at once; what follows is on the stream."""

from fastapi import APIRouter

from roundtable.apps.applying import Manner
from roundtable.apps.convening import about, refuse_unpriced
from roundtable.apps.web import answers, requests
from roundtable.apps.web.drafting import budget
from roundtable.apps.web.problems import documented
from roundtable.apps.web.routes.reaching import InHall, InHouse, Session
from roundtable.core.build_events import ProjectFile
from roundtable.core.commands import Choose, EditFiles, Note, Reopen
from roundtable.core.errors import CommandRefused
from roundtable.core.state import SessionState
from roundtable.core.summary import phase

router = APIRouter(tags=["commands"])
_SAID = documented(
    "unknown_session", "not_founded", "config_wrong", "knight_unavailable", "refused", "busy",
    "invalid", "too_many", "log_unreadable", "log_unavailable",
)  # fmt: skip
_AS_BEFORE = requests.Resume()


@router.post("/session/{session}/developer-input", responses=_SAID)
async def developer_input(hall: InHall, session: Session, given: requests.Note) -> answers.Standing:
    """A word to the table: it reaches every turn that has not started."""
    return standing(hall, await hall.steward.send(session, Note(given.text)))


@router.post("/session/{session}/answer", responses=_SAID)
async def answer(hall: InHall, session: Session, given: requests.Answer) -> answers.Standing:
    """The King's answer to the open question; the table goes on with it."""
    choice = Choose(given.option, given.text, given.rounds, question=given.question)
    return standing(hall, await hall.steward.send_and_lead(session, choice))


@router.post("/session/{session}/retry", responses=_SAID)
async def retry(hall: InHall, session: Session, given: requests.Retry) -> answers.Standing:
    """Roll back to a round and hold it anew; what followed is kept and no longer counts."""
    command = Reopen(given.round, given.instructions)
    return standing(hall, await hall.steward.stop_and_lead(session, command))


@router.post("/session/{session}/stop", responses=_SAID)
async def stop(hall: InHall, session: Session) -> answers.Standing:
    """Stop at once, in the middle of a word; nothing that was completed is lost."""
    return standing(hall, await hall.steward.stop(session))


@router.post("/session/{session}/resume", responses=_SAID)
async def resume(
    hall: InHall, session: Session, given: requests.Resume = _AS_BEFORE
) -> answers.Standing:
    """Go on where it was stopped or broke off, with other caps if some are given."""
    state = await hall.table.driver.state(session)
    if state.ended:
        raise CommandRefused("the session has ended", "hold a round anew, or convene a new table")
    if state.question:
        raise CommandRefused("the table waits for your answer", "answer its question")
    caps = budget(given.caps)
    with about("caps"):
        refuse_unpriced(state.seats, caps, state.opening.agenda)
    await hall.steward.lead(session, caps if given.caps != requests.Caps() else None)
    return standing(hall, await hall.table.driver.state(session))


@router.post("/session/{session}/complete", responses=_SAID)
async def complete(hall: InHall, session: Session) -> answers.Standing:
    """Mark the session as complete, as it stands."""
    return standing(hall, await hall.steward.complete(session))


@router.post("/session/{session}/chat", status_code=202, responses=_SAID)
async def chat(hall: InHall, session: Session, given: requests.Chat) -> answers.Standing:
    """Ask the judge about the session; question and answer come on the stream, nothing changes."""
    state = await hall.table.driver.state(session)
    await hall.steward.chat(session, given.message)
    return standing(hall, state)


@router.post("/session/{session}/apply", status_code=201, responses=_SAID)
async def apply(house: InHouse, session: Session, given: requests.Apply) -> answers.Begun:
    """Carry the decision out, in a session of its own that asks about each file."""
    hall = await house.current()
    decided = await hall.table.driver.state(session)
    manner = Manner(
        parley=given.parley, widened=given.widened, again=given.again, knight=given.knight
    )
    return answers.Begun(session=await hall.steward.begin_apply(decided, manner))


@router.post("/session/{session}/undo", responses=_SAID)
async def undo(hall: InHall, session: Session) -> answers.Standing:
    """Take an apply back: every file as it was, byte for byte."""
    return standing(hall, await hall.steward.undo(session))


@router.put("/session/{session}/files", responses=_SAID)
async def edit_files(hall: InHall, session: Session, given: requests.Edits) -> answers.Standing:
    """Your own hand on what a round has made: revert a hunk, edit a file, remove one."""
    files = tuple(ProjectFile(path=file.path, text=file.text) for file in given.files)
    edit = EditFiles(files, given.deleted, given.note)
    return standing(hall, await hall.steward.send(session, edit))


def standing(hall: InHall, state: SessionState) -> answers.Standing:
    return answers.Standing(
        session=state.session,
        seq=state.seq,
        phase=phase(state),
        running=hall.steward.running(state.session),
    )
