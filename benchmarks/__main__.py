"""`python -m benchmarks [NAME …]`: run all benchmarks, or those named."""

import importlib
import sys

from benchmarks.machine import describe

ALL = ("start", "engine", "memory", "tokens", "chunking", "applying")


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in ALL]
    if unknown:
        print(f"there is no benchmark {', '.join(unknown)}; one of: {', '.join(ALL)}")
        return 2
    print(describe())
    for name in names or ALL:
        for line in importlib.import_module(f"benchmarks.{name}").run():
            print(line, flush=True)
    return 0


sys.exit(main(sys.argv[1:]))
