"""What the builder gets: lines written anew, and read again before anybody else reads them."""

from collections.abc import Callable
from dataclasses import dataclass

from roundtable.adapters.runners.dockerfiles.lines import Lines
from roundtable.adapters.runners.dockerfiles.reading import instructions_of
from roundtable.adapters.runners.dockerfiles.syntax import Flag, Instruction, Unreadable, refused

Tag = Callable[[int], str]
"""Our name of the image that a stage became."""

_BASE = "placeholder:base"


@dataclass(frozen=True, slots=True)
class Line:
    """One instruction; a number stands for the image of that stage."""

    parts: tuple[str | int, ...]
    meant: Instruction
    """What a reader must find there. Its heredocs follow the line."""

    def written(self, tag: Tag, escape: str) -> str:
        """Raises Unreadable if it would not end where it ends."""
        head = "".join(part if isinstance(part, str) else tag(part) for part in self.parts)
        check_end(head, escape)
        if "\n" in head or "\r" in head:
            raise Unreadable("a line break within an instruction")
        return head + "".join(f"\n{doc.body}{doc.name}" for doc in self.meant.heredocs) + "\n"


@dataclass(frozen=True, slots=True)
class Source:
    """A name in the context that is copied, or a pattern; and who asks for it."""

    name: str
    line: int
    shown: str


@dataclass(frozen=True, slots=True)
class Lay:
    """Instructions for the builder, to be written after a FROM of ours."""

    lines: tuple[Line, ...]
    escape: str = "\\"
    sources: tuple[Source, ...] = ()

    @property
    def stages(self) -> tuple[int, ...]:
        """Those it copies from."""
        named = (part for line in self.lines for part in line.parts if isinstance(part, int))
        return tuple(dict.fromkeys(named))

    def text(self, tag: Tag) -> str:
        return "".join(self._written(line, tag) for line in self.lines)

    def _written(self, line: Line, tag: Tag) -> str:
        try:
            return line.written(tag, self.escape)
        except Unreadable as error:
            meant = line.meant
            raise refused("Dockerfile", meant.line, meant.shown, error.reason) from None

    def dockerfile(self, base: str, tag: Tag, platform: str = "") -> str:
        """The whole file: a directive comes before the FROM. Raises PlanRefused."""
        directive = "" if self.escape == "\\" else f"# escape={self.escape}\n"
        flag = f"--platform={platform} " if platform else ""
        opening = f"FROM {flag}{base}"
        try:
            for line in opening.split("\n"):
                check_end(line, self.escape)
        except Unreadable as error:
            raise refused("Dockerfile", 1, opening, error.reason) from None
        return f"{directive}{opening}\n{self.text(tag)}"


def check_end(line: str, escape: str) -> None:
    """The builder strips white space of any kind, so an escape before it is at the end too."""
    if line.rstrip().endswith(escape):
        raise Unreadable("an instruction that ends in an escape: it would go on with the next")


def placeholder(stage: int) -> str:
    """Stands for the image of a stage while the lines are read again."""
    return f"placeholder:stage-{stage}"


def check_laid(lay: Lay, platform: str) -> None:
    """Raises Unreadable unless the whole file reads, one by one, as what was meant."""
    try:
        lines = Lines(lay.dockerfile(_BASE, placeholder, platform))
        found = instructions_of(lines)
    except Unreadable as error:
        # Its line is one of the written text, which nobody else sees.
        first = lay.lines[0].meant
        reason = f"what is written for the builder cannot be read again: {error.reason}"
        raise Unreadable(reason, first.line, error.what) from None
    flags = (Flag("platform", platform),) if platform else ()
    opening = Instruction("FROM", 1, flags, _BASE, (_BASE,), exec_form=False)
    meant = [opening, *(line.meant for line in lay.lines)]
    names = [directive.name for directive in lines.directives]
    if lines.escape != lay.escape or names != ([] if lay.escape == "\\" else ["escape"]):
        raise Unreadable("what is written for the builder begins otherwise than it was meant")
    for said, wanted in zip(found, meant, strict=False):
        if _told(said) != _told(wanted):
            raise Unreadable(
                "what is written for the builder reads otherwise than it was meant",
                wanted.line,
                wanted.shown,
            )
    if len(found) != len(meant):
        raise Unreadable("what is written for the builder has more or fewer lines than was meant")


def _told(instruction: Instruction) -> tuple[object, ...]:
    """All of it but its line."""
    return (
        instruction.name,
        instruction.flags,
        instruction.text,
        instruction.words,
        instruction.exec_form,
        instruction.heredocs,
    )
