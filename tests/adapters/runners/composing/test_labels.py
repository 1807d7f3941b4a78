import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.labels import check_labels
from tests.adapters.runners.composing.builders import entries_of


@pytest.mark.parametrize(
    "said",
    ["{roundtable.run: x}", "[roundtable.run=x]", "[ROUNDTABLE]", "[' roundtable.a=b']", "x"],
)
def test_a_project_cannot_set_our_labels(said: str) -> None:
    docket = Docket("c")
    check_labels(entries_of(f"labels: {said}", docket)["labels"], docket)
    assert len(docket.refusals) == 1


def test_other_labels_are_let_through() -> None:
    docket = Docket("c")
    check_labels(entries_of("labels: [a=b, roundtables.x=1, c]", docket)["labels"], docket)
    check_labels(None, docket)
    assert docket.refusals == ()
