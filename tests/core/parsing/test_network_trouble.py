"""What the tools of an offline build say, and what only sounds like it."""

import time

import pytest

from roundtable.core.parsing.network_trouble import wanted_network


@pytest.mark.parametrize(
    "said",
    [
        "ERROR: No matching distribution found for fastapi==0.110",
        "socket.gaierror: [Errno -3] Temporary failure in name resolution",
        "socket.gaierror: [Errno -2] Name or service not known",
        "WARNING: Retrying after connection broken by 'NewConnectionError(': [Errno 101]",
        "npm error code EAI_AGAIN",
        "npm ERR! request to https://x.test/vite failed, reason: getaddrinfo ENOTFOUND x.test",
        "E: Failed to fetch http://x.test/a.deb  Could not resolve 'x.test'",
        "  Temporary failure resolving 'x.test'",
        "curl: (6) Could not resolve host: x.test",
        "curl: (6) Couldn't resolve host 'x.test'",
        "wget: bad address 'x.test'",
        "wget: unable to resolve host address 'x.test'",
        "WARNING: fetching https://x.test/APKINDEX: temporary error (try again later)",
        "go: x.test/a@v1: dial tcp: lookup x.test on 127.0.0.11:53: no such host",
        "fatal: unable to access 'https://x.test/a.git/': Could not resolve host: x.test",
        "error: dns error: failed to lookup address information",
        "java.net.UnknownHostException: x.test",
        "connect: Network is unreachable",
        "OSError: [Errno 101] Network unreachable",
        "OSError: [Errno 113] No route to host",
    ],
)
def test_what_a_tool_says_without_a_network_is_known(said: str) -> None:
    assert wanted_network(f"Collecting things\n{said}\nmore of it\n")


@pytest.mark.parametrize(
    "said",
    [
        "",
        "SyntaxError: invalid syntax",
        "ConnectionRefusedError: [Errno 111] Connection refused",
        "error: linking with cc failed: undefined reference to resolve",
        "ModuleNotFoundError: No module named 'network'",
        "/bin/sh: pip: not found",
        "resolved 12 packages",
        "test_network_is_tried ... ok",
        "could not\nresolve",
    ],
)
def test_other_failures_are_not_taken_for_it(said: str) -> None:
    assert not wanted_network(said)


def test_a_line_without_end_is_looked_at_where_it_begins_and_ends() -> None:
    began = time.process_time()
    assert wanted_network("x" * 5_000_000 + " EAI_AGAIN")
    assert wanted_network("curl: Could not resolve host: " + "x" * 5_000_000)
    assert not wanted_network("could not " * 500_000)
    assert time.process_time() - began < 2
