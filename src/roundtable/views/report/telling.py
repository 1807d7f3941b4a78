"""The log put into the order in which a person reads it: stages, groups in them, entries in those.

A stage is a round (or the whole discussion), a group is an iteration, a chunk, the synthesis or the
end of the round, and an entry is a turn or anything else that happened, at its place in time.
"""

from collections.abc import Iterable

from roundtable.core import events as e
from roundtable.core.ledger import Ledger
from roundtable.core.questions import Question
from roundtable.core.state import SessionState
from roundtable.core.verdicts import CodeVerdict, form
from roundtable.views.apply_sentences import ApplyEvent, apply_lines
from roundtable.views.diagnosis_sentences import how_held, round_name
from roundtable.views.report.evidence import panel_of, survey_of
from roundtable.views.report.findings import findings_of
from roundtable.views.report.runs import RunLogs
from roundtable.views.report.stages import Answer, Chat, Entry, Group, Moment, Stage, Told
from roundtable.views.report.turns import TurnCard, VerdictTold, moves_of
from roundtable.views.run_sentences import is_good


def tell(events: Iterable[e.Event], state: SessionState) -> Told:
    teller = _Teller(state)
    for event in events:
        if not isinstance(event, e.Token):
            teller.see(event)
    for stage in teller.stages:
        _close(stage)
    stages = tuple(stage for stage in teller.stages if stage.groups)
    return Told(stages, tuple(teller.chats), tuple(teller.moments))


def _close(stage: Stage) -> None:
    """The ledger stands before the end of the round, as the round left it."""
    if stage.round is None or not stage.round.ledger.claims:
        return
    seat_of = _seat_of(stage)
    claims = [(claim, seat_of.get(claim.about, "")) for claim in stage.round.ledger.claims]
    entry = Entry(f"{stage.anchor}-claims", "ledger", None, claims)
    group = Group(f"{stage.anchor}-ledger", "The ledger of claims", entries=[entry])
    ends = [i for i, found in enumerate(stage.groups) if found.title == RESULT]
    stage.groups.insert(ends[0] if ends else len(stage.groups), group)


RESULT = "The result of the round"
SYNTHESIS = "The synthesis"
RUN = "Run"
_TITLES = {
    "discuss": "The discussion",
    "summon": "The discussion",
    "code-red": "The diagnosis",
    "apply": "The change set",
}
"""Of workflows that are one round."""


