"""The King's answers: by arrow keys in a terminal, by flags in a script, or none at all."""

import argparse
import sys
from collections.abc import Collection
from dataclasses import dataclass

from roundtable.core.commands import DEFAULT_EXTRA_ROUNDS, Choose
from roundtable.core.errors import UsageError
from roundtable.core.questions import Question


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
            return Choose(option.id, self.text, self.more_rounds)
        if self.unattended and question.unattended:
            return Choose(question.unattended, unattended=True)
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
        help="between the rounds of a build: continue, retry, reopen:ROUND or stop",
    )
    group.add_argument(
        "--on-parley",
        metavar="ANSWER",
        help="about each change of an apply: approve, approve_rest, refuse, ask or stop",
    )
    group.add_argument("--text", default="", help="your words, for decree, send_back and ask")
    group.add_argument(
        "--more-rounds",
        type=int,
        default=DEFAULT_EXTRA_ROUNDS,
        metavar="N",
        help=f"rounds granted with send_back (default {DEFAULT_EXTRA_ROUNDS})",
    )


def answers(arguments: argparse.Namespace) -> Answers:
    if not 1 <= arguments.more_rounds <= 50:
        raise UsageError("--more-rounds must be from 1 to 50", "try --more-rounds 2")
    return Answers(
        choose=arguments.choose,
        on_escalation=arguments.on_escalation,
        on_confirm=arguments.on_confirm,
        on_parley=arguments.on_parley,
        text=arguments.text,
        more_rounds=arguments.more_rounds,
        unattended=arguments.yes,
    )


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
        return Choose(option.id)
    hint = "" if option.needs == "text" else " (may be empty)"
    text = await questionary.text(
        f"Your words{hint}:",
        validate=lambda words: bool(words.strip()) or option.needs != "text" or "say something",
    ).ask_async()
    return None if text is None else Choose(option.id, text)
