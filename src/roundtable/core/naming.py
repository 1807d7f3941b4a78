"""Names of sessions: a date and a few words of the topic, as a folder can carry them."""

import re
import unicodedata
from collections.abc import Collection

_LONGEST = 48


def session_name(topic: str, date: str, taken: Collection[str]) -> str:
    """`YYYY-MM-DD-slug`, with a number behind it when that is taken."""
    base = f"{date}-{slug(topic)}"
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    return name


def slug(topic: str) -> str:
    """The first words of the topic in plain letters."""
    plain = unicodedata.normalize("NFKD", topic).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain)
    text = ""
    for word in words:
        if len(text) + len(word) >= _LONGEST:
            break
        text = f"{text}-{word}" if text else word
    return text or (words[0][:_LONGEST] if words else "session")
