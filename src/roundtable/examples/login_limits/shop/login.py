"""Signing in."""

import hashlib
import hmac
import sqlite3


def check_password(database: sqlite3.Connection, email: str, password: str) -> bool:
    row = database.execute(
        "SELECT salt, digest FROM customers WHERE email = ?", (email.lower(),)
    ).fetchone()
    if row is None:
        return False
    salt, digest = row
    given = hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)
    return hmac.compare_digest(given, digest)
