"""Opens the user's browser at the link, by way of a page that nobody else can read.

Whatever a program is told to open stands in the list of processes, which every user of the machine
may read, and whoever comes first with the link is let in.
"""

import html
import os
import threading
import webbrowser
from pathlib import Path

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Roundtable</title>
<meta http-equiv="refresh" content="0; url={address}"></head>
<body><p><a href="{address}">Open the table</a></p></body></html>
"""


class Opening:
    """The page that leads to the link, from when a browser is told of it until it is let in."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def begin(self, address: str) -> None:
        """Have a browser open it; one that takes its time, or is not there, holds nothing up."""
        try:
            self._write(address)
        except OSError:
            return  # whoever sits at the terminal has the link
        where = self._path.as_uri()
        threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()

    def end(self) -> None:
        """The link is spent, or nobody serves it any longer."""
        self._path.unlink(missing_ok=True)

    def _write(self, address: str) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.end()
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        with os.fdopen(os.open(self._path, flags, 0o600), "w", encoding="utf-8") as out:
            out.write(_PAGE.format(address=html.escape(address)))
