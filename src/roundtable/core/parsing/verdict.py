"""Reads the judge's verdict from its answer, and fails closed.

The JSON block that was asked for is read first; without one, the text form is. A verdict that is
quoted, hedged, contradicted, cut off or meant for another round is none: the reading then says
why, in words that can be sent back to the judge.
"""

from collections.abc import Collection, Iterable

from roundtable.core.parsing.hedges import (
    denies,
    denies_outright,
    is_bare_yes,
    is_hollow,
    is_unnamed,
    negates,
    retracts,
)
from roundtable.core.parsing.labels import Labels
from roundtable.core.parsing.stance import is_no_issue
from roundtable.core.parsing.text import one_line
from roundtable.core.parsing.unreadable import Unreadable
from roundtable.core.parsing.verdict_blocks import Parted, part
from roundtable.core.parsing.verdict_json import Due, choose_block, read_block
from roundtable.core.parsing.verdict_prose import read_statement, structure_in
from roundtable.core.parsing.verdict_sections import cut_sections
from roundtable.core.parsing.verdict_text import TextForm, find_text_form
from roundtable.core.parsing.verdict_words import has_agreement_word
from roundtable.core.parsing.voices import passages
from roundtable.core.stances import Unparsed
from roundtable.core.verdicts import (
    CodeVerdict,
    DiscussionVerdict,
    FindingsVerdict,
    Verdict,
    VerdictKind,
)

_LONGEST = 250_000
"""Characters; no judge is given room for as many."""


def read_verdict(
    text: str,
    kind: VerdictKind,
    round: str,  # noqa: A002 -- the same word as in the block
    iteration: int,
    labels: Collection[str] = (),
    quoted: Iterable[str] = (),
) -> Verdict | Unparsed:
    """The one verdict that the judge gives in its own words.

    `labels` are the candidates that it may name, `quoted` what others said and it has seen.
    """
    due = Due(kind, round, iteration, Labels.of(labels))
    try:
        return _read(text, due, tuple(quoted))
    except Unreadable as problem:
        return Unparsed(reason=str(problem))
    except RecursionError:
        return Unparsed(reason="the answer is nested too deeply")


def _read(text: str, due: Due, quoted: tuple[str, ...]) -> Verdict:
    if not text.strip():
        raise Unreadable("the answer is empty")
    if len(text) > _LONGEST:
        raise Unreadable(f"the answer is longer than {_LONGEST:,} characters")
    parted = part(passages(text))
    prose = find_text_form(parted.passages, quoted)
    if parted.blocks:
        verdict = _from_block(parted, prose, due, quoted)
    else:
        verdict = _from_text(parted, prose, due)
    _must_be_sound(verdict)
    if verdict.agreed and not has_agreement_word(text):
        raise Unreadable("the word CONSENSUS is written in a way that hides it")
    return verdict


def _from_block(parted: Parted, prose: TextForm, due: Due, quoted: tuple[str, ...]) -> Verdict:
    verdict = read_block(choose_block(parted.blocks, due, quoted), due)
    if verdict.agreed and (negates(parted.after) or retracts(parted.after)):
        raise Unreadable("what follows the JSON block takes its verdict back")
    if verdict.agreed and prose.hedge:
        raise Unreadable(
            f'the JSON block says CONSENSUS, and the text says "{one_line(prose.hedge, 100)}"'
        )
    said = {s.agreed and not denies(s.own_text) for s in prose.statements} | set(prose.aside)
    if said - {verdict.agreed}:
        raise Unreadable("the JSON block says one verdict and the text around it another")
    _must_not_contradict(verdict, prose, due)
    if isinstance(verdict, DiscussionVerdict) and not verdict.file_structure:
        lines = [*prose.before, *(line for s in prose.statements for line in s.lines)]
        return verdict.model_copy(update={"file_structure": structure_in(lines)})
    return verdict


def _must_not_contradict(verdict: Verdict, prose: TextForm, due: Due) -> None:
    """The same verdict in both forms must give the same directives."""
    for statement in prose.statements:
        try:
            said = read_statement(statement, due.kind, due.labels)
        except Unreadable:
            continue  # a heading over the block, say; the block is the verdict
        if _directives_differ(verdict, said):
            raise Unreadable("the JSON block and the text form give different directives")


def _directives_differ(block: Verdict, said: Verdict) -> bool:
    if isinstance(block, CodeVerdict) and isinstance(said, CodeVerdict):
        sources = {item.source for item in said.incorporate}
        return (
            (bool(said.base) and said.base != block.base)
            or bool(sources - {item.source for item in block.incorporate})
            or (bool(said.must_fix) and not block.must_fix)
        )
    if isinstance(block, FindingsVerdict) and isinstance(said, FindingsVerdict):
        return bool(set(said.critical) - set(block.critical))
    return False


