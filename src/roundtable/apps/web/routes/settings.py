"""The project's settings, keys (written, never read), models, rounds, and what it could cost."""

import asyncio
from dataclasses import asdict

from fastapi import APIRouter

from roundtable.adapters.keys import VARIABLES, Keys, StoredKey
from roundtable.adapters.knights.catalogue import offers
from roundtable.apps.web import answers, requests
from roundtable.apps.web.configuring import configure, digest, standing
from roundtable.apps.web.drafting import draft
from roundtable.apps.web.estimating import estimated
from roundtable.apps.web.problems import Refusal, documented
from roundtable.apps.web.routes.reaching import InHall, InHouse
from roundtable.core.agenda import PRESETS, ROUNDS
from roundtable.core.config import ADAPTERS, Config
from roundtable.core.errors import UsageError
from roundtable.core.secrets import Secret

router = APIRouter(tags=["settings"])
_KEYS = documented("not_found", "invalid", "keys_unavailable")


@router.get("/settings", responses=documented("not_founded", "config_wrong", "log_unavailable"))
async def settings(hall: InHall) -> answers.SettingsTold:
    """The project's config.json."""
    # The digest is read first: should the file change in between, what was read is known as old.
    known = digest(standing(hall.table.project))
    return _told(hall.fresh().config, known)


@router.put(
    "/settings",
    responses=documented(
        "not_founded", "refused", "changed_elsewhere", "invalid", "log_unavailable"
    ),
)
async def change_settings(
    house: InHouse, hall: InHall, wanted: requests.Settings
) -> answers.SettingsTold:
    """Write config.json anew; a copy of the old one is kept, and the five newest copies remain.

    With the `digest` that was read, a file that was changed since is not written over. Settings
    that the file holds already write nothing.

    What the knights are not shown (`rules.ignore`) can be changed while nothing is at work.
    """
    return _told(*await configure(house, wanted))


@router.get("/keys", responses=documented("keys_unavailable"))
async def keys(house: InHouse) -> list[answers.KeyTold]:
    """Whose keys there are, and where; of each its last four characters."""
    found = {key.provider: key for key in await asyncio.to_thread(Keys().all)}
    return [_key_told(provider, found.get(provider)) for provider in VARIABLES]


@router.put("/keys/{provider}", responses=_KEYS)
async def keep_key(house: InHouse, provider: str, given: requests.Key) -> answers.KeyTold:
    """Keep a key on this machine. It is never sent back."""
    _refuse_unknown(provider)
    try:
        await asyncio.to_thread(Keys().put, provider, Secret(given.key))
    except UsageError as error:
        raise Refusal("invalid", error.message, error.remedy, "key") from None
    # The environment's wins over what is kept: told is the one that would be used.
    return _key_told(provider, await asyncio.to_thread(Keys().find, provider))


@router.delete("/keys/{provider}", responses=_KEYS)
async def forget_key(house: InHouse, provider: str) -> answers.KeyTold:
    """Forget a key that is kept here; the environment's is not ours to remove."""
    _refuse_unknown(provider)
    await asyncio.to_thread(Keys().remove, provider)
    return _key_told(provider, await asyncio.to_thread(Keys().find, provider))


@router.get("/models", responses=documented())
async def models(house: InHouse) -> list[answers.ModelTold]:
    """The vendors' models with their sizes and prices, as far as they are known."""
    found = await asyncio.to_thread(offers)
    return [answers.ModelTold.model_validate(asdict(offer)) for offer in found]


@router.get("/agenda", responses=documented())
async def agenda(house: InHouse) -> answers.Agendas:
    """The seven rounds with their defaults, and which of them are often wanted together."""
    return answers.Agendas(rounds=tuple(ROUNDS.values()), presets=dict(PRESETS))


@router.post(
    "/estimate",
    responses=documented(
        "invalid", "not_founded", "config_wrong", "knight_unavailable", "gone", "log_unreadable",
        "log_unavailable",
    ),
)  # fmt: skip
async def estimate(house: InHouse, hall: InHall, wanted: requests.Start) -> answers.Estimate:
    """What such a session could cost if everybody says as much as allowed; nobody is asked."""
    table = hall.fresh()
    # Whether a seat can be filled may be a question to the system's keyring, which takes its time.
    drawn = await asyncio.to_thread(draft, table, wanted, house.uploads)
    return await estimated(table, drawn)


def _told(config: Config, known: str) -> answers.SettingsTold:
    return answers.SettingsTold(
        project=config.project,
        language=config.language,
        knights=config.knights,
        rules=config.rules,
        adapters=tuple(ADAPTERS),
        digest=known,
    )


def _refuse_unknown(provider: str) -> None:
    if provider not in VARIABLES:
        raise Refusal(
            "not_found",
            "there is no such provider",
            f"one of: {', '.join(VARIABLES)}",
            "provider",
        )


def _key_told(provider: str, found: StoredKey | None) -> answers.KeyTold:
    if found is None:
        return answers.KeyTold(provider=provider, present=False)
    return answers.KeyTold(
        provider=provider,
        present=True,
        hint=found.key.hint.removeprefix("…"),
        source=found.source,
        place=found.place,
        removable=found.source != "environment",
    )