class _Teller:
    """Reads the log once, from its beginning."""

    def __init__(self, state: SessionState) -> None:
        self._state = state
        self._held = {(r.key, r.attempt): r for r in (*state.superseded, *state.rounds)}
        self._counting = {(r.key, r.attempt) for r in state.rounds}
        self.stages = [Stage("before", "Before the first round", None, None)]
        self.chats: list[Chat] = []
        self.moments: list[Moment] = []
        self._cards: dict[str, TurnCard] = {}
        self._questions: dict[str, Question] = {}
        self._ledger = Ledger()
        self._fixes: dict[int, e.Fix] = {}
        self._merged: e.Merged | None = None
        self._surveys: list[e.CandidatesSurveyed] = []
        self._plans = state.agenda.rounds if state.opening.agenda else ()
        self._logs = RunLogs()
        self._number = 0

    def see(self, event: e.Event) -> None:
        self._number += 1
        match event:
            case e.SessionStart():
                return
            case e.AgentStart():
                self._begin(event)
            case e.TurnEvent():
                self._go_on(event)
            case e.RoundStart():
                self._open_stage(event)
            case e.ChatAsked():
                self.chats.append(Chat(event))
            case _:
                self._open_group(event)
                self._enter(event)

    @property
    def _stage(self) -> Stage:
        return self.stages[-1]

    def _put(self, kind: str, event: e.Event | None, more: object = None) -> Entry:
        entry = Entry(f"e{self._number}", kind, event, more)
        self._stage.last.entries.append(entry)
        return entry

    def _remember(self, what: str, card: TurnCard) -> None:
        self.moments.append(Moment(what, card.anchor))

    def _open_stage(self, event: e.RoundStart) -> None:
        key = (event.round, event.attempt)
        round_ = self._held.get(key)
        counts = round_ is None or key in self._counting
        named = _TITLES.get(self._state.opening.workflow)
        title = named or _title(event, self._state)
        plan = next((p for p in self._plans if p.key == event.round), None)
        self.stages.append(Stage(f"r{len(self.stages)}", title, event, round_, counts, plan))
        self._ledger, self._fixes, self._surveys = Ledger(), {}, []
        self._merged = None

    def _open_group(self, event: e.Event) -> None:
        """Some events begin something that has a heading of its own."""
        match event:
            case e.DebateIteration():
                number = event.iteration
                agenda = self._state.opening.agenda
                title = f"Iteration {number}" if agenda else round_name(self._state, number)
                note = how_held(self._state, event.blind) or "one after the other"
                self._stage.open(title, note, event.order)
            case e.ChunkStart() if event.chunk:
                self._stage.open(f"Chunk {event.chunk} of {event.total}", ", ".join(event.paths))
            case e.ChunkStart():
                self._stage.open("The borders between chunks", ", ".join(event.paths))
            case e.SynthesisStart():
                again = any(group.title == RESULT for group in self._stage.groups)
                self._merged = None
                self._stage.open("The synthesis as the developer directs" if again else SYNTHESIS)
            case e.RoundEnd():
                self._stage.open(RESULT)
            case e.ExecStart():
                whose = "" if event.round else ", by the developer"
                self._stage.open(f"{RUN} {event.run}{whose}")
            case e.ReviewPlanned() if self._stage.last.title.startswith(RUN):
                self._stage.open("Preparation")
            case e.Consensus() if not event.round:
                self._stage.open("The decision")
            case e.KingsDecision() | e.Diagnosed():
                self._stage.open("The decision")
            case _:
                return

    def _enter(self, event: e.Event) -> None:
        """What happened beside the turns."""
        if isinstance(event, e.DebateIteration | e.ChunkStart):
            return  # the heading says it
        if isinstance(event, e.Consensus) and event.round:
            return  # the round's end says the same
        log = self._logs.see(event)
        if isinstance(event, e.ExecOutput):
            if log:
                self._put(event.type, event, log)
            return  # the rest of the run's output is in the log that has begun
        entry = self._put(event.type, event, self._more(event))
        if moment := _moment(event):
            self.moments.append(Moment(moment, entry.anchor))

    def _more(self, event: e.Event) -> object:
        """What the event itself does not say."""
        round_ = self._stage.round
        match event:
            case e.CandidatesSurveyed():
                self._surveys.append(event)
                return survey_of(event, self._surveys[:-1])
            case e.Merged():
                self._merged = event
                return None
            case e.SynthesisEnd():
                return self._merged
            case e.FindingsMerged():
                files = {} if round_ else self._state.tree
                return findings_of(event, round_.plan if round_ else None, files)
            case e.FixesPlanned():
                self._fixes = {fix.number: fix for fix in event.fixes}
                return None
            case e.FixTried():
                return self._fixes.get(event.number)
            case e.Escalation() | e.ChoiceOffered():
                self._questions[event.question.id] = event.question
                return None
            case e.HumanChoice():
                return _answer(event, self._questions)
            case _ if isinstance(event, ApplyEvent):
                return [line.strip() for line in apply_lines(event, self._state) if line]
            case _:
                return None

    def _begin(self, event: e.AgentStart) -> None:
        fix = self._fixes.get(_part(event.turn_key)) if event.purpose == "fix" else None
        place = f"{fix.unit or 'the file'} ({fix.path})" if fix else ""
        card = TurnCard(f"t{self._number}", event, place)
        self._cards[event.turn_key] = card
        if event.purpose == "chat" and self.chats:
            self.chats[-1].cards.append(card)
        else:
            self._stage.last.entries.append(Entry(card.anchor, "turn", event, card))

    def _go_on(self, event: e.TurnEvent) -> None:
        card = self._cards.get(event.turn_key)
        if card is None:
            return
        match event:
            case e.AgentEnd():
                card.end = event
            case e.AgentError():
                card.error = event
                self._remember("turn without an answer", card)
            case e.AgentInterrupted():
                card.broken = event
                self._remember("turn that broke off and may have been billed", card)
            case e.AgentRetry():
                card.troubles.append(event)
                self._remember("call made again", card)
            case e.Fallback():
                card.troubles.append(event)
                self._remember("change of adapter", card)
            case _:
                self._read(card, event)

    def _read(self, card: TurnCard, event: e.TurnEvent) -> None:
        """What was read from the words of a turn."""
        match event:
            case (
                e.StanceUnreadable()
                | e.DiagnosisUnreadable()
                | e.VerdictUnreadable()
                | e.FindingsUnreadable()
            ):
                card.unreadable.append((event.reason, event.final))
                self._remember("answer that could not be read", card)
            case e.StanceRead():
                card.stance = event
            case e.DiagnosisRead():
                card.diagnosis = event
            case e.FilesProposed():
                card.files = event
            case e.FindingsRead():
                card.findings = event
            case e.ClaimsRead():
                seat_of = _seat_of(self._stage)
                card.moves += moves_of(event.moves, self._ledger, seat_of)
                self._ledger = self._ledger.moved(event.seat, event.iteration, event.moves, seat_of)
            case e.Comparison():
                card.comparison = event
                self._panel(event)
            case e.VerdictRead():
                card.verdict = self._verdict(event)
            case _:
                return

    def _panel(self, event: e.Comparison) -> None:
        """All comparisons of an iteration in one table behind the last of them."""
        entries = self._stage.last.entries
        before = [entry for entry in entries if entry.kind == "panel"]
        cards = [x.more for x in entries if isinstance(x.more, TurnCard)]
        made = [card.comparison for card in cards if card.comparison]
        self._stage.last.entries = [entry for entry in entries if entry not in before]
        self._put("panel", None, panel_of(made))

    def _verdict(self, event: e.VerdictRead) -> VerdictTold:
        seat_of = _seat_of(self._stage)
        names = {label: self._label(seat) for label, seat in seat_of.items()}
        self._ledger = self._ledger.ruled(event.verdict.rulings, seat_of)
        waiting = tuple(claim.id for claim in self._ledger.open) if event.verdict.agreed else ()
        merged = self._stage.round.merged_findings if self._stage.round else None
        verdict = event.verdict
        own = (
            isinstance(verdict, CodeVerdict)
            and verdict.agreed
            and seat_of.get(verdict.base) == event.seat
        )
        return VerdictTold(
            read=event,
            verdict=verdict,
            form=form(verdict, names),
            seat_of=seat_of,
            findings={f.id: f.claim for f in merged.findings} if merged else {},
            waiting=waiting,
            own=own,
        )

    def _label(self, name: str) -> str:
        return next((seat.label for seat in self._state.seats if seat.name == name), name)


