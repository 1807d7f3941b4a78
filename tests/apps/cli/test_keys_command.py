"""Keys are typed in, kept unseen, listed by four letters, and forgotten."""

from pathlib import Path

import pytest

from roundtable.adapters.keys import VARIABLES
from tests.apps.conftest import Run

CANARY = "sk-canary-0123456789abcdef"


@pytest.fixture(autouse=True)
def _bare(bare: object) -> None:
    """No key of this machine's plays a part."""


def test_a_key_is_kept_listed_and_forgotten_and_never_shown(run: Run) -> None:
    outputs = [run("keys", "set", "openai", stdin=f"{CANARY}\n".encode())]
    outputs.append(run("keys", "list"))
    assert "…cdef" in outputs[1][1]
    assert "from the file" in outputs[1][1]
    outputs.append(run("keys", "remove", "openai"))
    outputs.append(run("keys", "remove", "openai"))
    assert "forgotten" in outputs[2][1]
    assert "not kept here" in outputs[3][1]
    assert all(code == 0 and CANARY not in out + err for code, out, err in outputs)


def test_the_environment_is_said_to_win(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-other-0123456789")
    out = run("keys", "set", "openai", stdin=CANARY.encode())[1]
    assert "OPENAI_API_KEY in the environment wins" in out


def test_nothing_typed_is_refused(run: Run) -> None:
    code, _, err = run("keys", "set", "google", stdin=b"\n")
    assert code == 2
    assert "no key" in err


@pytest.mark.parametrize("typed", ["sk-canary-ü", "sk-canary key", "sk-canary\u3164"])
def test_what_cannot_be_a_key_is_refused_by_the_fields_name(run: Run, typed: str) -> None:
    code, out, err = run("keys", "set", "openai", stdin=f"{typed}\n".encode())
    assert (code, out) == (2, "")
    assert "key: it has a" in err
    assert "canary" not in err
    assert "from the" not in run("keys", "list")[1]


def test_bytes_that_are_no_text_are_refused_and_not_shown(run: Run) -> None:
    code, _, err = run("keys", "set", "openai", stdin=b"sk-canary-\xff\n")
    assert code == 2
    assert "key: " in err
    assert "canary" not in err


def test_a_file_of_keys_that_is_none_is_told_and_left_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "config" / "roundtable" / "keys.json"
    file.parent.mkdir(parents=True)
    file.write_text("{sk-canary")
    for words in (("list",), ("set", "openai"), ("remove", "openai")):
        code, _, err = run("keys", *words, stdin=CANARY.encode())
        assert code == 9
        assert str(file) in err
        assert "move it away" in err
        assert "canary" not in err
    assert file.read_text() == "{sk-canary"


def test_every_provider_is_listed_with_what_to_do(run: Run) -> None:
    out = run("keys", "list")[1]
    assert all(f"roundtable keys set {provider}" in out for provider in VARIABLES)


def test_a_key_is_no_argument(run: Run) -> None:
    assert run("keys", "set", "openai", CANARY)[0] == 2
