"""Looks at the text of a file for signs that it is not the file: a patch, an escaped text, a talk.

Each sign gives a reason that says what to send in its place. A sign that the project's own file
shows already is no sign.
"""

import re
from collections.abc import Iterator
from itertools import islice

from roundtable.core.parsing.file_endings import look_inside
from roundtable.core.parsing.file_kinds import CODE, Kind, kind_of, may_be_empty
from roundtable.core.parsing.file_omissions import omission, without_fenced
from roundtable.core.parsing.text import one_line

MOST_BYTES = 2_000_000

_WHOLE = "Send the whole file as it is to be"
_SEARCH = re.compile(r"\n(?:[<-]{5,9} ?(?:SEARCH|ORIGINAL|HEAD)\b|>{5,9} ?(?:REPLACE|UPDATED)\b)")
_HUNK = re.compile(r"\n@@ -\d{1,9}(?:,\d{1,9})? \+\d{1,9}(?:,\d{1,9})? @@")
_DIFF_HEADS = (
    re.compile(r"\n--- [^\n]+\n\+\+\+ [^\n]+\n"),
    re.compile(r"\ndiff --git [^\n]+\n"),
)
_BEGIN_PATCH = re.compile(r"\n\*\*\* (?:Begin Patch|Update File:|Add File:)")
_NUMBERED = re.compile(r"[ \t]*+(\d{1,6})(?:[ \t]*[|│→:]|\t|[ \t]+(?=\S)|[ \t\r]*$)")
_ESCAPED_CODE = re.compile(
    r"[=-]&gt;|&amp;&amp;| &[lg]t;=? |include &lt;|\w&lt;\w+&gt;|[(=,\[ ]&(?:quot|\#39|\#x27);"
)
_STRING = re.compile(r"\"[^\"]*+\"|'[^']*+'|`[^`]*+`")
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{60,}+\r?\n)*+[A-Za-z0-9+/]++={0,2}")
_REFUSAL = re.compile(
    r"""(?:(?:i'm|i\ am|we\ are|we're)\ (?:so\ |very\ |really\ )?(?:sorry|unable|not\ able|afraid)
       |sorry\b|(?:i|we)\ (?:can(?:'t|not|\ not)|won't|will\ not|must\ decline|don't\ have)
       |as\ an\ ai\b|unfortunately\b|apologies\b|es\ tut\ mir\ leid|leider\b|ich\ kann\ nicht
       |je\ suis\ désolée?|je\ ne\ peux\ pas|désolée?\b|lo\ siento|no\ puedo|desculpe|mi\ dispiace
       |抱歉|对不起|很抱歉|我无法|申し訳|すみません|죄송)""",
    re.IGNORECASE | re.VERBOSE,
)
_NOTHING_NEW = re.compile(
    r"""[(\[<\#/]*\s*(?:no\ changes?(?:\ (?:needed|required|necessary|made|here|to\ this\ file))*
       |(?:this\ )?(?:file\ )?(?:is\ )?unchanged|(?:the\ )?same\ as\ (?:before|above|the\ original)
       |(?:see|as)\ above|(?:the\ )?(?:full\ |complete\ |whole\ |entire\ )+(?:file|source|code)?
        (?:\ ?(?:contents?|code|text))?(?:\ goes)?(?:\ here)?
       |(?:file\ |your\ )?(?:contents?|code)\ (?:goes\ )?here
       |unverändert|keine\ änderungen|inchangé|sin\ cambios|不变|无变化|変更なし)\s*[.!\])>]*
       |[<\[](?:file\ |your\ )?(?:contents?|code)[>\]]""",
    re.IGNORECASE | re.VERBOSE,
)
_SENTENCE = re.compile(r"[A-ZÄÖÜÉÀ][\w'’,\"`-]*(?: [\w'’,\"`./()-]+){3,}[.:!?]")  # noqa: RUF001


def sign(path: str, text: str, info: str = "", known: str | None = None) -> str:
    """The reason why a text cannot be the file; empty when nothing speaks against it."""
    kind = kind_of(path)
    for look in (_size, _emptiness, _encoding):
        reason = look(path, text, known)
        if reason:
            return reason
    if known is not None and text == known:
        return ""
    shown = "\n" + text
    return (
        _patch(shown, kind, info, known)
        or _escaped(text, kind)
        or _numbered(text, kind)
        or _talk(text, kind)
        or _omitted(text, kind, known)
    )


def _size(path: str, text: str, known: str | None) -> str:
    if len(text) * 4 <= MOST_BYTES or len(text.encode("utf-8", "replace")) <= MOST_BYTES:
        return ""
    return f"The file is larger than {MOST_BYTES // 1_000_000} MB. Split it into smaller files."


def _emptiness(path: str, text: str, known: str | None) -> str:
    if text.strip() or may_be_empty(path) or (known is not None and not known.strip()):
        return ""
    return f"The block is empty. {_WHOLE}; to remove a file, write DELETE: {path}."


def _encoding(path: str, text: str, known: str | None) -> str:
    if kind_of(path) == "binary" or "\0" in text or _is_blob(path, text):
        return (
            "This is binary data, and only text can be sent. Leave the file out, or describe"
            " how it is made."
        )
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return f"The text contains half a character, which no file can hold. {_WHOLE}."
    return ""


def _is_blob(path: str, text: str) -> bool:
    """A long text of nothing but base64, or a data address in place of a file."""
    body = text.strip()
    if body.startswith("data:") and ";base64," in body[:100]:
        return True
    if path.endswith((".txt", ".b64", ".base64", ".pub", ".asc")) or len(body) < 200:
        return False
    if " " in body[:200]:
        return False
    return len(set(body[:400])) > 20 and bool(_BASE64.fullmatch(body))


