"""An answer is found by what was typed."""

import pytest

from roundtable.core.questions import Option, Question

QUESTION = Question(
    id="escalation-3",
    kind="escalation",
    prompt="What is your will?",
    options=(
        Option(id="continue", label="Let them go on", effect="one more round"),
        Option(id="pick:Gawain", label="Take Gawain's", effect="it becomes the decision"),
        Option(id="pick:Gawain the Elder", label="Take the Elder's", effect="the same"),
    ),
)


@pytest.mark.parametrize("typed", ["pick:Gawain", "pick:gawain", "PICK:GAWAIN", "  pick:Gawain\n"])
def test_case_and_blanks_around_an_answer_do_not_matter(typed: str) -> None:
    found = QUESTION.option(typed)
    assert found is not None
    assert found.id == "pick:Gawain"


@pytest.mark.parametrize("typed", ["", "pick:", "pick", "pick:Gawain the", "cont", "continue now"])
def test_a_part_of_an_answer_is_no_answer(typed: str) -> None:
    assert QUESTION.option(typed) is None


def test_unless_it_says_otherwise_a_question_waits_for_the_king() -> None:
    assert QUESTION.unattended is None
    assert all(option.needs == "nothing" for option in QUESTION.options)
