"""Signing in works, and guessing does not."""

import hashlib
import sqlite3

from shop.login import check_password


def test_only_the_right_password_signs_in() -> None:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE customers (email TEXT, salt BLOB, digest BLOB)")
    digest = hashlib.scrypt(b"secret", salt=b"salt", n=2**14, r=8, p=1)
    database.execute("INSERT INTO customers VALUES ('a@example.com', ?, ?)", (b"salt", digest))
    assert check_password(database, "A@example.com", "secret")
    assert not check_password(database, "a@example.com", "guess")
