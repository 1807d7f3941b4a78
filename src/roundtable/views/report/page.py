"""A session as one HTML page: no script, no request to anywhere, all that is not ours escaped."""

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from roundtable.core.decide.summon import left_aside
from roundtable.core.diagnoses import CONFIDENT
from roundtable.core.events import Event
from roundtable.core.findings import CAUSES
from roundtable.core.parsing.text import clean, one_line
from roundtable.core.seats import REHEARSAL
from roundtable.core.state import SessionState
from roundtable.views.build_sentences import evidence_line
from roundtable.views.diagnosis_sentences import consultation_line, opinion_columns
from roundtable.views.figures import count, duration, money, plural
from roundtable.views.report.accounting import account_of
from roundtable.views.report.files import MOST_BYTES, result_of
from roundtable.views.report.findings import numbered
from roundtable.views.report.marks import all_scripted, marker
from roundtable.views.report.prose import code, inline, prose
from roundtable.views.report.telling import tell
from roundtable.views.run_sentences import (
    RUN_OUTCOMES,
    RUN_TROUBLES,
    bounds_line,
    is_good,
)
from roundtable.views.sentences import (
    FATES,
    OUTCOMES,
    WORKFLOWS,
    error_line,
    fallback_line,
    outcome_line,
    retry_line,
    verdict_line,
)
from roundtable.views.summon_sentences import change_line

if TYPE_CHECKING:
    from jinja2 import Environment

POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
"""What the browser lets the page do: show itself, and nothing else."""
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
# What would not show, or would make the page show something else than what is there.
_HIDDEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def report_page(events: Sequence[Event], state: SessionState) -> str:
    """The whole deliberation of a session, ended or not; the state is what the events lead to."""
    seat = marker(state)
    page = (
        _environment()
        .get_template("page.html.j2")
        .render(
            state=state,
            opening=state.opening,
            title=one_line(state.opening.topic, 100),
            language=_language(state.opening.language),
            seat=seat,
            marks=lambda names: tuple(map(seat, names)),
            adapters={found.name: found.adapter for found in state.seats},
            told=tell(events, state),
            account=account_of(state),
            result=result_of(state),
        )
    )
    return _HIDDEN.sub(_visible, clean(page).replace("\r\n", "\n"))


def _visible(found: re.Match[str]) -> str:
    """A character that nobody would see, by its number."""
    return f"⟨U+{ord(found[0]):04X}⟩"


def _language(code: str) -> str:
    """For the words of the table; the page's own words are English."""
    return code if _LANGUAGE.fullmatch(code) and code != "en" else ""


def _moment(at: str) -> str:
    """`2026-01-02 03:04 UTC`; what is no such moment stays as it is."""
    return f"{at[:10]} {at[11:16]} UTC" if len(at) >= 16 and at[10] == "T" else at


def _sentence(words: str) -> str:
    """With a capital letter at its beginning, the rest as it is."""
    return words[:1].upper() + words[1:]


def _cut(text: str, label: str = "", folded: bool = True) -> str:
    """Preformatted text, cut where it is too long, which is then said."""
    data = text.encode("utf-8", "replace")
    if len(data) <= MOST_BYTES:
        return code(text, label, folded)
    kept = data[:MOST_BYTES].decode("utf-8", "ignore")
    note = f"\n… cut here: {MOST_BYTES:,} of {len(data):,} bytes are shown."
    return code(kept + note, label, folded)


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("roundtable.views.report", "templates"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        prose=prose,
        inline=inline,
        code=code,
        cut=_cut,
        money=money,
        count=count,
        duration=duration,
        moment=_moment,
        evidence=evidence_line,
        numbered=numbered,
        capitalize_first=_sentence,
    )
    environment.globals.update(
        POLICY=POLICY,
        REHEARSAL=REHEARSAL,
        FATES=FATES,
        OUTCOMES=OUTCOMES,
        WORKFLOWS=WORKFLOWS,
        plural=plural,
        all_scripted=all_scripted,
        outcome_line=outcome_line,
        verdict_line=verdict_line,
        consultation_line=consultation_line,
        opinion_columns=opinion_columns,
        CONFIDENT=CONFIDENT,
        CAUSES=CAUSES,
        RUN_OUTCOMES=RUN_OUTCOMES,
        RUN_TROUBLES=RUN_TROUBLES,
        bounds_line=bounds_line,
        is_good=is_good,
        change_line=change_line,
        left_aside=left_aside,
        error_line=error_line,
        retry_line=retry_line,
        fallback_line=fallback_line,
    )
    return environment
