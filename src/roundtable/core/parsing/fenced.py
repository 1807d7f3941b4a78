"""The one fenced block of code in an answer that was asked for code alone."""

import re

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([^\n`]*)$")


def fenced_code(text: str) -> str | None:
    """The content of the only block; None when there is none, or more than one.

    A missing last fence is forgiven when nothing but code follows; an answer without any fence is
    no code that could be told from prose.
    """
    whole = [block for block in _blocks(text)[0] if block.strip()]
    return f"{whole[0]}\n" if len(whole) == 1 else None


def is_left_open(text: str) -> bool:
    """Whether the last block never ends, as when an answer was cut off."""
    return _blocks(text)[1]


def _blocks(text: str) -> tuple[list[str], bool]:
    blocks: list[str] = []
    fence = ""
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        mark = _FENCE.match(line)
        if not fence and mark:
            fence, lines = mark[1], []
        elif fence and mark and mark[1].startswith(fence) and not mark[2].strip():
            blocks.append("\n".join(lines))
            fence = ""
        elif fence:
            lines.append(line)
    if fence:
        blocks.append("\n".join(lines).rstrip("\n"))
    return blocks, bool(fence)
