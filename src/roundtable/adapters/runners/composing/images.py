"""Where the image of a service comes from: one that is there, or a Dockerfile of the project."""

import re
from collections.abc import Mapping

from roundtable.adapters.runners.composing import keys
from roundtable.adapters.runners.composing.admitting import admit
from roundtable.adapters.runners.composing.docket import Docket, as_written
from roundtable.adapters.runners.composing.interpolation import withheld
from roundtable.adapters.runners.composing.labels import check_labels
from roundtable.adapters.runners.composing.nodes import Entry, Fields, Scalar
from roundtable.adapters.runners.composing.places import Misplaced, in_project, is_variables_file
from roundtable.adapters.runners.composing.project import Project
from roundtable.adapters.runners.composing.values import pairs_of, scalars_of, text_of
from roundtable.adapters.runners.dockerfiles.references import image_fault
from roundtable.adapters.runners.plans import BuildSource

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}", re.ASCII)
_CACHE = re.compile(r"type=(?:registry|gha)(?:,|$)", re.ASCII)
_STAGE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,127}", re.ASCII)


def tagged(image: str) -> str:
    """With the tag that it has where none is said."""
    return image if ":" in image.rpartition("/")[2] else f"{image}:latest"


def read_image(entry: Entry | None, project: Project) -> str:
    reference = text_of(entry, project.docket)
    if entry is None or reference is None:
        return ""
    # One rule for both: what no Dockerfile may stand on is run by no compose file either.
    fetched = tagged(reference) not in project.built
    fault = "nothing is in scratch" if reference == "scratch" else image_fault(reference, fetched)
    if fault is not None:
        of_yours = "" if "$" not in as_written(entry.value) else ", and has no variable of yours"
        project.docket.refuse_entry(entry, f"{fault}; an image is NAME or NAME:TAG{of_yours}")
    return reference


def read_build(entry: Entry | None, project: Project) -> BuildSource | None:
    if entry is None:
        return None
    if isinstance(entry.value, Scalar):
        if entry.value.kind == "null":
            return None
        return _from_context({"context": entry}, entry, project)
    if not isinstance(entry.value, Fields):
        project.docket.refuse_entry(entry, "a folder or a mapping stands here")
        return None
    taken, unneeded = admit(entry.value, keys.BUILD, project.docket)
    project.docket.note_unneeded("build: ", unneeded)
    check_labels(taken.get("labels"), project.docket)
    _check_caches(taken.get("cache_from"), project.docket)
    return _from_context(taken, entry, project)


def _check_caches(entry: Entry | None, docket: Docket) -> None:
    """An image, or a cache of a registry: none is asked. A folder of this machine is refused."""
    for node in scalars_of(entry, docket):
        if not _CACHE.match(node.text) and image_fault(node.text, fetched=False):
            docket.refuse_item(node, keys.NOTHING_ELSE)
    if entry is not None:
        docket.note_unneeded("build: ", [entry.key])


def _from_context(taken: Mapping[str, Entry], entry: Entry, project: Project) -> BuildSource | None:
    context = _context(taken.get("context"), project)
    target = text_of(taken.get("target"), project.docket) or ""
    if target and not _STAGE.fullmatch(target):
        project.docket.refuse_entry(taken["target"], "this is not the name of a stage")
    args = _args(taken.get("args"), project)
    inline = taken.get("dockerfile_inline")
    text = text_of(inline, project.docket)
    if inline is not None and "dockerfile" in taken:
        project.docket.refuse_entry(inline, "dockerfile stands beside it; only one is used")
    if context is None:
        return None
    if inline is not None and text is not None and isinstance(inline.value, Scalar):
        line = inline.value.text_line
        return BuildSource(project.path, text, line, context, target, args)
    path = _dockerfile(taken.get("dockerfile"), context, entry, project)
    if path is None:
        return None
    return BuildSource(path, project.files[path], 1, context, target, args)


def _context(entry: Entry | None, project: Project) -> str | None:
    path = text_of(entry, project.docket)
    if entry is None or path is None:
        return ""
    try:
        context = in_project(path)
    except Misplaced as refused:
        project.docket.refuse_entry(entry, f"{refused}; a build has a folder of the project")
        return None
    if not project.tree.has_folder(context):
        project.docket.refuse_entry(entry, "there is no such folder in the project")
        return None
    return context


def _dockerfile(entry: Entry | None, context: str, build: Entry, project: Project) -> str | None:
    said = entry or build
    try:
        path = in_project(text_of(entry, project.docket) or "Dockerfile", context)
    except Misplaced as refused:
        project.docket.refuse_entry(said, str(refused))
        return None
    if path not in project.files or is_variables_file(path):
        shown = "its folder has no Dockerfile" if entry is None else "it is not in the project"
        project.docket.refuse_entry(said, f"{shown}; a build needs a Dockerfile of the project")
        return None
    return path


def _args(entry: Entry | None, project: Project) -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in pairs_of(entry, project.docket):
        if not _NAME.fullmatch(pair.name):
            project.docket.refuse_item(pair.node, "this is not the name of an argument")
        elif pair.name.upper().startswith("BUILDKIT_"):
            project.docket.refuse_item(pair.node, "it would change how the builder itself works")
        elif pair.value is not None:
            found[pair.name] = pair.value
        elif pair.name in project.variables:
            # An image outlives the run, and a build tells its arguments to whoever reads it.
            project.docket.note(withheld(pair.node.line, [pair.shown_name]))
    return found
