"""Whether a program's output shows that it wanted a network which it did not have."""

import re

_LONGEST = 400
"""Of a longer line only its beginning and its end are looked at."""

_SIGNS = re.compile(
    "|".join(
        (
            # names that were not resolved
            r"name or service not known",
            r"(?:temporary failure in|failure in) name resolution",
            r"temporary failure resolving",
            r"temporary error \(try again later\)",  # apk
            r"could(?: not|n't) resolve",
            r"unable to resolve host",
            r"failed to resolve '",
            r"nodename nor servname provided",
            r"no address associated with hostname",
            r"dns error: ",
            r"failed to lookup address",
            r"bad address '",  # busybox
            r"dial tcp: lookup ",
            r"unknownhostexception",
            r"\b(?:EAI_AGAIN|ENOTFOUND|ENETUNREACH|ENETDOWN|EHOSTUNREACH)\b",
            # nobody was reached
            r"network (?:is )?unreachable",
            r"no route to host",
            r"newconnectionerror",
            r"could not connect to \S+:\d+ \(",  # apt
            r"err_internet_disconnected",
            r"network request failed",
            r"unable to access 'https?://",  # git
            r"spurious network error",  # cargo
            # what pip says in the end, whatever it was told on the way
            r"no matching distribution found for",
        )
    ),
    re.IGNORECASE,
)


def wanted_network(text: str) -> bool:
    """True: a line of it is what a program says that looked for others and found no way out.

    A connection that is refused is none: somebody was there, or it was this very machine.
    """
    return any(_SIGNS.search(_short(line)) for line in text.splitlines())


def _short(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]}\n{line[-_LONGEST // 2 :]}"
