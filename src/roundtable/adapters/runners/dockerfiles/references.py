"""Names of images and platforms: plain ones, of places that are not this machine or its nets."""

import ipaddress
import re

_COMPONENT = r"[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*"
_DOMAIN = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*"
_REFERENCE = re.compile(
    rf"(?:(?P<domain>{_DOMAIN}(?::[0-9]{{1,5}})?)/)?"
    rf"(?P<path>{_COMPONENT}(?:/{_COMPONENT})*)"
    r"(?P<tag>:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?"
    r"(?P<digest>@sha256:[0-9a-f]{64})?"
)
_IDENTITY = re.compile(r"[0-9a-f]{12,64}")
_FRONTEND = re.compile(
    r"(?:docker\.io/)?docker/dockerfile"
    r"(?::(?:latest|labs|1(?:\.[0-9]{1,3}){0,2}(?:-labs)?))?(?:@sha256:[0-9a-f]{64})?"
)
_PLATFORM = re.compile(
    r"linux/(?:amd64(?:/v[1-4])?|arm64(?:/v8)?|arm(?:/v[5-7])?|386|ppc64le|s390x|riscv64)"
)
_HERE = ("localhost", "internal", "local", "localdomain", "lan", "home", "arpa")
"""The last part of names that lead to this machine, or to its neighbours."""
OURS = "roundtable"
LONGEST = 255


def image_fault(image: str, fetched: bool = True) -> str | None:
    """Why this is no image to build on; None: it is one.

    `fetched`: nobody is asked for one that is built here, whatever host its name begins with.
    """
    if image == "scratch":
        return None
    match = _REFERENCE.fullmatch(image) if len(image) <= LONGEST else None
    if match is None:
        return "no plain name of an image"
    domain, path = match["domain"], match["path"]
    if domain and not ("." in domain or ":" in domain or domain == "localhost"):
        domain, path = None, f"{domain}/{path}"
        if path != path.lower():
            return "no plain name of an image"
    # Engines take this for what stands before every name without a folder.
    path = path.removeprefix("library/")
    first = path.split("/")[0]
    if path == "sha256" or _IDENTITY.fullmatch(path):
        return "the identity of an image on this machine instead of a name"
    if re.split(r"[._-]", first)[0] == OURS:
        return "a name that is kept for our own images"
    if domain and fetched:
        return host_fault(domain.rpartition(":")[0] if ":" in domain else domain)
    return None


def host_fault(host: str) -> str | None:
    """Why nothing is fetched from this host; None: it may be."""
    bare = host.strip("[]").rstrip(".").lower()
    try:
        ipaddress.ip_address(bare)
    except ValueError:
        pass
    else:
        return "an address instead of a name"
    last = bare.rpartition(".")[2]
    if not bare or last in _HERE or "." not in bare:
        return "a host of this machine or its neighbourhood"
    if last.isdigit() or last.startswith("0x"):
        return "an address instead of a name"
    return None


def platform_fault(platform: str) -> str | None:
    return None if _PLATFORM.fullmatch(platform) else "no platform that is known here"


def frontend_fault(syntax: str) -> str | None:
    """Why this reader of Dockerfiles is not let in."""
    if _FRONTEND.fullmatch(syntax):
        return None
    return "a foreign program would read the Dockerfile; docker/dockerfile is the one allowed"
