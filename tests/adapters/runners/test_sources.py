"""What a Dockerfile copies and is not there is named by its line, before anything is built."""

import pytest

from roundtable.adapters.runners.dockerfiles.lowering import lower
from roundtable.adapters.runners.dockerfiles.reading import read
from roundtable.adapters.runners.plans import BuildSource
from roundtable.adapters.runners.sources import missing
from roundtable.core.build_events import ProjectFile

NAMES = ("app/main.py", "notes.txt", "secret.pem", "api/x.py", "a b.txt")
FILES = {name: ProjectFile(path=name, text="x") for name in NAMES} | {
    ".dockerignore": ProjectFile(path=".dockerignore", text="*.pem\n")
}


def absent(*lines: str, context: str = "") -> str | None:
    source = BuildSource("Dockerfile", "\n".join(("FROM a", *lines, "")), context=context)
    return missing(source, lower(read(source)), FILES)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("COPY requirements.txt .", "COPY requirements.txt .: requirements.txt is not in the"),
        ("COPY app ./app/none.py /x/", "./app/none.py is not in the project."),
        ("COPY secret.pem /x", "secret.pem is left out by .dockerignore."),
        ("ADD nothing /x", "nothing is not in the project."),
        ("COPY app/main.py/x /x", "app/main.py/x is not in the project."),
        ("RUN --mount=type=bind,source=no.txt,target=/x y", "no.txt is not in the project."),
    ],
)
def test_a_file_that_is_not_there_is_named_with_its_line(line: str, words: str) -> None:
    told = absent("WORKDIR /app", line)
    assert told is not None
    assert told.startswith("Dockerfile:3: ")
    assert words in told


def test_the_first_line_of_several_is_named_whatever_stage_it_is_in() -> None:
    told = absent("COPY one /x", "FROM b", "COPY two /x", "COPY --from=0 /x /x")
    assert told is not None
    assert told.startswith("Dockerfile:2: COPY one /x: ")


def test_a_folder_is_looked_at_from_its_own_top() -> None:
    assert absent("COPY x.py /x", context="api") is None
    told = absent("COPY notes.txt /x", context="api")
    assert told is not None
    assert told.endswith("notes.txt is not in the folder api of the project.")


@pytest.mark.parametrize(
    "line",
    [
        *("COPY . .", "COPY / /x", "COPY ./app /x", "COPY app/ /x", "COPY app/../notes.txt /x"),
        *('COPY ["a b.txt", "/x"]', "COPY <<EOF /x\nEOF", "COPY none* /x", "COPY no[ne] /x"),
        *("COPY --from=other /none /x", "ARG f=notes.txt\nCOPY $f /x"),
        "RUN --mount=type=bind,target=/x --mount=type=cache,target=/c y",
    ],
)
def test_what_is_there_or_left_to_the_builder_is_let_through(line: str) -> None:
    assert absent(line) is None
