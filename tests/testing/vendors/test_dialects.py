"""The wire forms are well formed: every event is JSON, and every kind has its complaint."""

import json

import pytest

from roundtable.core.errors import ErrorKind
from roundtable.core.tokens import estimate
from roundtable.testing.vendors.dialects import DIALECTS, Dialect, count

KINDS = [kind for kind in ErrorKind if kind not in (ErrorKind.NOT_INSTALLED, ErrorKind.GARBLED)]


def events(stream: bytes) -> list[object]:
    lines = stream.decode().splitlines()
    data = [line.removeprefix("data: ") for line in lines if line.startswith("data: ")]
    return [json.loads(item) for item in data if item != "[DONE]"]


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda d: d.name)
def test_an_answer_is_a_stream_of_json_that_holds_the_text(dialect: Dialect) -> None:
    stream = dialect.opening(3) + dialect.piece("漢字") + dialect.closing("漢字", 3)
    assert "漢字" in json.dumps(events(stream), ensure_ascii=False)
    assert "漢字" in json.dumps(dialect.whole("漢字", 3), ensure_ascii=False)


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda d: d.name)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_complaint_before_and_within_an_answer(
    dialect: Dialect, kind: ErrorKind
) -> None:
    complaint = dialect.complaint(kind)
    assert complaint.status >= 400
    assert complaint.body["error"]
    assert len(events(dialect.broken(kind))) == 1


def test_it_counts_less_than_we_estimate() -> None:
    for text in ("", "a", "漢字" * 50, "word " * 100):
        assert 1 <= count(text) <= max(1, estimate(text))
