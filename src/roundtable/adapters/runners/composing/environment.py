"""The variables of a service: from its files, from its own lines, and from the developer's."""

import re
from collections.abc import Mapping

from roundtable.adapters.runners.composing import keys
from roundtable.adapters.runners.composing.admitting import admit
from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.env_files import parse_env_file
from roundtable.adapters.runners.composing.nodes import Entry, Fields, Items, Node, Scalar
from roundtable.adapters.runners.composing.places import Misplaced, in_project, is_variables_file
from roundtable.adapters.runners.composing.project import Project
from roundtable.adapters.runners.composing.values import flag_of, pairs_of, text_of
from roundtable.adapters.runners.plans import GIVE_VARIABLES

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,254}", re.ASCII)
_GIVE = "a file of variables is the developer's and is not in the project"


def read_environment(
    entries: Mapping[str, Entry], service: str, project: Project
) -> dict[str, str]:
    found: dict[str, str] = {}
    if entry := entries.get("env_file"):
        nodes = entry.value.items if isinstance(entry.value, Items) else (entry.value,)
        for node in nodes:
            found.update(_from_file(node, service, project))
    for pair in pairs_of(entries.get("environment"), project.docket):
        if not _NAME.fullmatch(pair.name):
            project.docket.refuse_item(pair.node, "this is not the name of a variable")
        elif pair.value is not None:
            found[pair.name] = pair.value
        elif pair.name in project.variables:
            found[pair.name] = project.variables[pair.name]
        else:
            project.docket.note(
                f"{service}: the variable {pair.shown_name} is not given: it is not set"
            )
    return found


def _from_file(node: Node, service: str, project: Project) -> Mapping[str, str]:
    path, required, raw = _options(node, project.docket)
    if path is None:
        return {}
    try:
        inside = in_project(path.text)
    except Misplaced as refused:
        project.docket.refuse(path.line, f"env_file: {path.source}", str(refused))
        return {}
    if not is_variables_file(inside) and inside in project.files:
        text = project.files[inside]
        return parse_env_file(inside, text, project.variables, project.docket, raw)
    if is_variables_file(inside) or inside.endswith(".env"):
        if project.has_variables:
            project.docket.note(f"{service}: for {path.source} it has the variables that are given")
            return project.variables
        reason, remedy = _GIVE, GIVE_VARIABLES
    else:
        reason, remedy = "there is no such file in the project", ""
    if required:
        project.docket.refuse(path.line, f"env_file: {path.source}", reason, remedy=remedy)
    else:
        project.docket.note(f"{service}: {path.source} is not there, and is not required")
    return {}


def _options(node: Node, docket: Docket) -> tuple[Scalar | None, bool, bool]:
    """The path, whether it must be there, and whether it is taken as it is."""
    if isinstance(node, Scalar):
        return (None if node.kind == "null" else node), True, False
    if not isinstance(node, Fields):
        docket.refuse_item(node, "the path of a file of variables stands here")
        return None, True, False
    taken, _ = admit(node, keys.ENV_FILE, docket)
    path = taken.get("path")
    if path is None or not isinstance(path.value, Scalar):
        docket.refuse_item(node, "the path of a file of variables stands here")
        return None, True, False
    form = text_of(taken.get("format"), docket)
    if form not in (None, "", "raw"):
        docket.refuse_entry(taken["format"], "the only other format is raw")
    required = "required" not in taken or flag_of(taken["required"], docket)
    return path.value, required, form == "raw"
