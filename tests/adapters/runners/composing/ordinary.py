"""Compose files as projects have them; each must become a plan, and of this shape."""

from tests.adapters.runners.composing.ordinary_systems import SETTINGS, SYSTEMS
from tests.adapters.runners.composing.ordinary_web import TEMPLATES, WEB
from tests.adapters.runners.composing.shapes import Ordinary

ORDINARY: tuple[Ordinary, ...] = (*WEB, *TEMPLATES, *SETTINGS, *SYSTEMS)
