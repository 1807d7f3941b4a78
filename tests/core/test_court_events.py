"""A question is answered once, whoever answers it."""

from roundtable.core.court_events import HumanChoice


def test_two_answers_to_one_question_cannot_both_be_recorded() -> None:
    one = HumanChoice(question_id="q", option="apply")
    other = HumanChoice(question_id="q", option="later")
    assert one.once == other.once
    assert one.once != HumanChoice(question_id="r", option="apply").once
