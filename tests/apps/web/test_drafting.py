"""From what a client asks for to a session's first event."""

from pathlib import Path
from typing import Any

import pytest

from roundtable.adapters.project import Project
from roundtable.adapters.trees.tally import Given
from roundtable.apps.rehearsing import SEED, TASK, TOPIC
from roundtable.apps.web.drafting import Draft, budget, draft
from roundtable.apps.web.problems import Refusal
from roundtable.apps.web.requests import Caps, Start
from roundtable.apps.web.uploads import Uploads
from roundtable.bootstrap import open_table
from roundtable.core.build_events import ProjectFile
from roundtable.core.errors import KnightUnavailable, RoundtableError, UsageError


async def drawn(project: Path, uploads: Uploads | None = None, **fields: Any) -> Draft:
    async with open_table(Project(project), writes=False) as table:
        return draft(table, Start.model_validate(fields), uploads or Uploads())


async def test_a_rehearsal_brings_its_own_knights_task_and_seed(project: Path) -> None:
    build = (await drawn(project, rehearsal=True)).start
    assert (build.topic, build.seed) == (TASK, SEED)
    assert {seat.script for seat in build.seats} == {"builtin:bill_splitter"}
    talk = (await drawn(project, workflow="discuss", rehearsal=True)).start
    assert talk.topic == TOPIC and talk.agenda is None


async def test_a_log_alone_tells_the_symptom(project: Path) -> None:
    log = "all well\nTraceback (most recent call last):\nKeyError: 'cart'\n"
    found = await drawn(project, workflow="code-red", log=log)
    assert found.start.topic == "KeyError: 'cart'"
    assert found.given and "Traceback" in found.given.files[0].text


async def test_an_upload_is_what_a_build_starts_from(project: Path) -> None:
    uploads = Uploads()
    name = uploads.keep(Given("a.zip", (ProjectFile(path="a.py", text="x = 1\n"),)))
    found = await drawn(project, uploads, topic="more of it", upload=name)
    assert found.given and found.given.origin == "a.zip"
    with pytest.raises(Refusal, match="no longer kept"):
        await drawn(project, uploads, topic="more of it", upload="other")


@pytest.mark.parametrize(
    ("fields", "error", "words"),
    [
        ({"topic": " \u200b\n\t"}, UsageError, "topic: the task is empty"),
        ({"workflow": "discuss"}, UsageError, "topic: the question is empty"),
        ({"workflow": "code-red"}, UsageError, "topic: the symptom is empty"),
        ({"topic": "x", "seats": [{"name": "Mordred"}]}, KnightUnavailable, "seats: there is no"),
        ({"topic": "x", "seats": [{"name": "Gawain"}]}, KnightUnavailable, "seats: one knight"),
        ({"topic": "x", "judge": "Mordred"}, UsageError, "judge: 'Mordred' is not at the table"),
        ({"topic": "x", "judges": 4}, UsageError, "judges: there are only 3 seats"),
        (
            {"topic": "x", "rounds": [{"key": "qa"}, {"key": "qa"}]},
            UsageError,
            "rounds: a round is named twice",
        ),
        ({"workflow": "discuss", "topic": "x", "upload": "u"}, UsageError, "upload: only a build"),
        ({"workflow": "code-red", "rehearsal": True, "topic": "x"}, UsageError, "rehearsal:"),
    ],
)
async def test_what_cannot_be_meant_is_named(
    project: Path, fields: dict[str, Any], error: type[RoundtableError], words: str
) -> None:
    with pytest.raises(error, match=words):
        await drawn(project, **fields)


def test_money_is_whole_millionths() -> None:
    assert budget(Caps(max_cost_usd=0.1)).max_cost_microusd == 100_000
    assert budget(Caps()).max_cost_microusd is None
