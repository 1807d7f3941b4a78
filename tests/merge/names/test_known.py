"""The names that languages bring themselves."""

from roundtable.merge.names.known import ECMA, GO, JAVA, RUST


def test_each_language_knows_its_own() -> None:
    assert {"Promise", "console"} <= ECMA
    assert {"append", "error"} <= GO
    assert {"String", "Override"} <= JAVA
    assert {"Option", "println"} <= RUST
    assert not {"", "\n"} & (ECMA | GO | JAVA | RUST)
