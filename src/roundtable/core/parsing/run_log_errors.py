"""Errors in the log of a run: where each begins and ends, and which of them are the same."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge

from roundtable.core.parsing.run_log_extents import EXTENTS, Extent
from roundtable.core.parsing.run_log_lines import ServiceLog

_LONGEST = 2_000
"""Of a longer line only so much is looked at."""
_MOST_DISTINCT = 500
_MOST_COUNTED = 20_000
"""After so many errors of a service no further ones are looked for."""

# Only lines with one of these are looked at closely; they are found with the speed of memchr.
_HINTS = (
    *("rror", "ERR", "FAIL", "xception", "raceback", "panic", "atal", "FATAL", "CRITICAL"),
    *("ailed", "ailure", "illed", "not found", "denied", "ead-only file", "unavailable"),
    *("in use", "o such file", "undefined ", "egmentation", "bort", "nbound variable"),
    *("annot ", "can't ", "E: ", "No rule to", "o space left", "non-zero", "____ ", "not ok "),
    *("double free", "rejection", "RROR", "ut of memory", ".go:", "  ● ", "Unable to", "✖ "),
    *("resolution", "nterrupt"),
)

_PREFIX = re.compile(
    r"(?:#\d+ (?:\d+\.\d+ )?)?(?:\[\d+/\d+\] )?"
    r"(?:\[?\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?\]?[ \t]+)?"
)
_CALM = re.compile(
    r"(?:[\[\d+(][^\s]{0,40}\s+){0,5}[\[(]?(?:INFO|DEBUG|TRACE|NOTICE|VERBOSE|WARN|WARNING|OK|PASS|"
    r"info|debug|trace|warn|warning)\b(?!.{0,3}\bERROR)|.{0,200}\blevel[\"']?[=:]\s?[\"']?"
    r"(?:info|debug|trace|warn|notice)|npm warn\b|npm WARN\b|.{0,200}: warning: |PASSED|ok \d"
)
_CALM_WORDS = re.compile(
    r"(?i)\b(?:0|no|without(?: any)?|zero) (?:errors?|failures?|failed|exceptions?|problems?)\b"
    r"(?!.{0,80}\b[1-9]\d* (?:errors?|failed|failures?)\b)"
)


@dataclass(frozen=True, slots=True)
class _Sign:
    pattern: re.Pattern[str]
    extent: Extent
    strong: bool = True


def _sign(pattern: str, extent: Extent = "indented", strong: bool = True) -> _Sign:
    return _Sign(re.compile(pattern), extent, strong)


_NAME = r"(?:[A-Za-z_$][\w$]{0,80}\.){0,12}[A-Za-z_]{0,80}"
_SIGNS = (
    _sign(r"\s*(?:[+|] )*(?:Exception Group )?Traceback \(most recent call last\):", "traceback"),
    _sign(r"_{3,} .{1,300} _{3,}$", "pytest"),
    _sign(r"(?:FAIL|ERROR): \S+ \(\S+\)", "unittest"),
    _sign(r"ImportError while loading conftest", "indented"),
    _sign(r"FAIL {1,2}\S+\.[cm]?[jt]sx?\b", "vitest"),
    _sign(r" FAIL  ?\S+", "vitest"),
    _sign(r"  ● \S", "jest"),
    _sign(r"\s*✖ (?!failing tests)\S"),
    _sign(r"\s*not ok \d+ (?!.*# (?:TODO|SKIP))"),
    _sign(r"\s*--- FAIL: "),
    _sign(r"(?:fatal error|panic|SIG[A-Z]+): .*", "go"),
    _sign(r"fatal error: all goroutines are asleep", "go"),
    _sign(r"thread '[^']{0,200}' (?:\(\d+\) )?panicked at", "paragraph"),
    _sign(
        r"error(?:\[E\d{4}\])?: (?!could not compile|aborting|test failed|\d+ target)", "paragraph"
    ),
    _sign(r"error: could not compile|error: aborting due to", "indented", strong=False),
    _sign(r"Exception in thread \""),
    _sign(r"Exception in thread \S+:", "traceback"),
    _sign(r"\[ERROR\] \S.*\.(?:java|kt|scala|groovy):\[?\d"),
    _sign(r"\[ERROR\] (?:COMPILATION ERROR|Failed to execute goal|Tests run:.*FAILURE)", "maven"),
    _sign(r"\[ERROR\] +\S", "maven", strong=False),
    _sign(r"(?:e: )?[^\s:()][^:()]{0,300}:\d+(?::\d+)?: (?:fatal )?error\b"),
    _sign(r"[^\s:()][^:()]{0,300}\(\d+,\d+\): error\b"),
    _sign(r"[^\s:()][^:()]{0,300}:\d+:\d+ - error\b", "coded"),
    _sign(r"(?:\./|\.\./)?[\w./-]{1,300}\.go:\d+:\d+: \S"),
    _sign(r".{0,300}undefined reference to "),
    _sign(r"(?:\S{0,100}/)?ld(?:\.\w+)?: (?:cannot find|.{0,200}undefined)"),
    _sign(r"(?:✘|✗|X) \[ERROR\]", "coded"),
    _sign(r"error during build:|✗ Build failed|.{0,10}Build failed with \d+ errors?:", "coded"),
    _sign(
        r"\[(?:vite|plugin|rollup|esbuild|postcss|webpack)[^\]]{0,80}\].{0,200}(?i:error|failed)"
    ),
    _sign(r"ERROR in \S", "coded"),
    _sign(r"Module (?:not found|parse failed): ", "coded"),
    _sign(r"Uncaught (?:\w{1,60})?(?:Error|Exception)\b"),
    _sign(r"(?:\(node:\d+\) )?(?:UnhandledPromiseRejection|Unhandled (?:promise )?rejection)"),
    _sign(
        rf"\s*(?:E   )?(?:Unhandled exception\. )?{_NAME}"
        r"(?:Error|Exception|Interrupt|Rejection)(?: \[[A-Z_]+\])?(?:: |:?$)"
    ),
    _sign(r"Caused by: "),
    _sign(r"npm (?:ERR!|error) ", "npm"),
    _sign(r"(?:yarn|pnpm|bun|ERR_PNPM)\S* .{0,100}\b(?:error|ERR)\b"),
    _sign(r"ERROR: (?:Could not|No matching|ResolutionImpossible|Cannot install|Failed|Exception)"),
    _sign(r"error: (?:subprocess-exited-with-error|metadata-generation-failed|externally-managed)"),
    _sign(r"ERROR: (?:failed to solve|process \"|failed to calculate|failed to do|usage)"),
    _sign(r"The command '.{1,500}' returned a non-zero code"),
    _sign(r"docker: Error|Error response from daemon|OCI runtime .{0,60}failed"),
    _sign(r"(?:E|Err)(?::\d+)?:? (?:Unable to|Failed to|Could not|http|Package|Sub-process)"),
    _sign(
        r"(?:/\S{0,100}/)?\S{1,100}: (?:line )?\d+: .{1,300}"
        r"(?:not found|denied|unbound variable|[Ss]yntax error|No such file|annot|can't)"
    ),
    _sign(r"(?:/\S{0,100}/)?\S{1,100}: \d+: Syntax error"),
    _sign(r"\S{1,100}: (?:line \d+: )?[Ss]yntax error"),
    _sign(
        r"(?:/\S{0,100}/)?(?:ba|da|z|k)?sh: .{1,300}(?:not found|denied|fork|No such file|Cannot)"
    ),
    _sign(
        r"\S{1,100}: .{0,300}(?:Permission denied|Read-only file system|No such file or directory|"
        r"No space left on device|Resource temporarily unavailable|Address already in use|"
        r"Operation not permitted|Connection refused|Exec format error|Is a directory)"
    ),
    _sign(r"make(?:\[\d+\])?: \*\*\* "),
    _sign(r"CMake Error"),
    _sign(r"(?:.{0,100}\s)?Killed(?:\s+\S.{0,200})?$"),
    _sign(r".{0,100}(?:Segmentation fault|Bus error|Aborted \(core|Illegal instruction)(?!\w)"),
    _sign(r"(?:free|malloc|munmap_chunk|corrupted|realloc|double free)\S*\(?\)?: \S", "single"),
    _sign(r"==\d+==ERROR: \w+Sanitizer", "paragraph"),
    _sign(r".{1,200}: Assertion `.{0,300}' failed\."),
    _sign(r"(?:FATAL ERROR|FATAL|Fatal error|fatal|CRITICAL)(?: ?:|\s+\S)", "coded"),
    _sign(
        r"(?i:.{0,200}\b(?:address already in use|eaddrinuse|out of memory|oomkilled|"
        r"cannot allocate memory|permission denied|read-only file system|"
        r"no space left on device|resource temporarily unavailable|cannot fork|"
        r"can't start new thread|temporary failure in name resolution|"
        r"failed to establish a new connection)\b)"
    ),
    _sign(r"FAILURE: Build failed|> Task :\S+ FAILED|\S.{0,200} > .{1,200} FAILED$", "gradle"),
    _sign(r"Failures:$|\s{2}\d+\) \S", "rspec", strong=False),
    _sign(r"Error: \S|error: \S|ERROR: \S|Error:$", "indented"),
    _sign(
        r"(?:[\[\d+(][^\s]{0,40}\s+){0,5}[\[(]?(?:ERROR|CRITICAL|FATAL|SEVERE|ERR)[\])]?"
        r"(?:[:|\s-]|$)",
        "logged",
        strong=False,
    ),
    _sign(
        r".{0,200}\blevel[\"']?[=:]\s?[\"']?(?:error|fatal|panic|critical)", "logged", strong=False
    ),
    _sign(
        r"(?:[A-Za-z][\w.-]{0,40}: )(?:error|fatal|cannot|can't|failed)\b.{0,20}\S", strong=False
    ),
)
_ABOVE_ZERO = re.compile(r"[1-9]\d*")
_NUMBERS = re.compile(r"0x[0-9a-fA-F]+|\d+")


@dataclass(slots=True)
class Trouble:
    """One error of a service, and how often it was printed."""

    log: ServiceLog
    start: int
    """Of its first line."""
    end: int
    """After its last line."""
    told: int
    """The line that names it: the last of a traceback, else the first."""
    strong: bool
    times: int = 1
    counted: bool = True
    """False: there may have been more of them than were counted."""


def troubles(log: ServiceLog) -> list[Trouble]:
    """The distinct errors of a service, in the order in which each was first printed."""
    found: dict[str, Trouble] = {}
    judged: dict[str, _Sign | None] = {}
    after = seen = 0
    last = -1
    for start in _candidates(log.text):
        if start == last:
            continue
        last = start
        sign = _sign_of(log, start, judged) if start >= after else None
        if sign is None:
            continue
        if seen == _MOST_COUNTED:
            for trouble in found.values():
                trouble.counted = False
            break
        seen += 1
        after, told = EXTENTS[sign.extent](log, start)
        naming = log.text[told : min(log.line_end(told), told + 300)]
        key = _NUMBERS.sub("#", naming.strip())
        if key in found:
            found[key].times += 1
        elif len(found) < _MOST_DISTINCT:
            found[key] = Trouble(log, start, after, told, sign.strong)
    return list(found.values())


def _sign_of(log: ServiceLog, start: int, judged: dict[str, _Sign | None]) -> _Sign | None:
    """Lines that differ only in their numbers are judged once; a nought is no number here."""
    line = log.text[start : min(log.line_end(start), start + _LONGEST)].rstrip("\n")
    key = _ABOVE_ZERO.sub("1", line)
    if key not in judged:
        if len(judged) > 20_000:
            judged.clear()
        judged[key] = _judge(line)
    return judged[key]


def _judge(line: str) -> _Sign | None:
    prefix = _PREFIX.match(line)
    bare = line[prefix.end() :] if prefix else line
    if _CALM.match(bare) or _CALM.match(line):
        return None
    for sign in _SIGNS:
        if sign.pattern.match(bare):
            return None if not sign.strong and _CALM_WORDS.search(bare) else sign
    return None


def _candidates(text: str) -> Iterator[int]:
    """Starts of the lines that may tell of an error, in their order; some come more than once."""
    return merge(*(_line_starts(text, hint) for hint in _HINTS))


def _line_starts(text: str, hint: str) -> Iterator[int]:
    at = text.find(hint)
    while at >= 0:
        yield text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        at = text.find(hint, end) if end >= 0 else -1
