"""A script can name the file that has changed, which it cannot know."""

from dataclasses import replace

from roundtable.adapters.knights.script import Reply
from roundtable.core.ports import Ask

PROMPT = (
    "# What has changed\n<<<mark src/a b.py\ndiff --git a/src/a b.py b/src/a b.py\nindex 1..2\n"
    "diff --git a/other.py b/other.py\n"
)
ASK = Ask("k", "Gawain", "", PROMPT, 100, "speak", "topic", 1, 1, ())


def test_the_first_changed_file_is_filled_in_in_words_and_block() -> None:
    reply = Reply(say="I read {changed}.", block={"findings": [{"file": "{changed}"}]})
    text = reply.text(ASK)
    assert text.startswith("I read src/a b.py.")
    assert '"file": "src/a b.py"' in text


def test_without_a_change_the_words_stay() -> None:
    assert Reply(say="{changed}").text(replace(ASK, prompt="nothing")) == "{changed}\n"