def _patch(shown: str, kind: Kind, info: str, known: str | None) -> str:
    if kind == "patch":
        return ""
    reason = f"This is a change to the file, not the file. {_WHOLE}, not a diff or a patch."
    if info.partition(" ")[0].lower() in ("diff", "patch") or _BEGIN_PATCH.match(shown):
        return reason
    body = without_fenced(shown) if kind == "document" else shown
    at = _edit_marker(body)
    if at >= 0 and not _own(known, "<<<<<<<", "SEARCH") and not _in_string(shown, at, kind):
        return f"The text contains the markers of a conflict or of an edit. {_WHOLE}."
    hunk = _HUNK.search(body)
    head = next((found for found in (look.search(body) for look in _DIFF_HEADS) if found), None)
    if hunk is None and head is None:
        return reason if kind in CODE and _all_signed(shown) else ""
    first = min(match.start() for match in (hunk, head) if match is not None)
    certain = first == 0 or (hunk is not None and head is not None)
    if not certain or _own(known, "\n@@ ", "\n+++ ") or _in_string(shown, first, kind):
        return ""
    return reason


def _edit_marker(shown: str) -> int:
    """Where a conflict or a block of search and replace begins; -1 when nowhere."""
    search = _SEARCH.search(shown)
    if search is not None:
        return search.start()
    start = shown.find("\n<<<<<<<")
    middle = shown.find("\n=======", start) if start >= 0 else -1
    return start if middle >= 0 and shown.find("\n>>>>>>>", middle) >= 0 else -1


def _in_string(shown: str, position: int, kind: Kind) -> bool:
    return look_inside(shown, kind).in_string(position + 1)


def _own(known: str | None, *fragments: str) -> bool:
    """Whether the project's own file shows the same already."""
    return known is not None and any(fragment in f"\n{known}" for fragment in fragments)


def _all_signed(shown: str) -> bool:
    """Whether every line begins as the lines of a diff do, added ones among them."""
    added = 0
    for line in _lines(shown, 5_000):
        if line[0] not in "+- @\\":
            return False
        added += line[0] == "+"
    return added >= 2


def _lines(text: str, most: int) -> Iterator[str]:
    """The lines that are not blank, without their ends."""
    found = (match[1] for match in re.finditer(r"(?:\n|\A)([^\n]*[^\s\n][^\n]*)", text))
    return islice(found, most)


def _escaped(text: str, kind: Kind) -> str:
    if "&" in text and _html_escaped(text, kind):
        return f"The text is escaped for HTML (&lt; in place of <). {_WHOLE}, unescaped."
    if "\\n" in text and _json_escaped(text.strip(), kind):
        return f"The text is escaped on one line (\\n in place of line ends). {_WHOLE}, unescaped."
    return ""


def _html_escaped(text: str, kind: Kind) -> bool:
    if kind in ("document", "data", "yaml", "other"):
        return False
    if kind == "markup":
        return text.lstrip().startswith("&lt;") and "<" not in text
    angles = "&lt;" in text or "&gt;" in text or "&amp;&amp;" in text
    quotes = ("&quot;" in text and '"' not in text) or ("&#39;" in text and "'" not in text)
    if not (angles or quotes) or (angles and ("<" in text or ">" in text) and not quotes):
        return False
    return bool(_ESCAPED_CODE.search(text))


def _json_escaped(body: str, kind: Kind) -> bool:
    if "\n" in body or kind == "data":
        return False
    if body[:1] == body[-1:] == '"' and len(body) > 2:
        return body.count("\\n") >= 2 and kind != "curly"
    outside = _STRING.sub("", body.replace('\\"', "").replace("\\'", ""))
    return outside.count("\\n") >= (2 if kind != "document" else 3)


def _numbered(text: str, kind: Kind) -> str:
    if kind in ("data", "document", "other"):
        return ""
    last, blanks, lines = -1, 0, 0
    for line in text.split("\n", 5_000)[:5_000]:
        if not line.strip():
            blanks += 1
            continue
        match = _NUMBERED.match(line)
        number = int(match[1]) if match else -1
        if match is None or (kind == "yaml" and ":" in match[0]):
            return ""
        if lines and number not in (last + 1, last + 1 + blanks):
            return ""
        last, blanks, lines = number, 0, lines + 1
    if lines < 3:
        return ""
    return f"Line numbers stand in front of the lines. {_WHOLE}, without them."


def _talk(text: str, kind: Kind) -> str:
    """Words to somebody in place of a file; only short texts are looked at."""
    body = text.strip()
    if len(body) > 1_500:
        return ""
    lines = [line.strip() for line in body.split("\n") if line.strip()]
    reason = (
        f"There are words in place of the file. {_WHOLE}, or leave it out and say why above it."
    )
    if len(lines) <= 2 and _NOTHING_NEW.fullmatch(body):
        return reason
    if kind == "document":
        return reason if len(lines) <= 4 and _REFUSAL.match(body) else ""
    if kind in CODE | {"yaml"} and lines:
        told = len(lines) <= 10 and _REFUSAL.match(body)
        spoken = len(lines) <= 6 and all(_SENTENCE.fullmatch(line) for line in lines)
        return reason if told or spoken else ""
    return ""


def _omitted(text: str, kind: Kind, known: str | None) -> str:
    line = omission(text, kind, known)
    if not line:
        return ""
    return (
        f"The line {one_line(line, 80)!r} stands for something left out. {_WHOLE}; if nothing is"
        " left out, remove that line."
    )
