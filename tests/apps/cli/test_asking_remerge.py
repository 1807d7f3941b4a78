"""The merge of a round changed from the command line: by a flag, or by typing over what stood."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from roundtable.apps.cli.asking import ask_king
from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.questions import Option, Question

Run = Callable[..., tuple[int, str, str]]
Events = Callable[[str], list[e.Event]]

WORDS = "BASE=Gawain. INCORPORATE: lancelot (cart.py) from Lancelot. MUST_FIX: none."
CONFIRM = Question(
    id="confirm-development.1",
    kind="confirm",
    prompt="Go on?",
    options=(
        Option(id="continue", label="Go on", effect="it starts"),
        Option(id="remerge", label="Change", effect="anew", detail="BASE=Gawain.", needs="text"),
    ),
)


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        yield typed


def test_a_flag_changes_the_merge_once_and_the_next_question_waits(
    building: Path, run: Run, events: Events
) -> None:
    first = ("build", "A cart", "--rounds", "development,review", "--seed", "3")
    code, out, _ = run(*first)
    assert code == 22
    assert "remerge" in out
    code, out, _ = run("resume", "--on-confirm", "remerge", "--text", WORDS)
    assert code == 22, "the same words are not given twice"
    assert "Merging anew, as the developer directs, into Gawain" in out
    log = events(run("show", "--json")[1])
    assert [x.outcome for x in log if isinstance(x, e.RoundEnd)] == ["consensus", "developer"]
    made = [x for x in log if isinstance(x, e.SynthesisEnd)][-1]
    (cart,) = made.files
    assert "def gawain" in cart.text
    assert "def lancelot" in cart.text
    code, out, _ = run("resume", "--yes")
    assert code == 0
    assert "Outcome: built" in out


def test_directives_that_cannot_be_read_are_told_with_the_form(building: Path, run: Run) -> None:
    run("build", "A cart", "--rounds", "development,review", "--seed", "3")
    code, _, err = run("resume", "--on-confirm", "remerge", "--text", "the nicest one")
    assert code not in (0, 22)
    assert "your verdict cannot be read" in err
    assert "BASE=NAME" in err


async def test_the_directives_stand_in_the_line_to_be_typed_over(keys: PipeInput) -> None:
    keys.send_text("\x1b[B\r MUST_FIX: none.\r")
    words = "BASE=Gawain. MUST_FIX: none."
    assert await ask_king(CONFIRM) == Choose("remerge", words, question=CONFIRM.id)
