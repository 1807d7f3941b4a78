"""How long the command takes to answer, against a bare interpreter."""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.goals import Goal, Line

GOAL = 5.0
RUNS = 25


def run() -> list[Line]:
    command = Path(sys.executable).with_name("roundtable")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [command, "init", "--yes", "--knight", "A=scripted", "--knight", "B=scripted"],
            cwd=folder,
            check=True,
            capture_output=True,
        )
        subprocess.run(
            [command, "discuss", "Does it start fast?", "--yes", "--json"],
            cwd=folder,
            check=True,
            capture_output=True,
        )
        words = (["--help"], ["status"], ["list"])
        times: dict[str, list[float]] = {" ".join(w): [] for w in ([], *words)}
        for _ in range(RUNS):  # interleaved, so that a busy moment touches all alike
            times[""].append(_seconds([sys.executable, "-c", "pass"], folder))
            for w in words:
                times[" ".join(w)].append(_seconds([str(command), *w], folder))
    base = statistics.median(times.pop(""))
    lines: list[Line] = [f"start: `python -c pass` {base * 1000:.0f} ms (median of {RUNS})"]
    for name, seconds in times.items():
        taken = statistics.median(seconds)
        ms = f"{taken * 1000:.0f} ms"
        lines.append(Goal(f"start: `roundtable {name}`", taken / base, "at most", GOAL, "x", ms))
    return lines


def _seconds(command: list[str], folder: str) -> float:
    began = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began
