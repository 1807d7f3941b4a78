"""The events of a build: its files, claims, verdicts, findings, and how they became one tree."""

from typing import Literal

from roundtable.core.checks import CheckReport
from roundtable.core.chunks import Chunk
from roundtable.core.context import LeftOut
from roundtable.core.event_base import Base, TurnEvent
from roundtable.core.findings import Finding, MergedFinding
from roundtable.core.ledger import ClaimMoves
from roundtable.core.parsing.file_blocks import FileBlock, Rejected
from roundtable.core.units import Conflict, UnitRow, UnitSource
from roundtable.core.values import Value
from roundtable.core.verdicts import Verdict

RoundOutcome = Literal["consensus", "developer", "clean", "skipped"]
"""Agreed by the table, decided by the developer, nothing found, or not held."""


class Labelled(Value):
    """Who is behind a neutral label in a round."""

    label: str
    seat: str


class ProjectFile(Value):
    path: str
    text: str
    binary: bool = False
    """True: the text is base64; the file is carried along and shown to nobody."""


class CandidateReport(Value):
    seat: str
    report: CheckReport


class Fix(Value):
    """One unit to be rewritten, and why."""

    number: int
    path: str
    unit: str
    """Empty: the whole file, where it has no grammar or is not there yet."""
    problem: str
    text: str
    """The unit as it stands."""
    seat: str
    """Who is asked."""


class FilesGiven(Base):
    """The files that the work starts from."""

    type: Literal["files_given"] = "files_given"
    origin: str
    files: tuple[ProjectFile, ...]
    left_out: tuple[LeftOut, ...] = ()
    patch: str = ""
    """What has changed in them, where the table is about that alone."""
    absent: tuple[str, ...] = ()
    """Paths that were asked for and are not there."""


class RoundReopened(Base):
    """A round is held anew. What followed it stays in the log and no longer counts."""

    type: Literal["round_reopened"] = "round_reopened"
    round: str
    instructions: str = ""


class RoundEnd(Base):
    type: Literal["round_end"] = "round_end"
    round: str
    attempt: int
    outcome: RoundOutcome
    summary: str
    lead: str = ""
    """The seat whose work the result rests on."""
    file_structure: tuple[str, ...] = ()
    """The files that development must fill."""
    answered: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()


class FilesProposed(TurnEvent):
    """The files that were read from a turn's text, and those that could not be taken."""

    type: Literal["files_proposed"] = "files_proposed"
    iteration: int
    files: tuple[FileBlock, ...]
    deleted: tuple[str, ...] = ()
    rejected: tuple[Rejected, ...] = ()


class ClaimsRead(TurnEvent):
    """What a turn did to the ledger of claims."""

    type: Literal["claims"] = "claims"
    iteration: int
    moves: ClaimMoves


class CandidatesSurveyed(Base):
    """What each candidate's code is worth by evidence, and where the candidates differ."""

    type: Literal["candidates_surveyed"] = "candidates_surveyed"
    round: str
    attempt: int
    iteration: int
    reports: tuple[CandidateReport, ...]
    rows: tuple[UnitRow, ...]
    """The units in which the seats' candidates differ; variants name seats."""
    equal: int
    """How many units are the same in all of them."""


class Comparison(TurnEvent):
    """One judge's choice between two candidates, in one order."""

    type: Literal["comparison"] = "comparison"
    iteration: int
    first: str
    second: str
    winner: str = ""
    """A seat; empty when the answer could not be read as a choice."""
    reason: str = ""


class VerdictRead(TurnEvent):
    type: Literal["verdict"] = "verdict"
    iteration: int
    verdict: Verdict
    """Candidates go by the labels of the round."""
    dropped: tuple[str, ...] = ()
    """Directives that could not be carried out, each with its reason."""


class VerdictUnreadable(TurnEvent):
    """No verdict: never an agreement."""

    type: Literal["verdict_unreadable"] = "verdict_unreadable"
    iteration: int
    reason: str
    final: bool
    """True: the form had been asked for alone already."""


