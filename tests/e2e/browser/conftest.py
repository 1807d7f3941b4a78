"""The product as its user meets it: `roundtable serve` as a process, and a real browser.

    pytestmark = pytest.mark.asyncio(loop_scope="session")   # one loop, for one browser serves all

    async def test_a_table_is_convened(site: Site) -> None:
        page = await site.page("/projects")        # a signed-in profile of its own, at this address
        ...
        assert site.outside == []                  # nobody but our server was asked for anything
        assert site.errors == []                   # no uncaught error, nothing for the CSP to block

- `browser`: Debian's Chromium, one a process of pytest.
- `project`: a folder with three scripted knights who discuss and build; rewrite `script.yaml` in it
  with `play(project, {...})` before a session begins to have them say something else.
- `site`: `project` served by `roundtable serve --port 0`. `site.base` is its address, `site.root`
  its folder; `site.context(signed_in=False, **options)` a profile, `site.page(path, **options)` a
  page in a new one. `site.server.stop(SIGKILL)` and `.start()` end it and bring it back.
- `shared_site`: the same, one for many tests, of which none changes it.
- `opened(browser, root)` in `site.py` serves any other folder.

Nothing leaves loopback: names are not resolved, and a proxy refuses and records the rest. Where the
user may make one, all of it has a network of its own (`tests/network_room.py`). Without a
Chromium, or without the built client, these tests are skipped; with REQUIRE_BROWSER=1 they fail.
"""

import json
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from roundtable.apps.web.app import CLIENT
from tests.apps.conftest import AGREES, NAMES, builders
from tests.e2e.browser.site import Site, environment, opened
from tests.e2e.conftest import COMMAND

expect.set_options(timeout=60_000)  # a machine that is busy is not a page that is broken

REBOUND = "evil.example"
"""The one name that leads somewhere: to this machine, as a name of an attacker's may."""
QUIET = (
    *("AutofillServerCommunication", "AimEnabled", "MediaRouter", "NetworkTimeServiceQuerying"),
    *("OptimizationHints", "PreconnectToSearch", "HttpsUpgrades", "PaintHolding"),
    *("HttpsFirstBalancedModeAutoEnable", "DestroyProfileOnBrowserClose", "LensOverlay"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "AvoidCorsURLLoaderRestartOnRedirect"),
)
"""What the browser does by itself: it would be taken for a page's doing.

The last list of this name wins, so that most of playwright's own is in it.
"""
UNARMED = ("LocalNetworkAccessChecks", "LocalNetworkAccessChecksWebSockets")
"""Guards of this browser's own that others lack: ours must hold without them."""
ARGUMENTS = [
    "--no-sandbox",
    "--headless=new",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join((*QUIET, *UNARMED))}",
    f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1, MAP *.{REBOUND} 127.0.0.1, "
    "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost",
]


def play(root: Path, knights: Mapping[str, object]) -> None:
    """Write the script of a project's knights anew."""
    (root / "script.yaml").write_text(json.dumps({"knights": knights}))


def chromium() -> str:
    """Where it is; without it these tests are skipped, or fail where it is required."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), "")
    missing = "" if found else "no Chromium is installed: apt install chromium, or set CHROMIUM"
    if not missing and not (CLIENT / "index.html").is_file():
        missing = "the web client is not built: make client"
    if missing and os.environ.get("REQUIRE_BROWSER") == "1":
        pytest.fail(missing)
    if missing:
        pytest.skip(missing)
    return found


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    path = chromium()
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(
            executable_path=path, headless=False, args=ARGUMENTS
        )
        yield launched
        await launched.close()


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that was set up once and is copied for each test."""
    root = tmp_path_factory.mktemp("browser") / "shop"
    root.mkdir()
    discussing = {**AGREES, "when": {"stage": ""}}
    play(root, builders(**{name: [discussing] for name in NAMES}))
    knights = [f"--knight={name}=scripted:script.yaml" for name in NAMES]
    words = ["init", "--yes", "--project", "shop", *knights]
    env = environment(root)
    subprocess.run([*COMMAND, *words], cwd=root, env=env, check=True, capture_output=True)
    return root


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_site(
    browser: Browser, template: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Site]:
    """One server for all tests that change nothing on it, or only who is signed in."""
    root = Path(shutil.copytree(template, tmp_path_factory.mktemp("shared") / "shop"))
    async with opened(browser, root) as found:
        yield found


@pytest.fixture
def project(template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(template, tmp_path / "shop"))


@pytest_asyncio.fixture(loop_scope="session")
async def site(browser: Browser, project: Path) -> AsyncIterator[Site]:
    async with opened(browser, project) as found:
        yield found
