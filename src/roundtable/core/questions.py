"""What the table asks the King, and the answers it can take."""

from typing import Literal

from roundtable.core.values import Value

Needs = Literal["nothing", "text", "optional_text"]


class Option(Value):
    id: str
    """What is typed in a flag, such as `later` or `pick:Gawain`."""
    label: str
    effect: str
    """What follows from it, in one line."""
    detail: str = ""
    """What is being chosen, in full, such as a knight's proposal."""
    needs: Needs = "nothing"
    """Whether the answer comes with words of the King's own."""


class Question(Value):
    id: str
    kind: Literal["escalation", "kings_choice", "confirm", "parley"]
    prompt: str
    options: tuple[Option, ...]
    unattended: str | None = None
    """The option taken when nobody is there to ask; None: the session waits."""

    def option(self, option_id: str) -> Option | None:
        """The option meant by an id, whatever its case."""
        wanted = option_id.strip().lower()
        return next((o for o in self.options if o.id.lower() == wanted), None)
