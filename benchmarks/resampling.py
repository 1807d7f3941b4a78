"""Intervals by resampling: how far a difference may be chance in which tasks were asked."""

import random
from collections.abc import Sequence

RESAMPLES = 10_000


def interval(differences: Sequence[float], seed: int = 0) -> tuple[float, float]:
    """The middle 95 % of the mean over resampled tasks; paired: one difference for each task."""
    chance = random.Random(seed)
    count = len(differences)
    means = sorted(sum(chance.choices(differences, k=count)) / count for _ in range(RESAMPLES))
    return means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1]
