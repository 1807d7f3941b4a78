"""The developer's keys: the environment's first, then the system's keyring, then a 0600 file.

A key is never printed, never given to a process by its arguments, and never enters the log.
"""

import contextlib
import fcntl
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from roundtable.adapters.trees.beneath import replace
from roundtable.core.errors import KeysUnavailable, UsageError
from roundtable.core.secrets import Secret

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

KeySource = Literal["environment", "keyring", "file"]

VARIABLES: dict[str, tuple[str, ...]] = {
    "anthropic": ("ANTHROPIC_API_KEY",),
    "openai": ("OPENAI_API_KEY",),
    "google": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "local": ("ROUNDTABLE_COMPATIBLE_API_KEY",),
}
"""Whose key stands in which variable; `local` is any endpoint that speaks OpenAI's protocol."""
_SERVICE = "roundtable"
_LONGEST = 4096
_PATIENCE = 10.0
"""Seconds for which another writer of the file is waited for."""


@dataclass(frozen=True, slots=True)
class StoredKey:
    provider: str
    source: KeySource
    place: str
    """The variable's name, the keyring's, or the file's path."""
    key: Secret


class Keys:
    """Where keys are looked for and kept, on this machine, for this user."""

    def __init__(self, file: Path | None = None) -> None:
        config = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
        self._file = file or Path(config) / "roundtable" / "keys.json"

    def find(self, provider: str) -> StoredKey | None:
        """The key that would be used."""
        _known(provider)
        return self._from_environment(provider) or self._kept(provider)

    def all(self) -> tuple[StoredKey, ...]:
        found = (self.find(provider) for provider in VARIABLES)
        return tuple(key for key in found if key)

    def put(self, provider: str, key: Secret) -> StoredKey:
        """Keep a key: in the keyring if there is one, else in a file only its owner can read."""
        _known(provider)
        text = _checked(key.reveal().strip())
        ring = _keyring()
        if ring is not None:
            with contextlib.suppress(Exception):  # a locked or broken keyring is no keyring
                ring.set_password(_SERVICE, provider, text)
                return StoredKey(provider, "keyring", ring.name, Secret(text))
        with self._changing() as folder:
            self._write(folder, {**self._read(), provider: text})
        return StoredKey(provider, "file", str(self._file), Secret(text))

    def remove(self, provider: str) -> bool:
        """Forget a key; False when none was kept (the environment's is not ours to remove)."""
        _known(provider)
        removed = False
        ring = _keyring()
        if ring is not None:
            with contextlib.suppress(Exception):
                if ring.get_password(_SERVICE, provider) is not None:
                    ring.delete_password(_SERVICE, provider)
                    removed = True
        if provider in self._read():
            with self._changing() as folder:
                kept = self._read()  # others may have written since
                removed = kept.pop(provider, None) is not None or removed
                self._write(folder, kept)
        return removed

    def _from_environment(self, provider: str) -> StoredKey | None:
        for name in VARIABLES[provider]:
            if value := os.environ.get(name, "").strip():
                return StoredKey(provider, "environment", name, Secret(value))
        return None

    def _kept(self, provider: str) -> StoredKey | None:
        ring = _keyring()
        if ring is not None:
            with contextlib.suppress(Exception):
                if value := ring.get_password(_SERVICE, provider):
                    return StoredKey(provider, "keyring", ring.name, Secret(value))
        value = self._read().get(provider)
        if not value or not isinstance(value, str):
            return None
        return StoredKey(provider, "file", str(self._file), Secret(value))

    def _read(self) -> dict[str, Any]:
        try:
            content = json.loads(self._file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise KeysUnavailable(
                f"the keys in {self._file} cannot be read ({error.strerror})",
                "make it a file that your user can read, or move it away",
            ) from error
        except (ValueError, RecursionError):
            content = None
        if not isinstance(content, dict):
            raise KeysUnavailable(
                f"the keys in {self._file} cannot be read: it is not a JSON object",
                "mend the file, or move it away and keep the keys anew; it is not written over",
            )
        return content

    @contextlib.contextmanager
    def _changing(self) -> Iterator[int]:
        """The file's folder, while nobody else changes the file: no thread and no process."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with contextlib.ExitStack() as held:
                folder = os.open(self._file.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
                held.callback(os.close, folder)
                # It stays there: who removed it would take it from those who wait for it.
                flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
                lock = os.open(f"{self._file.name}.lock", flags, 0o600, dir_fd=folder)
                held.callback(os.close, lock)
                self._wait_for(lock)
                yield folder
        except OSError as error:
            raise KeysUnavailable(
                f"the keys cannot be written to {self._file} ({error.strerror})",
                "make room and the folder writable, or put the key into the environment",
            ) from error

    def _wait_for(self, lock: int) -> None:
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > until:
                    raise KeysUnavailable(
                        f"another program has been writing {self._file} for {_PATIENCE:.0f} s",
                        "close it, then try again",
                    ) from None
                time.sleep(0.01)
            else:
                return

    def _write(self, folder: int, keys: dict[str, Any]) -> None:
        content = json.dumps(keys).encode()
        replace(folder, self._file.name, 0o600, lambda out: out.write(content))
        os.fsync(folder)


def _checked(text: str) -> str:
    """A key as vendors give them out; what is wrong is told without a character of it."""
    wrong, remedy = "", "paste the key alone, on one line"
    if not text:
        wrong = "it is empty"
    elif len(text) > _LONGEST:
        wrong = f"it has more than {_LONGEST:,} characters"
    elif any(character.isspace() or not character.isprintable() for character in text):
        wrong = "it has a blank or an invisible character in it"
    elif not text.isascii():
        wrong, remedy = "it has a character in it that is not ASCII", "copy it anew, and it alone"
    if wrong:
        raise UsageError(f"key: {wrong}", remedy)
    return text


def _known(provider: str) -> None:
    if provider not in VARIABLES:
        raise UsageError(f"there is no provider {provider!r}", f"one of: {', '.join(VARIABLES)}")


def _keyring() -> "KeyringBackend | None":
    """The system's keyring, or None where there is none that works."""
    if os.environ.get("ROUNDTABLE_KEYRING") == "off":
        return None
    try:
        import keyring

        ring = keyring.get_keyring()
    except Exception:
        return None
    return ring if ring.priority > 0 else None