def _from_text(parted: Parted, prose: TextForm, due: Due) -> Verdict:
    if not prose.statements:
        raise Unreadable(_why_nothing(parted, prose))
    words = {statement.agreed for statement in prose.statements} | set(prose.aside)
    if len(words) > 1:
        raise Unreadable("the answer states both CONSENSUS and DISCUSS")
    if True in words and prose.hedge:
        raise Unreadable(f'the agreement is hedged: "{one_line(prose.hedge, 100)}"')
    doubtful = "\n".join(line.text for line in prose.doubtful)
    if True in words and any(_takes_back(f"{s.own_text}\n{doubtful}") for s in prose.statements):
        raise Unreadable("the verdict is taken back in what follows it")
    if any(section.name for section in cut_sections(prose.doubtful, due.kind)):
        raise Unreadable("a directive follows a quotation without an empty line between them")
    said = [s for s in prose.statements if not _is_empty_heading(s.own_text)] or prose.statements
    readings = [read_statement(s, due.kind, due.labels, prose.before) for s in said]
    if any(_essence(reading) != _essence(readings[0]) for reading in readings):
        raise Unreadable("the verdict is stated more than once, and not in the same way")
    return readings[0]


def _takes_back(text: str) -> bool:
    return retracts(text) or denies_outright(text)


def _essence(verdict: Verdict) -> Verdict:
    """The verdict without the prose around its directives, which is never the same twice."""
    if isinstance(verdict, DiscussionVerdict):
        return verdict
    return verdict.model_copy(update={"summary": ""})


def _is_empty_heading(text: str) -> bool:
    return not text.strip(" \t\n*_#-:.")


def _why_nothing(parted: Parted, prose: TextForm) -> str:
    if prose.borrowed or parted.borrowed:
        return (
            "a verdict stands there only as a quotation, as an example, inside a fence "
            "or in somebody else's words: state your own"
        )
    if prose.hedge:
        return f'the agreement is hedged: "{one_line(prose.hedge, 100)}"'
    return "no JSON block with a verdict was found, and no line begins with CONSENSUS: or DISCUSS:"


def _must_be_sound(verdict: Verdict) -> None:
    if verdict.agreed and denies(verdict.summary) and verdict.summary:
        raise Unreadable(f'the agreement is denied again: "{one_line(verdict.summary, 100)}"')
    texts = (verdict.summary, *verdict.options)
    hollow = next((text for text in texts if text and is_hollow(text)), None)
    if hollow is not None:
        raise Unreadable(f"a placeholder was not filled in: {one_line(hollow, 60)}")
    if not verdict.agreed and not verdict.options and is_no_issue(verdict.summary):
        raise Unreadable("DISCUSS needs options, or at least a summary of what is open")
    match verdict:
        case DiscussionVerdict():
            _discussion_is_sound(verdict)
        case CodeVerdict():
            _code_is_sound(verdict)
        case FindingsVerdict():
            _findings_are_sound(verdict)


def _discussion_is_sound(verdict: DiscussionVerdict) -> None:
    if verdict.agreed and (not verdict.summary or is_bare_yes(verdict.summary)):
        raise Unreadable("CONSENSUS needs a summary of what is agreed")


def _code_is_sound(verdict: CodeVerdict) -> None:
    if verdict.agreed and not verdict.base:
        raise Unreadable("CONSENSUS on code needs BASE= with the label of one candidate")
    if any(is_hollow(fix.problem) for fix in verdict.must_fix):
        raise Unreadable("MUST_FIX still holds a placeholder")
    sources: dict[tuple[str, str], str] = {}
    for item in verdict.incorporate:
        place = (item.file, item.unit)
        if item.unit and sources.setdefault(place, item.source) != item.source:
            raise Unreadable(
                f"{item.unit} {item.file} is to come from {sources[place]} and from {item.source}"
            )


def _findings_are_sound(verdict: FindingsVerdict) -> None:
    lists = (verdict.critical, verdict.warnings, verdict.confirmed_clean)
    seen: set[str] = set()
    for text in (text for texts in lists for text in texts):
        if text.casefold() in seen:
            raise Unreadable(f"{one_line(text, 60)} stands in two lists")
        if is_unnamed(text):
            raise Unreadable(f"a placeholder was not filled in: {one_line(text, 60)}")
        seen.add(text.casefold())
