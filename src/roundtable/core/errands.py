"""What an apply carries out: a decision, by whom, and within which bounds."""

from roundtable.core.values import Value

NEW = "NEW:"
"""What stands in front of a file that a decision wants to have made."""


class Errand(Value):
    session: str
    """Whose decision it is."""
    decision: str
    table: tuple[str, ...] = ()
    """Who decided it, as a person may see them."""
    files: tuple[str, ...] = ()
    """The files that the decision names: nothing else may be touched."""
    widened: bool = False
    """True: the King has lifted that bound."""
    parley: bool = True
    """False: what passes every check is written without asking, file by file."""
    branch: str = ""
    """Where the change is committed as well; empty: nowhere."""


def plain_path(named: str) -> str:
    """A file as a decision names it, without what says that it is new."""
    name = named.strip()
    return name[len(NEW) :].strip() if name.upper().startswith(NEW) else name
