"""What every event has in common."""

from roundtable.core.event_base import JUDGING, VERSION, Base


def test_an_event_says_which_vocabulary_wrote_it_and_may_occur_any_number_of_times() -> None:
    event = Base(type="anything")
    assert event.v == VERSION
    assert event.seq == 0
    assert event.once is None


def test_who_judges_or_answers_a_chat_speaks_with_the_judges_voice() -> None:
    assert {"compare", "judge", "rejudge", "chat"} == JUDGING
