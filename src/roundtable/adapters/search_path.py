"""Where commands are looked for."""

import os
from pathlib import Path


def search_path() -> str:
    """PATH without relative entries: a repository must not bring its own commands along."""
    entries = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(entry for entry in entries if Path(entry).is_absolute())
