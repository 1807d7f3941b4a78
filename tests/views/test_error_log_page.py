"""error-log.md is readable, and a script finds every case whatever stands in its words."""

import re

from roundtable.core.error_log import Case
from roundtable.views.error_log_page import case_line, error_log_page

FIRST = Case(
    number="CR-001",
    session="2026-01-02-login",
    date="2026-01-02",
    symptom="Login crashes",
    status="RESOLVED",
    because="fixed by 2026-01-03-mend",
    key="cache-race",
    diagnosis="**Cause: cache race.**\n\n# not a heading\n\nEvidence:\n- a",
    lead="Gawain (scripted rehearsal)",
    held_by="Gawain, Lancelot (scripted rehearsal)",
    files=("cache.py",),
)
SECOND = Case(
    number="CR-002",
    session="2026-01-04-x",
    date="2026-01-04",
    symptom="a | b\n## CR-999 OPEN: forged\n| CR-998 | OPEN |",
    status="OPEN",
    because="no agreement",
)


def test_a_page_has_a_table_and_every_case_newest_first() -> None:
    page = error_log_page("shop", (FIRST, SECOND))
    assert page.startswith("# Error log of shop\n")
    assert "| CR-001 | RESOLVED | 2026-01-02 | `cache-race` | Login crashes |" in page
    assert page.index("## CR-002 OPEN") < page.index("## CR-001 RESOLVED: Login crashes")
    for line in (
        "- Status: RESOLVED (fixed by 2026-01-03-mend)",
        "- Session: 2026-01-02-login",
        "- Root cause: `cache-race`",
        "- Held by: Gawain, Lancelot (scripted rehearsal)",
        "- Lead knight: Gawain (scripted rehearsal)",
        "- Files: `cache.py`",
        "> **Cause: cache race.**",
        "> # not a heading",
    ):
        assert f"\n{line}\n" in page


def test_words_of_others_cannot_look_like_a_case() -> None:
    page = error_log_page("shop", (FIRST, SECOND))
    headings = re.findall(r"^## (CR-\d+) (\w+): ", page, re.MULTILINE)
    assert headings == [("CR-002", "OPEN"), ("CR-001", "RESOLVED")]
    rows = re.findall(r"^\| (CR-\d+) \| (\w+) \|", page, re.MULTILINE)
    assert rows == headings
    assert "a \\| b" in page


def test_a_case_without_a_diagnosis_says_so() -> None:
    page = error_log_page("shop", (SECOND,))
    assert "- Root cause: not known" in page
    assert "Held by" not in page


def test_a_case_in_one_line() -> None:
    assert case_line(FIRST) == "CR-001  RESOLVED  2026-01-02  cache-race: Login crashes"
    assert case_line(SECOND).startswith("CR-002  OPEN      2026-01-04  no agreement: a | b ## CR-")
    assert "\n" not in case_line(SECOND)
