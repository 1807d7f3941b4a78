"""The developer's keys: the environment's first, then the system's keyring, then a 0600 file.

A key is never printed, never given to a process by its arguments, and never enters the log.
"""

import contextlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from roundtable.core.errors import StoreError, UsageError
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
        text = key.reveal().strip()
        if not text or len(text) > _LONGEST or not text.isprintable() or " " in text:
            raise UsageError("this does not look like a key", "paste the key alone, on one line")
        ring = _keyring()
        if ring is not None:
            with contextlib.suppress(Exception):  # a locked or broken keyring is no keyring
                ring.set_password(_SERVICE, provider, text)
                return StoredKey(provider, "keyring", ring.name, Secret(text))
        self._write(self._read() | {provider: text})
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
        kept = self._read()
        if kept.pop(provider, None) is not None:
            self._write(kept)
            removed = True
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
        return StoredKey(provider, "file", str(self._file), Secret(value)) if value else None

    def _read(self) -> dict[str, str]:
        try:
            content = json.loads(self._file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise StoreError(
                f"the keys in {self._file} cannot be read ({type(error).__name__})",
                "mend or remove the file, then: roundtable keys set PROVIDER",
            ) from None
        if not isinstance(content, dict):
            return {}
        return {str(k): v for k, v in content.items() if isinstance(v, str)}

    def _write(self, keys: dict[str, str]) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            temporary = self._file.with_name(f".{self._file.name}.{os.getpid()}")
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
            with os.fdopen(os.open(temporary, flags, 0o600), "w", encoding="utf-8") as out:
                json.dump(keys, out)
            temporary.replace(self._file)
        except OSError as error:
            raise StoreError(
                f"the keys cannot be written to {self._file} ({error.strerror})",
                "make the folder writable, or put the key into the environment",
            ) from error


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
