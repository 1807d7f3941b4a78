"""What the readable files say of a code-red: the doctors' opinions round by round, and its log."""

from roundtable.core import symptoms
from roundtable.core.diagnoses import Diagnosis
from roundtable.core.parsing.text import one_line
from roundtable.core.state import SessionState
from roundtable.views.diagnosis_sentences import consultation_line, evidence_of, opinion_line

_MOST_LOG = 8_000
_WIDTH = 1_000


def consultation_page_lines(state: SessionState, index: int) -> list[str]:
    """Keys, confidences and evidence of a round, and what it came to; empty until it is over."""
    if index >= len(state.consultations):
        return []
    number, consultation = state.iterations[index].iteration, state.consultations[index]
    blocks = evidence_of(state, number)
    lines = ["### Diagnoses", ""]
    for opinion in consultation.opinions:
        lines.append(f"- {opinion_line(opinion, state.seat(opinion.seat).label)}")
        if block := blocks.get(opinion.seat):
            lines += [f"  - {item}" for item in _grounds(block)]
    verdict = consultation_line(consultation, state, number)
    return [*lines, "", f"**{verdict[0].upper()}{verdict[1:]}.**", ""]


def _grounds(block: Diagnosis) -> list[str]:
    titled = {
        "evidence": block.evidence,
        "rules out": block.rules_out,
        "in order": block.confirms,
        "next test": (block.next_test,) if block.next_test else (),
    }
    return [f"{title}: {one_line(i, _WIDTH)}" for title, items in titled.items() for i in items]


def log_lines(state: SessionState) -> list[str]:
    """The log that a code-red was given, or its first error and its end."""
    log = symptoms.log_of(state) if state.opening.workflow == "code-red" else ""
    if not log or state.given is None:
        return []
    shown = symptoms.log_excerpt(log, _MOST_LOG)
    fence = "```"
    while fence in shown.text:
        fence += "`"
    return ["", f"## The log, from {state.given.origin}", "", f"{fence}text", shown.text, fence]
