"""The fields of a finding as models write them: how severe it is, and where it stands."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from roundtable.core.findings import SEVERITIES, Cause, Severity
from roundtable.core.parsing.text import clean

Lines = tuple[int | None, int | None]
"""First and last line; the last only where it is another one."""

_SEVERITY_WORDS: dict[Severity, str] = {
    "critical": """critical crit blocker blocking error high severe fatal p0 p1 s0 s1 sev0 sev1
        kritisch hoch fehler critique élevé élevée crítico crítica alto alta critico critica""",
    "warning": """warning warn medium moderate major p2 s2 sev2 warnung mittel
        avertissement moyen moyenne advertencia medio media avviso média médio middel""",
    "note": """note low minor info information informational nit nitpick style suggestion hint
        trivial optional cosmetic comment p3 p4 s3 s4 sev3 hinweis niedrig gering faible mineur
        nota bajo baja basso bassa laag""",
}
_SEVERITY_OF = {w: severity for severity, words in _SEVERITY_WORDS.items() for w in words.split()}
_CAUSE_WORDS: dict[Cause, str] = {
    "code": "code implementation source application app program product bug",
    "test": "test tests testcase spec expectation assertion fixture",
    "surroundings": """surroundings environment environmental infrastructure infra config
        configuration setup network dependency dependencies docker container""",
}
_CAUSE_OF = {w: cause for cause, words in _CAUSE_WORDS.items() for w in words.split()}
_FILLERS = frozenset(
    {"severity", "priority", "level", "issue", "issues", "finding", "findings", "p"}
)
_NOT = frozenset({"not", "non", "no", "nicht", "pas"})
_NO_LINE = frozenset({"", "none", "null", "n/a", "na", "-", "?", "unknown", "all", "whole file"})

_NUMBERS = re.compile(
    r"^[^\d\n]{0,16}(?P<start>\d{1,7})(?!\d)"
    r"(?:\s{0,3}(?:-|–|—|\.\.\.?|to|bis|until|through)\s{0,3}[^\d\s]{0,6}"  # noqa: RUF001
    r"(?P<end>\d{1,7}))?",
    re.IGNORECASE,
)
_RANGE = r"\d{1,7}(?:\s?(?:[-–]|to)\s?L?\d{1,7})?"  # noqa: RUF001
BESIDE = rf"(?:[,:]\s{{0,3}}|\s{{1,3}}|(?=\())\(?(?:at\s)?(?:lines?|L|ln\.?)\s?({_RANGE})\)?"
"""A pattern for the lines where they stand beside a path: ` (lines 12-18)`, `, L12`."""
_PLACE = re.compile(
    rf"(?::(?:L|line\s?)?({_RANGE})(?::\d{{1,5}})?|#L?({_RANGE})|{BESIDE}|\s?\(({_RANGE})\))$",
    re.IGNORECASE,
)
_WRAPPING = " \t\r\n`'\"*<>"


def read_severity(value: object) -> tuple[Severity, str]:
    """The severity, and a note where the word for it was not understood."""
    known = severity_named(value) if isinstance(value, str) else None
    if known:
        return known, ""
    return "warning", f"the severity {str(value)[:40]!r} is not known and was read as a warning"


def severity_named(text: str) -> Severity | None:
    """The most severe that the words name; a denied word names none."""
    words = re.findall(r"[^\W_]+", text.casefold())[:8]
    if _NOT.intersection(words):
        return None
    named = {_SEVERITY_OF.get(w) or _SEVERITY_OF.get(w.removesuffix("s")) for w in words}
    return next((severity for severity in SEVERITIES if severity in named), None)


def is_severity(text: str) -> bool:
    """Whether the text names a severity and speaks of nothing else."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    rest = [w for w in words if severity_named(w) is None and w not in _FILLERS]
    return not rest and severity_named(text) is not None


def read_cause(value: object) -> Cause | None:
    """Whose fault it is, where the words name exactly one: `test bug` is a bug of the test."""
    words = re.findall(r"[^\W\d_]+", value.casefold())[:6] if isinstance(value, str) else []
    if _NOT.intersection(words):
        return None
    telling = [word for word in words if word != "bug"] or words
    named = {_CAUSE_OF[word] for word in telling if word in _CAUSE_OF}
    return named.pop() if len(named) == 1 else None


def read_lines(value: object) -> tuple[Lines, str]:
    """The lines, and a note where something stood there that is no line."""
    if isinstance(value, dict):
        value = [value.get(k) for k in ("start", "end") if value.get(k) is not None]
    if isinstance(value, list | tuple):
        value = "-".join(str(v)[:12] for v in value[:2])
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if value is None or (isinstance(value, str) and value.strip().casefold() in _NO_LINE):
        return (None, None), ""
    match = None if isinstance(value, bool) else _NUMBERS.match(str(value)[:60].strip())
    if match is None or int(match["start"]) < 1 or str(value).strip().startswith("-"):
        return (None, None), f"the line {str(value)[:40]!r} could not be read"
    return _ordered(int(match["start"]), int(match["end"] or 0)), ""


def _ordered(start: int, end: int) -> Lines:
    if end < 1 or end == start:
        return start, None
    return min(start, end), max(start, end)


def split_place(text: str) -> tuple[str, Lines]:
    """`app.py:12-18` and the like as a path and its lines."""
    bare = text.strip(_WRAPPING)
    match = _PLACE.search(bare[-60:])
    if match is None:
        return bare, (None, None)
    said = next(group for group in match.groups() if group is not None)
    path = bare[: len(bare) - len(match[0])].strip(_WRAPPING)
    return path, read_lines(said)[0]


@dataclass(frozen=True, slots=True)
class Found:
    """The file that is meant, or why none is."""

    path: str = ""
    lines: Lines = (None, None)
    problem: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class FilesUnderReview:
    """Finds the file that a model means among those it was shown."""

    files: Collection[str]
    _whole: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_whole", frozenset(self.files))

    def find(self, written: object) -> Found:
        if not isinstance(written, str) or not written.strip(_WRAPPING):
            return Found(problem="it names no file")
        whole = self._match(_slashed(written))
        if whole.path:
            return whole
        path, lines = split_place(written)
        found = self._match(_slashed(path))
        return Found(found.path, lines, found.problem, found.note)

    def _match(self, path: str) -> Found:
        if path in self._whole:
            return Found(path)
        shown = clean(path)[:200]
        meant = sorted(file for file in self._whole if _may_mean(path, file))
        if len(meant) == 1:
            return Found(meant[0], note=f"{shown!r} was read as {meant[0]!r}")
        if meant:
            several = ", ".join(meant[:4])
            return Found(problem=f"{shown!r} may be one of several files: {several}")
        return Found(problem=f"there is no file {shown!r} among those under review")


def _slashed(path: str) -> str:
    bare = path.strip(_WRAPPING).replace("\\", "/")
    while bare.startswith("./"):
        bare = bare[2:].lstrip("/")
    return bare


def _may_mean(written: str, file: str) -> bool:
    if not written:
        return False
    if written.casefold() == file.casefold() or file.endswith(f"/{written}"):
        return True
    if not written.endswith(f"/{file}"):
        return False
    # More in front than there is: an absolute path, a diff's prefix, the repository's name.
    before = written.removesuffix(f"/{file}")
    absolute = before.startswith("/") or before == "" or before[1:2] == ":"
    return absolute or before in ("a", "b") or "/" in file
