"""An ordinary compose file, and what its plan must be."""

from dataclasses import dataclass, field
from textwrap import dedent
from typing import Any

PYTHON = "FROM python:3.12-slim\nCOPY . /app\n"
NODE = "FROM node:20-slim\nCOPY . /app\n"


@dataclass(frozen=True)
class Ordinary:
    name: str
    text: str
    order: tuple[str, ...]
    facts: dict[str, Any] = field(default_factory=dict)
    """`service.field` as it must be in the plan."""
    notes: tuple[str, ...] = ()
    """Words that the notes must have."""
    files: dict[str, str] = field(default_factory=lambda: {"Dockerfile": PYTHON})
    variables: dict[str, str] | None = None

    def __str__(self) -> str:
        return self.name


def ordinary(name: str, text: str, order: str, **rest: Any) -> Ordinary:
    return Ordinary(name, dedent(text).lstrip("\n"), tuple(order.split()), **rest)
