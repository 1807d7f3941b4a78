"""Keys: the environment wins, then the keyring, then a file that only its owner reads."""

import fcntl
import json
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend

from roundtable.adapters import keys as module
from roundtable.adapters.keys import VARIABLES, Keys
from roundtable.core.errors import KeysUnavailable, UsageError
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
    assert {path.name for path in file.parent.iterdir()} == {"keys.json", "keys.json.lock"}
    assert stat.S_IMODE((file.parent / "keys.json.lock").stat().st_mode) == 0o600


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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("two words", "blank"),
        ("line\nline", "blank"),
        ("tab\tbed", "blank"),
        ("no\u00a0break", "blank"),
        ("zero\u200bwidth", "blank"),
        ("nul\0", "blank"),
        ("x" * 5000, "4,096"),
        ("sk-schlüssel", "ASCII"),
        ("sk-\u3164filled", "ASCII"),
        ("sk-\u2010hyphen", "ASCII"),
    ],
)
def test_what_is_no_key_is_refused_by_the_fields_name(file: Path, text: str, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        Keys(file).put("openai", Secret(text))
    assert caught.value.message.startswith("key: ")
    assert told in caught.value.message
    assert caught.value.remedy
    assert not file.exists()


def test_an_unknown_provider_names_those_there_are(file: Path) -> None:
    with pytest.raises(UsageError) as caught:
        Keys(file).find("acme")
    assert "anthropic" in caught.value.remedy


@pytest.mark.parametrize("content", ['{"openai": "sk-canary', "[]", '"sk-canary"', "[" * 100_000])
def test_a_broken_file_is_told_without_its_contents_and_never_written_over(
    file: Path, content: str
) -> None:
    file.parent.mkdir()
    file.write_text(content)
    keys = Keys(file)
    for attempt in (
        lambda: keys.find("openai"),
        lambda: keys.put("openai", Secret(CANARY)),
        lambda: keys.remove("openai"),
    ):
        with pytest.raises(KeysUnavailable) as caught:
            attempt()
        assert "canary" not in caught.value.message + caught.value.remedy
        assert str(file) in caught.value.message
        assert "move it away" in caught.value.remedy
    assert file.read_text() == content


def test_what_a_newer_version_may_have_kept_stays(file: Path) -> None:
    file.parent.mkdir()
    file.write_text('{"other": "x", "later": {"a": 1}, "google": 7}')
    keys = Keys(file)
    assert keys.find("google") is None
    keys.put("openai", Secret(CANARY))
    kept = {"other": "x", "later": {"a": 1}, "google": 7}
    assert json.loads(file.read_text()) == {**kept, "openai": CANARY}
    assert keys.remove("openai")
    assert json.loads(file.read_text()) == kept


def test_of_keys_that_threads_keep_at_once_none_is_lost(file: Path) -> None:
    for number in range(15):
        file.unlink(missing_ok=True)
        with ThreadPoolExecutor(4) as pool:
            kept = [
                pool.submit(Keys(file).put, provider, Secret(f"{provider}-{number}"))
                for provider in VARIABLES
            ]
        assert all(one.result().source == "file" for one in kept)
        assert json.loads(file.read_text()) == {name: f"{name}-{number}" for name in VARIABLES}
    assert {path.name for path in file.parent.iterdir()} == {"keys.json", "keys.json.lock"}


_KEEPER = """
import sys
from pathlib import Path
from roundtable.adapters.keys import Keys
from roundtable.core.secrets import Secret
for number in range(40):
    Keys(Path(sys.argv[1])).put(sys.argv[2], Secret(f"{sys.argv[2]}-{number}"))
    if number < 39:
        assert Keys(Path(sys.argv[1])).remove(sys.argv[2]), "another process took it away"
"""


def test_of_keys_that_processes_keep_at_once_none_is_lost(file: Path) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", _KEEPER, str(file), provider])
        for provider in VARIABLES
    ]
    assert [process.wait(60) for process in started] == [0] * len(VARIABLES)
    assert json.loads(file.read_text()) == {name: f"{name}-39" for name in VARIABLES}


def test_a_writer_that_never_ends_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys(file)
    keys.put("openai", Secret(CANARY))
    monkeypatch.setattr(module, "_PATIENCE", 0.1)
    with (file.parent / "keys.json.lock").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(KeysUnavailable, match="another program"):
            keys.put("openai", Secret("sk-other"))
        found = keys.find("openai")
        assert found is not None, "who reads does not wait"
    assert keys.put("openai", Secret("sk-other")).source == "file"


_FULL = """
import resource, signal, sys
from pathlib import Path
from roundtable.adapters.keys import Keys
from roundtable.core.errors import KeysUnavailable
from roundtable.core.secrets import Secret
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))
try:
    Keys(Path(sys.argv[1])).put("google", Secret("x" * 100))
except KeysUnavailable as error:
    print(error.message)
"""


def test_keys_that_find_no_room_leave_those_that_are_there(file: Path) -> None:
    Keys(file).put("openai", Secret(CANARY))
    told = subprocess.run(
        [sys.executable, "-c", _FULL, str(file)], capture_output=True, text=True, check=True
    )
    assert f"cannot be written to {file} (File too large)" in told.stdout
    assert json.loads(file.read_text()) == {"openai": CANARY}
    assert {path.name for path in file.parent.iterdir()} == {"keys.json", "keys.json.lock"}


def test_what_stands_in_the_files_way_is_told(file: Path) -> None:
    file.mkdir(parents=True)
    with pytest.raises(KeysUnavailable, match="Is a directory"):
        Keys(file).find("openai")