class SynthesisStart(Base):
    """A merge begins; after its round's end once more, and what came of the first is dropped."""

    type: Literal["synthesis_start"] = "synthesis_start"
    round: str
    attempt: int
    iteration: int
    base: str
    """The seat whose candidate the others' units are spliced into; empty: the tree as it is."""
    take: tuple[UnitSource, ...] = ()
    """What the directives ask for."""
    problems: tuple[str, ...] = ()
    """What must be fixed."""


class Merged(Base):
    """The splice, its evidence, and what shipped by the floor rule before anything is rewritten."""

    type: Literal["merged"] = "merged"
    round: str
    attempt: int
    base: str
    """The seat whose candidate it became in the end."""
    shipped: Literal["merge", "opening"]
    """`opening`: the merge did not hold what the best opening passes."""
    files: tuple[ProjectFile, ...]
    """Every file that differs from the tree before the round."""
    deleted: tuple[str, ...] = ()
    provenance: tuple[UnitSource, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    report: CheckReport
    floor: CheckReport
    """The evidence on the best opening."""
    floor_seat: str = ""
    trials: int = 0


class FixesPlanned(Base):
    type: Literal["fixes_planned"] = "fixes_planned"
    round: str
    attempt: int
    fixes: tuple[Fix, ...]
    not_found: tuple[str, ...] = ()
    """Problems that name no place which could be rewritten."""


class FixTried(Base):
    """A rewritten unit was put in place and checked; it stays only if it holds the floor."""

    type: Literal["fix_tried"] = "fix_tried"
    round: str
    attempt: int
    number: int
    kept: bool
    reason: str = ""
    files: tuple[ProjectFile, ...] = ()
    """The files as the kept fix leaves them."""
    report: CheckReport | None = None


class SynthesisEnd(Base):
    """The round's tree: what shipped, from whom each unit came, and on what evidence."""

    type: Literal["synthesis_end"] = "synthesis_end"
    round: str
    attempt: int
    shipped: Literal["merge", "opening", "fixed", "unchanged"]
    base: str
    files: tuple[ProjectFile, ...]
    """Every file that differs from the tree before the round."""
    deleted: tuple[str, ...] = ()
    provenance: tuple[UnitSource, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    report: CheckReport | None = None
    floor: CheckReport | None = None
    floor_seat: str = ""


class FilesEdited(Base):
    """The developer's own hand on what a round made: a hunk taken back, a file written anew."""

    type: Literal["files_edited"] = "files_edited"
    round: str
    attempt: int
    files: tuple[ProjectFile, ...]
    """Those that differ from what stood there, whole."""
    deleted: tuple[str, ...] = ()
    note: str = ""
    """The developer's reason, where there is one."""


class ReviewPlanned(Base):
    """How the code is cut for review; `digests` stand for the files outside a chunk."""

    type: Literal["review_planned"] = "review_planned"
    round: str
    attempt: int
    chunks: tuple[Chunk, ...]
    digests: dict[str, str]
    borders: tuple[tuple[str, str, str], ...] = ()
    """Ties between files of different chunks: this file, that file, by which names."""
    report: CheckReport | None = None
    """The evidence on the tree under review; what a fix must hold."""


class ChunkStart(Base):
    type: Literal["chunk_start"] = "chunk_start"
    round: str
    attempt: int
    chunk: int
    """From 1; 0 is the pass over the borders."""
    total: int
    paths: tuple[str, ...]


class FindingsRead(TurnEvent):
    type: Literal["findings"] = "findings"
    chunk: int
    findings: tuple[Finding, ...]
    clean: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    """Findings that name no file of the project, each with its reason."""


class FindingsUnreadable(TurnEvent):
    """No readable findings: not the same as finding nothing."""

    type: Literal["findings_unreadable"] = "findings_unreadable"
    chunk: int
    reason: str
    final: bool


class FindingsMerged(Base):
    """The findings of all reviewers, the same thing at the same place told once."""

    type: Literal["findings_merged"] = "findings_merged"
    round: str
    attempt: int
    findings: tuple[MergedFinding, ...]


class ChatAsked(Base):
    """A question to the judge about the session; it changes nothing."""

    type: Literal["chat_asked"] = "chat_asked"
    number: int
    question: str
