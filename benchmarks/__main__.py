"""`python -m benchmarks [NAME …]`: run all benchmarks, or those named; 1 if a goal is not held."""

import importlib
import sys

from benchmarks.goals import tell
from benchmarks.machine import describe

ALL = (
    *("start", "engine", "memory", "tokens", "chunking", "applying", "viewers"),
    *("container_checks", "first_output"),
)
IN_BROWSER = ("product", "streaming")
"""They need the built client and a Chromium: `make bench-web`."""


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in (*ALL, *IN_BROWSER)]
    if unknown:
        known = ", ".join((*ALL, *IN_BROWSER))
        print(f"there is no benchmark {', '.join(unknown)}; one of: {known}")
        return 2
    print(describe())
    missed = 0
    for name in names or ALL:
        missed += tell(importlib.import_module(f"benchmarks.{name}").run())
    if missed:
        print(f"goals that were NOT held: {missed}")
    return 1 if missed else 0


sys.exit(main(sys.argv[1:]))
