"""Whether what a Dockerfile copies is there, before anything is built: a builder would not say
which line asked for it."""

import posixpath
from collections.abc import Iterator, Mapping, Sequence

from roundtable.adapters.runners.contexts import context_of, folder_of
from roundtable.adapters.runners.dockerfiles.laying import Lay, Source
from roundtable.adapters.runners.dockerfiles.lowering import BuildStage
from roundtable.adapters.runners.dockerfiles.mounts import Bind
from roundtable.adapters.runners.plans import BuildSource
from roundtable.core.build_events import ProjectFile

_NOT_PLAIN = frozenset("*?[\\")
"""A pattern may match nothing without being wrong by itself: that is left to the builder."""


def missing(
    source: BuildSource, stages: Sequence[BuildStage], files: Mapping[str, ProjectFile]
) -> str | None:
    """The first line that takes a file which is not there, and why it is not; None: none does."""
    found = sorted((one for stage in stages for one in _taken(stage)), key=lambda one: one.line)
    context = context_of(files, source.context)
    for one in found:
        if not _is_in(one.name, context):
            ignored = _is_in(one.name, folder_of(files, source.context))
            folder = f"the folder {source.context} of " if source.context else ""
            why = "left out by .dockerignore" if ignored else f"not in {folder}the project"
            return f"{source.dockerfile}:{one.line}: {one.shown}: {one.name} is {why}."
    return None


def _taken(stage: BuildStage) -> Iterator[Source]:
    for step in stage.steps:
        if isinstance(step, Lay):
            yield from step.sources
            continue
        for mount in step.mounts:
            if isinstance(mount, Bind) and mount.stage is None:
                yield Source(mount.source, step.line, step.shown)


def _is_in(name: str, context: Mapping[str, bytes]) -> bool:
    path = posixpath.normpath(f"/{name}").strip("/")
    if not path or _NOT_PLAIN & set(path):
        return True
    return path in context or any(file.startswith(f"{path}/") for file in context)