_MOMENTS = {
    "escalation": "question to the developer",
    "choice_offered": "question to the developer",
    "note_added": "note of the developer",
    "round_reopened": "round held anew",
    "files_edited": "edit by the developer",
    "session_paused": "pause",
    "exec_error": "run that came to nothing",
}


def _moment(event: e.Event) -> str:
    """What a reader may want to find; empty: nothing of the kind."""
    if isinstance(event, e.ExecDone):
        return "" if is_good(event) else "run that did not go well"
    return _MOMENTS.get(event.type, "")


def _title(event: e.RoundStart, state: SessionState) -> str:
    """`Round 3 of 5: development, attempt 2`."""
    keys: list[str] = [plan.key for plan in state.agenda.rounds]
    again = f", attempt {event.attempt}" if event.attempt > 1 else ""
    again += ", by the setting and unasked" if event.automatic else ""
    if event.round not in keys:
        return f"Round: {event.round}{again}"
    return f"Round {keys.index(event.round) + 1} of {len(keys)}: {event.round}{again}"


def _seat_of(stage: Stage) -> dict[str, str]:
    return {item.label: item.seat for item in stage.start.labels} if stage.start else {}


def _answer(choice: e.HumanChoice, questions: dict[str, Question]) -> Answer:
    question = questions.get(choice.question_id)
    option = question.option(choice.option) if question else None
    if question is None or option is None:
        return Answer(choice.option, "", "")
    return Answer(option.label, option.effect, question.prompt)


def _part(turn_key: str) -> int:
    """The number at the end of a key such as `development.1.2.Gawain/fix/3`, or of `…/fix/2-3`."""
    number = turn_key.rpartition("/")[2].rpartition("-")[2]
    return int(number) if number.isdecimal() else 0
