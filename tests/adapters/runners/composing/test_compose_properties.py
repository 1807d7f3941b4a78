"""Whatever stands in a file: a plan or a refusal with its lines, and never anything else."""

import json
import random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from roundtable.adapters.runners.composing.compose import read_compose
from roundtable.adapters.runners.composing.keys import BUILD, SERVICE, TOP
from roundtable.adapters.runners.plans import PlanRefused, RunPlan
from tests.adapters.runners.composing.attacks import ATTACKS, FILES
from tests.adapters.runners.composing.ordinary import ORDINARY

TEXTS = [*(attack.text for attack in ATTACKS), *(file.text for file in ORDINARY)]
SHORT = [text for text in TEXTS if len(text) < 3000]
KEYS = sorted({*SERVICE.taken, *SERVICE.unneeded, *SERVICE.refused, *BUILD.taken, *TOP.taken})
WORDS = ["a", ".", "./api", "/", "data:/x", "80:80", "$S", "${U:-b}", "${", "10s", "1g", "NONE"]


def outcome(text: str) -> None:
    try:
        plan = read_compose("compose.yaml", text, FILES, {"S": "s"}, True)
    except PlanRefused as refused:
        last = len(text.splitlines()) + 1
        assert all(1 <= refusal.line <= last for refusal in refused.refusals)
        return
    check(plan)


def check(plan: RunPlan) -> None:
    """What must hold of every plan, whatever it was read from."""
    seen: set[str] = set()
    assert 1 <= len(plan.services) <= 12
    for service in plan.services:
        assert bool(service.image) != (service.build is not None)
        assert seen.issuperset(service.after)
        seen.add(service.name)
        assert all(1 <= port <= 65_535 for port in service.ports)
        targets = [*(m.target for m in service.mounts), *(c.target for c in service.copies)]
        for place in (*targets, *service.tmpfs):
            assert place.startswith("/")
            assert not {"..", "proc", "sys"}.intersection(place.split("/")[:2])
        sources = [copy.source for copy in service.copies]
        for source in (*sources, service.build.context if service.build else ""):
            assert not source.startswith(("/", "~"))
            assert ".." not in source.split("/")
        words = [*(service.command or ()), *service.environment, *service.environment.values()]
        assert not any("\0" in word for word in words)


scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text()
)
trees = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=12,
)


@given(st.text(max_size=200))
@example("\ufeff")
@example('"\\ud800"')
@example("%YAML 9.9\n---\na")
@example("? ")
@example("&a")
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    outcome(text)


@given(st.dictionaries(st.sampled_from(sorted(SERVICE.taken)), trees, max_size=8))
@settings(max_examples=200, deadline=None)
def test_any_service_is_read_or_refused(service: dict[str, object]) -> None:
    outcome(json.dumps({"services": {"web": {"image": "a", **service}}}))


@given(st.dictionaries(st.sampled_from(["services", "volumes", "networks", "x-a"]), trees))
@settings(max_examples=200, deadline=None)
def test_any_file_is_read_or_refused(root: dict[str, object]) -> None:
    outcome(json.dumps(root))


@given(st.sampled_from(SHORT), st.randoms(use_true_random=False))
@settings(max_examples=200, deadline=None)
def test_a_file_with_changed_characters_is_read_or_refused(
    text: str, chance: random.Random
) -> None:
    letters = list(text)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(letters))
        letters[at] = chance.choice("\n :-[]{}&*!|>'\"%@`$,?#\t~<a0")
    outcome("".join(letters))


@given(st.sampled_from(["privileged: true", "pid: host", "volumes: ['/:/h']"]), st.data())
@settings(max_examples=50, deadline=None)
def test_no_ordinary_service_hides_what_is_refused(line: str, data: st.DataObject) -> None:
    """Put under any service that is run, it is refused, whatever else stands there."""
    file = data.draw(st.sampled_from([f for f in ORDINARY if "\n  web:\n" in f.text]))
    text = file.text.replace("\n  web:\n", f"\n  web:\n    {line}\n", 1)
    try:
        read_compose("compose.yaml", text, file.files, file.variables or {}, True)
    except PlanRefused as refused:
        at = text[: text.index(line)].count("\n") + 1
        doubled = "twice" in refused.refusals[-1].reason
        assert doubled or at in [refusal.line for refusal in refused.refusals]
    else:
        raise AssertionError("it became a plan")
