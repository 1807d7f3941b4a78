"""The machine's clocks, as the log writes them."""

import re

from roundtable.adapters.clocks import SystemClock


def test_the_wall_clock_is_utc_with_milliseconds() -> None:
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", SystemClock().now())


def test_the_other_clock_never_goes_back() -> None:
    clock = SystemClock()
    assert clock.monotonic() <= clock.monotonic()
