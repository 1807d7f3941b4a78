"""What three lanes that stream at once must hold, on the page of the renderers and at the table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.goals import Goal, Line, middle

LEAST_FPS, MOST_BLOCKING, MOST_P95 = 50, 200, 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Lanes:
    """What one run showed."""

    fps: float
    blocking: float
    """Milliseconds by which tasks of the page were longer than 50."""
    p95: float
    """Milliseconds from a token to the paint that shows it."""
    missing: int
    """Marked tokens that never came into sight."""
    load: float
    problems: tuple[str, ...]
    """What the browser complained about, such as a breach of the policy."""

    def __str__(self) -> str:
        return (
            f"{self.fps:.0f} fps, {self.blocking:.0f} ms blocking, p95 {self.p95:.0f} ms to paint "
            f"(load {self.load:.1f})"
        )


def judged(name: str, runs: Sequence[Lanes]) -> Iterator[Line]:
    yield middle(f"{name}: frames a second", [r.fps for r in runs], "at least", LEAST_FPS)
    blocking = [r.blocking for r in runs]
    yield middle(f"{name}: blocking", blocking, "at most", MOST_BLOCKING, " ms")
    yield middle(f"{name}: token to paint, p95", [r.p95 for r in runs], "at most", MOST_P95, " ms")
    yield Goal(f"{name}: tokens never seen", sum(r.missing for r in runs), "at most", 0)
    problems = [problem for each in runs for problem in each.problems]
    yield Goal(f"{name}: complaints of the browser", len(problems), "at most", 0, "", *problems[:1])
