"""Results of tests in the output of a run, as the known runners print them.

A runner's own summary decides. Output that breaks off before its summary has no result.
"""

import re
from itertools import islice

from roundtable.core.parsing.results_compiled import (
    cargo_results,
    go_results,
    gradle_results,
    junit_results,
    rspec_results,
    surefire_results,
)
from roundtable.core.parsing.results_found import Found
from roundtable.core.parsing.results_javascript import (
    jest_results,
    mocha_results,
    node_results,
    vitest_results,
)
from roundtable.core.parsing.results_python import pytest_results, unittest_results
from roundtable.core.parsing.run_log_lines import cleaned
from roundtable.core.running import TestResults

MOST_RESULTS = 200

_READERS = (
    *(pytest_results, unittest_results),
    *(node_results, jest_results, vitest_results, mocha_results),
    *(go_results, cargo_results, surefire_results, junit_results, gradle_results, rspec_results),
)
_BUILD_STEP = re.compile(r"^#\d{1,6} \d{1,9}\.\d{1,6} ", re.MULTILINE)


def test_results(text: str) -> tuple[TestResults, ...]:
    """What each run of tests in the text came to, in the order of their summaries."""
    text = cleaned(text)
    if text.startswith("#") or "\n#" in text:
        text = _BUILD_STEP.sub("", text)
    return tuple(found.results for found in found_results(text))


def found_results(text: str) -> list[Found]:
    """The same for text that is clean already, with the places of the summaries."""
    found = [one for reader in _READERS for one in islice(reader(text), MOST_RESULTS)]
    return sorted(found, key=lambda one: one.start)[:MOST_RESULTS]
