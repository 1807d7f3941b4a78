"""Files that a build shall start from."""

import asyncio

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from roundtable.adapters.trees.contents import bytes_of
from roundtable.adapters.trees.tally import MOST_FILES, Given
from roundtable.apps.web import answers
from roundtable.apps.web.forms import FIELD, sent_files
from roundtable.apps.web.problems import Refusal, documented
from roundtable.apps.web.received import received
from roundtable.apps.web.routes.reaching import InHall, InHouse
from roundtable.core.errors import UsageError

router = APIRouter(tags=["uploads"])
MOST_TOLD = 200
"""Paths that the answer lists."""
_BYTES = "application/octet-stream"
_FORM = {
    "required": True,
    "content": {
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "required": [FIELD],
                "properties": {
                    FIELD: {
                        "type": "array",
                        "items": {"type": "string", "contentMediaType": _BYTES},
                    }
                },
            }
        }
    },
}


@router.post(
    "/uploads",
    status_code=201,
    openapi_extra={"requestBody": _FORM},
    responses=documented(
        "not_founded", "config_wrong", "invalid", "too_large", "unsupported", "too_many",
        "log_unavailable",
    ),
)  # fmt: skip
async def upload(house: InHouse, hall: InHall, request: Request) -> answers.Uploaded:
    """Files, or one ZIP. They are kept for an hour, until a session takes them.

    Each file is kept under the path that its name says, as it was sent. A ZIP with a single folder
    on top is taken without it.
    """
    ignore = tuple(hall.fresh().config.rules.ignore)
    with house.uploads.receiving():
        given = await _given(request, ignore)
    size = await asyncio.to_thread(_size, given)
    return answers.Uploaded(
        id=house.uploads.keep(given),
        origin=given.origin,
        files=len(given.files),
        bytes=size,
        paths=tuple(file.path for file in given.files[:MOST_TOLD]),
        left_out=given.left_out,
    )


@router.delete("/uploads/{upload}", status_code=204, responses=documented())
async def forget(house: InHouse, upload: str) -> None:
    """Forget an upload; one that is not there is forgotten already."""
    house.uploads.forget(upload)


async def _given(request: Request, ignore: tuple[str, ...]) -> Given:
    """What the form holds; every refusal names its field."""
    kind = request.headers.get("content-type", "")
    try:
        async with sent_files(kind, request.stream(), MOST_FILES) as files:
            return await received(files, ignore)
    except UsageError as error:
        raise Refusal("invalid", f"{FIELD}: {error.message}", error.remedy, FIELD) from error
    except ClientDisconnect:
        raise Refusal("invalid", f"{FIELD}: the upload broke off", "send it again", FIELD) from None
    except HTTPException as error:  # the gate's, where the body passes its bound
        raise Refusal("too_large", f"{FIELD}: {error.detail}", "send less", FIELD) from None


def _size(given: Given) -> int:
    return sum(len(bytes_of(file)) for file in given.files)
