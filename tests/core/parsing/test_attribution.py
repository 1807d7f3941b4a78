"""A line can hand the floor to somebody else, and most lines do not."""

import pytest

from roundtable.core.parsing.attribution import attributed, hands_over, names_a_speaker


@pytest.mark.parametrize(
    "line",
    [
        "As Gawain wrote:",
        "**Lancelot concluded:**",
        "In the words of Percival:",
        "Gawain's proposed verdict:",
        "The previous verdict was:",
        "Verdict by Lancelot:",
        "From the last iteration:",
        "As Gawain wrote,",
        "Gawain schrieb:",
        "Selon Lancelot :",
        "Гавейн написал:",
        "For example:",
        "A verdict would look like this:",
        "The format is:",
    ],
)
def test_what_follows_is_said_to_be_anothers_or_an_example(line: str) -> None:
    assert hands_over(line)


@pytest.mark.parametrize(
    "line",
    [
        "Here is my verdict:",
        "My ruling on what each seat said:",
        "Having weighed what everybody said:",
        "The judge's verdict:",
        "The table's decision:",
        "Verdict of the judge:",
        "Since the last iteration everything was answered, so:",
        "I conclude:",
        "CONSENSUS:",
        "Options:",
        "As Gawain wrote.",
        "The seats have spoken",
        "",
        "said " * 200 + ":",
    ],
)
def test_the_judge_goes_on_in_its_own_words(line: str) -> None:
    assert not hands_over(line)


@pytest.mark.parametrize(
    "line", ["Gawain:", "**Sir Lancelot:**", "Candidate B", "### Agent 2:", "B:"]
)
def test_a_name_alone_on_a_line_is_a_speaker(line: str) -> None:
    assert names_a_speaker(line)


@pytest.mark.parametrize("line", ["Verdict:", "## Final", "Conclusion:", "Gawain", "Use B:", ""])
def test_a_heading_is_no_speaker(line: str) -> None:
    assert not names_a_speaker(line)


def test_words_before_a_place_on_the_line_can_give_it_away() -> None:
    assert attributed("As Gawain put it: ")
    assert attributed("Lancelot's verdict was ")
    assert not attributed("I said it before: ")
    assert not attributed("I would say ")
