"""The docker command's own settings: it would put the proxies among them, and so their passwords,
into every container and every build. It is given settings without them; who may reach others is
told of the proxies by us."""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from urllib.parse import unquote

_NAMES = {
    "httpProxy": "HTTP_PROXY",
    "httpsProxy": "HTTPS_PROXY",
    "ftpProxy": "FTP_PROXY",
    "noProxy": "NO_PROXY",
    "allProxy": "ALL_PROXY",
}
_KEPT = ("currentContext", "HttpHeaders", "cliPluginsExtraDirs")
"""What leads to the engine. Keys for registries are for who fetches, and has all settings."""
_SHARED = ("contexts", "cli-plugins")


def proxies() -> dict[str, str]:
    """The developer's proxies, by the names of variables for them."""
    told = _settings().get("proxies")
    if not isinstance(told, dict):
        return {}
    ours = told.get(os.environ.get("DOCKER_HOST", "")) or told.get("default")
    values = ours.items() if isinstance(ours, dict) else ()
    named = {_NAMES[key]: value for key, value in values if key in _NAMES and _is_plain(value)}
    return named | {name.lower(): value for name, value in named.items()}


def passwords() -> Iterator[str]:
    """What of those is nobody's business."""
    for value in set(proxies().values()):
        account, at, _ = value.rpartition("://")[2].rpartition("@")
        if at:
            password = account.partition(":")[2]
            yield from (account, password, unquote(account), unquote(password))


def without_proxies(environment: Mapping[str, str], state: Path) -> Mapping[str, str]:
    """The environment of a command that knows of no proxies; OSError where none can be made."""
    settings, own = _settings(), _folder()
    if "proxies" not in settings:
        return environment
    folder = state / f"docker-{hashlib.sha256(str(own).encode()).hexdigest()[:12]}"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    kept = {name: settings[name] for name in _KEPT if name in settings}
    with NamedTemporaryFile("w", dir=folder, delete=False) as file:
        json.dump(kept, file)
    Path(file.name).replace(folder / "config.json")
    for name in _SHARED:
        _lead(folder / name, own / name)
    changed = {**environment, "DOCKER_CONFIG": str(folder)}
    if "DOCKER_TLS_VERIFY" in environment:
        changed.setdefault("DOCKER_CERT_PATH", str(own))
    return changed


def _lead(link: Path, there: Path) -> None:
    if not (link.is_symlink() and link.readlink() == there):
        with suppress(FileNotFoundError):
            link.unlink()
        with suppress(FileExistsError):  # another process of ours was faster
            link.symlink_to(there)


def _folder() -> Path:
    return Path(os.environ.get("DOCKER_CONFIG") or Path.home() / ".docker").absolute()


def _settings() -> dict[str, object]:
    try:
        told = json.loads((_folder() / "config.json").read_bytes())
    except (OSError, ValueError, RuntimeError):
        return {}
    return told if isinstance(told, dict) else {}


def _is_plain(value: object) -> bool:
    """A value of one line, which is all that a variable of ours can hold."""
    return isinstance(value, str) and bool(value) and value.isprintable()
