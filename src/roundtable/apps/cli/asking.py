"""The King's answers: by arrow keys in a terminal, by flags in a script, or none at all."""

import argparse
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from roundtable.core.commands import DEFAULT_EXTRA_ROUNDS, Choose
from roundtable.core.decide.gates import REMERGE
from roundtable.core.errors import UsageError
from roundtable.core.questions import Question

PARLEY_ANSWERS = ("approve", "approve_rest", "refuse", "ask", "stop")
"""What a flag can say about a change."""
DECISION_FATES = ("apply", "self", "later", "reject")
"""What can become of a decision, as a flag says it."""
DIAGNOSIS_FATES = ("apply", "report", "log")
"""The same of a diagnosis."""
_ESCALATION_ANSWERS = ("continue", "pick:…", "decree", "send_back", "stop", "keep")
_CONFIRM_ANSWERS = ("continue", "retry", "remerge", "reopen:…", "rerun", "stop")


@dataclass(frozen=True, slots=True)
class Answers:
    """What the command line said in advance."""

    choose: str | None
    on_escalation: str | None
    text: str
    more_rounds: int
    unattended: bool
    """Take the default where there is one."""
    on_confirm: str | None = None
    on_parley: str | None = None

    def prepared(self, question: Question) -> Choose | None:
        wanted = {
            "kings_choice": self.choose,
            "escalation": self.on_escalation,
            "confirm": self.on_confirm,
            "parley": self.on_parley,
        }[question.kind]
        if wanted is not None:
            option = question.option(wanted)
            if option is None:
                known = ", ".join(o.id for o in question.options)
                raise UsageError(
                    f"{wanted!r} is no answer to: {question.prompt}", f"one of {known}"
                )
            return Choose(option.id, self.text, self.more_rounds, question=question.id)
        if self.unattended and question.unattended:
            return Choose(question.unattended, unattended=True, question=question.id)
        return None


def add_answer_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the King's answers, for scripts")
    group.add_argument(
        "--yes", action="store_true", help="take the default where nobody has to decide"
    )
    group.add_argument(
        "--choose",
        metavar="FATE",
        help="what becomes of the decision: apply, self, later or reject; "
        "of a diagnosis: apply, report or log",
    )
    group.add_argument(
        "--on-escalation",
        metavar="ANSWER",
        help="continue, pick:KNIGHT, decree, send_back or stop; in a review also keep",
    )
    group.add_argument(
        "--on-confirm",
        metavar="ANSWER",
        help="between the rounds of a build: continue, retry, remerge, reopen:ROUND or stop; "
        "after a fix of what was run: rerun or continue",
    )
    group.add_argument(
        "--on-parley",
        metavar="ANSWER",
        help="about each change of an apply: approve (also what is doubtful), approve_rest, "
        "refuse, ask or stop",
    )
    group.add_argument(
        "--text", default="", help="your words, for decree, remerge, send_back and ask"
    )
    group.add_argument(
        "--more-rounds",
        type=int,
        default=DEFAULT_EXTRA_ROUNDS,
        metavar="N",
        help=f"rounds granted with send_back (default {DEFAULT_EXTRA_ROUNDS})",
    )


def answers(arguments: argparse.Namespace, fates: Sequence[str] = ()) -> Answers:
    """What the flags say; what can be no answer is told before a knight is paid for a turn."""
    if not 1 <= arguments.more_rounds <= 50:
        raise UsageError("--more-rounds must be from 1 to 50", "try --more-rounds 2")
    if arguments.on_parley is not None:
        _require_parley(arguments.on_parley.strip().lower(), arguments.text)
    if fates:
        _require_known("--choose", arguments.choose, fates)
    _require_known("--on-escalation", arguments.on_escalation, _ESCALATION_ANSWERS)
    _require_known("--on-confirm", arguments.on_confirm, _CONFIRM_ANSWERS)
    return Answers(
        choose=arguments.choose,
        on_escalation=arguments.on_escalation,
        on_confirm=arguments.on_confirm,
        on_parley=arguments.on_parley,
        text=arguments.text,
        more_rounds=arguments.more_rounds,
        unattended=arguments.yes,
    )


def _require_known(flag: str, answer: str | None, known: Sequence[str]) -> None:
    """One of these, in any case; `…` stands for a name that only the session knows."""
    said = (answer or "").strip().lower()
    starts = [word.removesuffix("…") for word in known if word.endswith("…")]
    if answer is not None and said not in known and not any(map(said.startswith, starts)):
        raise UsageError(f"{flag} cannot be {answer!r}", f"one of {', '.join(known)}")


def _require_parley(answer: str, text: str) -> None:
    """Told before a knight is paid for a turn; an edit is made in an editor, not by a flag."""
    if answer not in PARLEY_ANSWERS:
        raise UsageError(
            f"--on-parley cannot be {answer!r}",
            f"one of {', '.join(PARLEY_ANSWERS)}; to edit a file, answer in a terminal",
        )
    if answer == "ask" and not text.strip():
        raise UsageError("--on-parley ask needs your words", "add them with --text '…'")


def can_ask() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


async def ask_king(question: Question, without_text: Collection[str] = ()) -> Choose | None:
    """Arrow keys and Enter; None when the King turns away (Ctrl-C).

    Words are asked for where an option needs them, unless somebody else asks for them.
    """
    import questionary

    choices = [
        questionary.Choice(title=f"{o.label}  ({o.effect})", value=o) for o in question.options
    ]
    option = await questionary.select(
        question.prompt, choices=choices, instruction="(arrow keys, Enter)"
    ).ask_async()
    if option is None:
        return None
    if option.needs == "nothing" or option.id in without_text:
        return Choose(option.id, question=question.id)
    hint = "" if option.needs == "text" else " (may be empty)"
    text = await questionary.text(
        f"Your words{hint}:",
        default=option.detail if option.id == REMERGE else "",
        validate=lambda words: bool(words.strip()) or option.needs != "text" or "say something",
    ).ask_async()
    return None if text is None else Choose(option.id, text, question=question.id)
