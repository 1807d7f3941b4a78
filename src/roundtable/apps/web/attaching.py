"""Answers that a browser keeps as a file and never opens as a page of ours."""

import re

from starlette.responses import Response

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'none'; sandbox"
)
"""Should one be opened nonetheless: it shows itself, and does nothing."""
_PLAIN = re.compile(r"[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*")


def attached(data: bytes, name: str, ending: str, media_type: str) -> Response:
    """This content as a file of that name, of which only plain letters are taken."""
    plain = "-".join(_PLAIN.findall(name))[:100] or "session"
    return Response(
        data,
        media_type=media_type,
        headers={
            "content-disposition": f'attachment; filename="{plain}.{ending}"',
            "content-security-policy": POLICY,
        },
    )
