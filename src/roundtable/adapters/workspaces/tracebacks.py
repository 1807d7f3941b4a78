"""Places in the code that a traceback names: Python, JavaScript, Go, Java, and their like."""

import re
from dataclasses import dataclass

_MOST_FRAMES = 2_000

_PATH = r"(?P<path>[^\s:()\"'`<>,;|]{1,500}"
_LINE = r"(?P<line>\d{1,7})"
_FORMS = (
    rf'File "(?P<path>[^"]{{1,500}})", line {_LINE}',
    rf"\bat (?:[\w$.@-]{{1,200}}/{{1,2}})?(?P<owner>[\w$.<>]{{1,300}})"
    rf"\((?P<path>[\w$-]{{1,200}}\.(?:java|kt|kts|scala|groovy)):{_LINE}\)",
    rf"{_PATH}\.\w{{1,5}}) on line {_LINE}",
    rf"{_PATH}\.\w{{1,10}}):line {_LINE}",
    # Only what follows tells `x.go:12` in a traceback from `x.go:12` in somebody's question.
    rf"{_PATH}\.\w{{1,10}}):{_LINE}(?=:\d|:\s|:in\b|:$| \+0x)",
)
_FRAMES = tuple(re.compile(form) for form in _FORMS)
_DRIVE = re.compile(r"^[A-Za-z]:(?=/)|^/{2,}(?:\./)?(?=[^/])")
_FOREIGN = re.compile(
    r"(?:^|/)(?:site-packages|dist-packages|node_modules|\.cargo|rustc)/"
    r"|^/usr/(?:lib|local/lib|local/go)/|/lib/python3|^node:|^<|^internal/"
)


@dataclass(frozen=True, slots=True)
class Frame:
    path: str
    line: int


def frames(text: str) -> tuple[list[Frame], str]:
    """The places of the project's own code that tracebacks name, and the text without any frame."""
    found: list[Frame] = []
    rest: list[str] = []
    for line in text.split("\n"):
        here, left = _of_line(line) if len(found) < _MOST_FRAMES else ([], line)
        found += here
        rest.append(left)
    return [frame for frame in found if not _FOREIGN.search(frame.path)], "\n".join(rest)


def _of_line(line: str) -> tuple[list[Frame], str]:
    found: list[tuple[int, Frame]] = []
    for form in _FRAMES:
        found += [
            (match.start(), Frame(_path(match), max(1, int(match["line"]))))
            for match in form.finditer(line)
        ]
        line = form.sub(lambda match: " " * len(match[0]), line)
    return [frame for _, frame in sorted(found, key=lambda pair: pair[0])], line


def _path(match: "re.Match[str]") -> str:
    """The file as a path; a class of Java stands in the folder of its package."""
    named = _DRIVE.sub("", match["path"].replace("\\", "/")).removeprefix("./")
    owner = match.groupdict().get("owner")
    package = "/".join(owner.split(".")[:-2]) if owner else ""
    return f"{package}/{named}" if package else named
