"""Keys: the environment wins, then the keyring, then a file that only its owner reads."""

import stat
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend

from roundtable.adapters.keys import VARIABLES, Keys
from roundtable.core.errors import StoreError, UsageError
from roundtable.core.secrets import Secret

CANARY = "sk-canary-0123456789abcdef"


class Ring(KeyringBackend):
    """A keyring that lives as long as a test."""

    priority = 1
    name = "test ring"

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = False

    def get_password(self, service: str, username: str) -> str | None:
        self._check()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._check()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._check()
        del self.kept[service, username]

    def _check(self) -> None:
        if self.locked:
            raise RuntimeError("locked")


@pytest.fixture(autouse=True)
def _no_keys_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    for names in VARIABLES.values():
        for name in names:
            monkeypatch.delenv(name, raising=False)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a keyring."""
    monkeypatch.setenv("ROUNDTABLE_KEYRING", "off")
    return tmp_path / "config" / "keys.json"


@pytest.fixture
def ring() -> Iterator[Ring]:
    before = keyring.get_keyring()
    ring = Ring()
    keyring.set_keyring(ring)
    yield ring
    keyring.set_keyring(before)


def test_a_key_in_a_file_is_for_its_owner_alone(file: Path) -> None:
    keys = Keys(file)
    assert keys.find("openai") is None
    keys.put("openai", Secret(CANARY))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    found = keys.find("openai")
    assert found is not None
    assert (found.source, found.key.reveal()) == ("file", CANARY)
    assert CANARY not in repr(found)
    assert [path.name for path in file.parent.iterdir()] == ["keys.json"]


def test_the_environment_wins(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys(file)
    keys.put("google", Secret(CANARY))
    monkeypatch.setenv("GOOGLE_API_KEY", "from-the-environment")
    found = keys.find("google")
    assert found is not None
    assert (found.source, found.place) == ("environment", "GOOGLE_API_KEY")


def test_a_keyring_is_preferred_to_a_file(tmp_path: Path, ring: Ring) -> None:
    keys = Keys(tmp_path / "keys.json")
    assert keys.put("anthropic", Secret(CANARY)).source == "keyring"
    assert not (tmp_path / "keys.json").exists()
    assert ring.kept == {("roundtable", "anthropic"): CANARY}
    assert keys.remove("anthropic")
    assert not keys.remove("anthropic")
    assert ring.kept == {}


def test_a_locked_keyring_is_no_keyring(tmp_path: Path, ring: Ring) -> None:
    ring.locked = True
    keys = Keys(tmp_path / "keys.json")
    assert keys.put("anthropic", Secret(CANARY)).source == "file"
    assert [key.provider for key in keys.all()] == ["anthropic"]
    assert keys.remove("anthropic")


@pytest.mark.parametrize("text", ["", "  ", "two words", "line\nline", "x" * 5000, "nul\0"])
def test_what_is_no_key_is_refused(file: Path, text: str) -> None:
    with pytest.raises(UsageError):
        Keys(file).put("openai", Secret(text))
    assert not file.exists()


def test_an_unknown_provider_names_those_there_are(file: Path) -> None:
    with pytest.raises(UsageError) as caught:
        Keys(file).find("acme")
    assert "anthropic" in caught.value.remedy


def test_a_broken_file_is_told_without_its_contents(file: Path) -> None:
    file.parent.mkdir()
    file.write_text('{"openai": "sk-canary')
    with pytest.raises(StoreError) as caught:
        Keys(file).find("openai")
    assert "canary" not in caught.value.message
    assert str(file) in caught.value.message
