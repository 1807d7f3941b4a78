"""A file for the browser to keep: its name is harmless, and it could do nothing as a page."""

import pytest

from roundtable.apps.web.attaching import attached
from roundtable.apps.web.gate import HEADERS


def name_of(name: str) -> str:
    found = attached(b"x", name, "zip", "application/zip").headers["content-disposition"]
    assert found.isascii()
    assert found.startswith('attachment; filename="')
    return found.removeprefix('attachment; filename="').removesuffix('"')


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("2026-01-02-where-do-they-live", "2026-01-02-where-do-they-live.zip"),
        ('x"; filename="evil.exe', "x-filename-evil.exe.zip"),
        ("../../etc/passwd", "etc-passwd.zip"),
        ("a\r\nSet-Cookie: b=1", "a-Set-Cookie-b-1.zip"),
        ("käse", "k-se.zip"),
        ("....", "session.zip"),
        ("", "session.zip"),
        ("x" * 500, "x" * 100 + ".zip"),
    ],
)
def test_a_name_is_made_of_plain_letters(name: str, shown: str) -> None:
    assert name_of(name) == shown


def test_its_policy_lets_it_do_less_than_a_page_of_ours() -> None:
    answer = attached(b"<script>", "x", "html", "text/html; charset=utf-8")
    policy = {
        part.split()[0]: part.split()[1:]
        for part in answer.headers["content-security-policy"].split("; ")
    }
    assert policy["default-src"] == ["'none'"]
    assert "sandbox" in policy and policy["sandbox"] == []
    ours = HEADERS["content-security-policy"]
    assert "script-src" in ours and "script-src" not in policy and "connect-src" not in policy
    assert answer.body == b"<script>"
