"""A compose file as a plan of our own; `docker compose` is never run, and nothing goes to it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from roundtable.adapters.runners.composing import keys
from roundtable.adapters.runners.composing.admitting import admit
from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.find import notes_on_others
from roundtable.adapters.runners.composing.giving import declared_given
from roundtable.adapters.runners.composing.images import tagged
from roundtable.adapters.runners.composing.interpolation import Filler
from roundtable.adapters.runners.composing.networks import (
    PLAIN,
    declared_networks,
    declared_volumes,
)
from roundtable.adapters.runners.composing.nodes import Entry, Fields, Scalar
from roundtable.adapters.runners.composing.places import Tree
from roundtable.adapters.runners.composing.project import Project
from roundtable.adapters.runners.composing.services import Draft, has_profile, read_service
from roundtable.adapters.runners.composing.tree import read_tree
from roundtable.adapters.runners.composing.values import fields_of, is_empty
from roundtable.adapters.runners.composing.waiting import ordered, settled
from roundtable.adapters.runners.plans import BuildSource, Condition, RunPlan, Service

MAX_SERVICES = 12


def read_compose(
    path: str,
    text: str,
    files: Mapping[str, str],
    variables: Mapping[str, str],
    has_variables: bool,
    others: Collection[str] = (),
) -> RunPlan:
    """What the file asks for; raises PlanRefused with every place for which it is not run.

    `files` are the project's own, `others` the names of those that are not text, `variables` the
    developer's: ours are never looked at.
    """
    docket = Docket(path)
    root = Filler(variables, docket).filled(read_tree(text, docket))
    if not isinstance(root, Fields):
        docket.fail(root.line, "the whole file", "a compose file is a mapping with services")
    taken, unneeded = admit(root, keys.TOP, docket)
    docket.note_unneeded("", unneeded)
    for note in notes_on_others(files, path):
        docket.note(note)
    tree = Tree({*files, *others})
    project = Project(
        path=path,
        files=files,
        tree=tree,
        variables=variables,
        has_variables=has_variables,
        docket=docket,
        volumes=declared_volumes(taken.get("volumes"), docket),
        networks=declared_networks(taken.get("networks"), docket),
        secrets=declared_given(taken.get("secrets"), tree, docket),
        configs=declared_given(taken.get("configs"), tree, docket),
    )
    services = _services(taken.get("services"), root, project)
    docket.close()
    return RunPlan(path, services, docket.notes)


def _services(entry: Entry | None, root: Fields, project: Project) -> tuple[Service, ...]:
    docket = project.docket
    fields = fields_of(entry, docket)
    if fields is None or not fields.entries:
        line = entry.line if entry else root.line
        docket.refuse(line, "services", "there is no service in the file")
        return ()
    left_out = [one.key for one in fields.entries if has_profile(one, docket)]
    for name in left_out:
        docket.note(f"{name} is left out: it has a profile, and none is asked for")
    run = [one for one in fields.entries if one.key not in left_out]
    if not run:
        docket.refuse(fields.line, "services", "every service is left out by its profile")
    if len(run) > MAX_SERVICES:
        reason = f"a run has {MAX_SERVICES} services at most, and here are {len(run)}"
        docket.refuse(run[MAX_SERVICES].line, run[MAX_SERVICES].key, reason)
        run = run[:MAX_SERVICES]
    project = replace(project, built=_names_built(run))
    drafts = {one.key: draft for one in run if (draft := read_service(one, project)) is not None}
    names = {one.key for one in run}
    after = {name: settled(draft.waits, names, left_out, docket) for name, draft in drafts.items()}
    built = _built_images(drafts)
    _check_health(drafts, after, built, docket)
    return _in_order(drafts, after, docket)


def _check_health(
    drafts: Mapping[str, Draft],
    after: Mapping[str, Mapping[str, Condition]],
    built: Mapping[str, BuildSource],
    docket: Docket,
) -> None:
    for name, draft in drafts.items():
        for wait in draft.waits:
            other = drafts.get(wait.target)
            if other is None or after[name].get(wait.target) != "healthy":
                continue
            if other.service.unchecked:
                reason = "its health check is switched off, so it is never found well"
                docket.refuse(wait.line, wait.shown, reason)
            elif other.service.health is None:
                docket.note(_without_check(name, other, tagged(other.image) in built))


def _without_check(name: str, other: Draft, is_built: bool) -> str:
    """What waiting for health comes to where this file says no check."""
    said = f"{other.service.name}: {name} waits for it to be healthy, and it has no check here: "
    started = "it waits until this one has started, and answers on its ports if it has any"
    if other.service.build is None and not is_built:
        return f"{said}{started}; a check in its image is not asked"
    return f"{said}the HEALTHCHECK of its Dockerfile is asked; without one {started}"


def _in_order(
    drafts: Mapping[str, Draft], after: Mapping[str, Mapping[str, Condition]], docket: Docket
) -> tuple[Service, ...]:
    order, circular = ordered(
        {name: [other for other in after[name] if other in drafts] for name in drafts}
    )
    for name in circular:
        wait = next((w for w in drafts[name].waits if w.target in circular), None)
        line = wait.line if wait else drafts[name].line
        docket.refuse(line, f"{name}: depends_on", "in the end it waits for itself")
    built = _built_images(drafts)
    aliases = _linked_names(drafts, docket)
    return tuple(_placed(drafts[name], after[name], built, aliases) for name in order)


def _placed(
    draft: Draft,
    after: Mapping[str, Condition],
    built: Mapping[str, BuildSource],
    aliases: Mapping[str, list[str]],
) -> Service:
    service = draft.service
    build = service.build or built.get(tagged(draft.image))
    linked = aliases.get(service.name, [])
    return replace(
        service,
        image="" if build else service.image,
        build=build,
        after=after,
        aliases=tuple(dict.fromkeys((*service.aliases, *linked))),
    )


def _built_images(drafts: Mapping[str, Draft]) -> dict[str, BuildSource]:
    """A service may use, by its name, the image that another one builds."""
    return {
        tagged(draft.image): draft.service.build
        for draft in drafts.values()
        if draft.image and draft.service.build is not None
    }


def _names_built(services: Sequence[Entry]) -> frozenset[str]:
    """What the services that are built call their images: nothing is fetched under these names."""
    found: set[str] = set()
    for service in services:
        entries = service.value.entries if isinstance(service.value, Fields) else ()
        said = {entry.key: entry.value for entry in entries}
        image, build = said.get("image"), said.get("build")
        if isinstance(image, Scalar) and build is not None and not is_empty(build):
            found.add(tagged(image.text))
    return frozenset(found)


def _linked_names(drafts: Mapping[str, Draft], docket: Docket) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for draft in drafts.values():
        for wait in draft.waits:
            if wait.alias and not PLAIN.fullmatch(wait.alias):
                docket.refuse(wait.line, wait.shown, "a name is of letters, digits, _ . and -")
            elif wait.alias and wait.alias != wait.target:
                found.setdefault(wait.target, []).append(wait.alias)
    return found
