"""Which file of a project is its compose file; only one at its root counts."""

from collections.abc import Collection

NAMES = ("compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml")
"""In the order in which compose itself looks for them."""

_OVERRIDES = tuple(
    f"{stem}.override.{ending}"
    for stem in ("compose", "docker-compose")
    for ending in ("yaml", "yml")
)


def compose_file(files: Collection[str]) -> str | None:
    return next((name for name in NAMES if name in files), None)


def notes_on_others(files: Collection[str], chosen: str) -> tuple[str, ...]:
    """Files that compose would read as well, or might be taken for the one that is read."""
    overrides = [f"{name} is not used: only {chosen} is" for name in _OVERRIDES if name in files]
    rivals = [
        f"{name} is not used: {chosen} comes first"
        for name in NAMES
        if name in files and name != chosen and chosen in NAMES
    ]
    return (*overrides, *rivals)
