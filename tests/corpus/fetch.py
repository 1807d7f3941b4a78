"""Fetches the pinned archives into .vendor/corpus with npm and from the index that pip uses.

Nothing is installed, unpacked, built or run; an archive that is not as pinned is refused.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from urllib.parse import unquote, urljoin, urlsplit
from urllib.request import urlopen

from tests.corpus.archives import FOLDER, Archive, pinned


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = [archive for archive in pinned() if not archive.is_as_pinned()]
    if wanted:
        print(f"Fetching {len(wanted)} archives of real code into .vendor/corpus (once) …")
    _from_npm([archive for archive in wanted if archive.registry == "npm"])
    _from_index([archive for archive in wanted if archive.registry == "pypi"])
    lacking = [archive for archive in wanted if not archive.is_as_pinned()]
    for archive in [archive for archive in lacking if archive.path.exists()]:
        archive.path.unlink()
        print(f"{archive.file} is not as pinned in tests/corpus and was removed", file=sys.stderr)
    if not lacking:
        (FOLDER / ".done").touch()
    return 1 if any(archive.registry == "pypi" or _has_npm() for archive in lacking) else 0


def _has_npm() -> bool:
    return shutil.which("npm") is not None


def _from_npm(archives: Sequence[Archive]) -> None:
    if not archives:
        return
    if not _has_npm():
        print("npm is not installed: tests on real code will say which of them were not run")
        return
    command = [
        "npm",
        "pack",
        "--ignore-scripts",
        "--loglevel=error",
        f"--pack-destination={FOLDER}",
    ]
    packages = [f"{archive.name}@{archive.version}" for archive in archives]
    subprocess.run([*command, *packages], check=True, stdout=subprocess.DEVNULL, cwd=FOLDER)


def _from_index(archives: Sequence[Archive]) -> None:
    """Not with `pip download`: that would run a package's code to learn its metadata."""
    for archive in archives:
        page = f"{_index()}/{archive.name}/"
        with urlopen(page, timeout=60) as answer:
            links = re.findall(r'href="([^"]+)"', answer.read().decode())
        found = [
            link for link in links if unquote(urlsplit(link).path).endswith(f"/{archive.file}")
        ]
        if not found:
            print(f"the index that pip uses has no {archive.file}", file=sys.stderr)
            continue
        with urlopen(urljoin(page, found[0]), timeout=60) as answer:
            archive.path.write_bytes(answer.read())


def _index() -> str:
    """The address that pip would ask on this machine."""
    from pip._internal.models.index import PyPI

    pip = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    asked = subprocess.run(pip, capture_output=True, text=True, check=False).stdout.strip()
    return (os.environ.get("PIP_INDEX_URL") or asked or PyPI.simple_url).rstrip("/")


if __name__ == "__main__":
    sys.exit(main())
