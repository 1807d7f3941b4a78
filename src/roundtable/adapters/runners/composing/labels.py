"""Labels, by which we find what we started: a project cannot set ours."""

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.nodes import Entry
from roundtable.adapters.runners.composing.values import pairs_of

_OURS = "roundtable"


def check_labels(entry: Entry | None, docket: Docket) -> None:
    for pair in pairs_of(entry, docket):
        name = pair.name.strip().lower()
        if name == _OURS or name.startswith(f"{_OURS}."):
            docket.refuse_item(pair.node, "labels of this name are our own")
