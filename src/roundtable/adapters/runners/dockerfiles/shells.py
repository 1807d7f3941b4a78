"""What a RUN executes: the words given to exec, with its shell and its heredocs."""

import re
import shlex

from roundtable.adapters.runners.dockerfiles.lines import opening_of
from roundtable.adapters.runners.dockerfiles.scopes import Scope
from roundtable.adapters.runners.dockerfiles.syntax import Heredoc, Instruction, Unreadable

LONGEST_ARGUMENT = 128 * 1024 - 1
"""Of one argument, in bytes; the kernel takes no longer one."""
_SHELL = re.compile(r"(?:/[A-Za-z0-9_./-]*/)?(?:ba|da|a|k|z|mk)?sh")
_INTERPRETER = re.compile(r"#![ \t]*(\S+)[ \t]*(.*)")


def argv(instruction: Instruction, scope: Scope) -> tuple[str, ...]:
    """Raises Unreadable where it cannot be executed so."""
    if instruction.exec_form:
        words = instruction.words
        if not words[0] or words[0].startswith("-") or "=" in words[0]:
            raise Unreadable("no program to run")
    else:
        words = (*scope.shell, _script(instruction, scope))
    for word in words:
        if len(word.encode()) > LONGEST_ARGUMENT:
            raise Unreadable("a command that is too long")
    return words


def _script(instruction: Instruction, scope: Scope) -> str:
    text = instruction.text
    if not instruction.heredocs:
        return text
    if any(ch.isspace() for ch in text) or opening_of(text) is None:
        # The shell knows heredocs itself: it gets the line with all that belongs to it.
        bodies = (f"\n{heredoc.body}{heredoc.name}" for heredoc in instruction.heredocs)
        return text + "".join(bodies)
    heredoc = instruction.heredocs[0]
    if heredoc.body.startswith("#!"):
        return _interpreted(heredoc, scope)
    return heredoc.content


def _interpreted(heredoc: Heredoc, scope: Scope) -> str:
    """The shell writes the script to a file of its own, has it run, and takes the file away."""
    if not _SHELL.fullmatch(scope.shell[0]):
        raise Unreadable("a script with #! needs a shell that can write it to a file")
    match = _INTERPRETER.match(heredoc.content.split("\n", 1)[0].rstrip("\r"))
    if match is None:
        raise Unreadable("no interpreter after #!")
    words = [shlex.quote(word) for word in (match[1], match[2].strip()) if word]
    return (
        f's=0; f=$(mktemp) && printf %s {shlex.quote(heredoc.content)} > "$f" || exit 1; '
        f'{" ".join(words)} "$f" || s=$?; rm -f "$f"; exit $s'
    )
