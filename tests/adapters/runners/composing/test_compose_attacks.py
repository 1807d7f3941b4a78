"""The corpus of attacks against the whole of the reading: none becomes a plan."""

import time

import pytest

from roundtable.adapters.runners.composing.compose import read_compose
from roundtable.adapters.runners.plans import PlanRefused
from tests.adapters.runners.composing.attacks import ATTACKS, FILES, Attack
from tests.conftest import Count

PATH = "compose.yaml"
VARIABLES = {"SET": "host"}


def test_the_corpus_is_as_large_as_we_say_and_has_no_attack_twice() -> None:
    assert len(ATTACKS) >= 290
    assert len({attack.text for attack in ATTACKS}) == len(ATTACKS)


@pytest.mark.parametrize("said", ["image: busybox", "build: .", "build: {context: api}"])
def test_the_frame_around_the_attacks_is_itself_let_through(said: str) -> None:
    text = f"services:\n  web:\n    {said}\n"
    assert read_compose(PATH, text, FILES, VARIABLES, False).services[0].name == "web"


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_no_attack_becomes_a_plan_and_the_refusal_points_at_its_line(
    attack: Attack, count: Count
) -> None:
    began = time.process_time()
    with pytest.raises(PlanRefused) as caught:
        read_compose(PATH, attack.text, FILES, VARIABLES, False)
    assert attack.line in [refusal.line for refusal in caught.value.refusals]
    for refusal in caught.value.refusals:
        assert refusal.path == PATH
        assert refusal.reason
        assert refusal.what.isprintable()
    assert time.process_time() - began < 5
    count("S4: attacks by a compose file, refused", 1)
