"""Gemini through Google's own command, on the user's account.

The command keeps transcripts and reads memory, hooks and servers from its home. So it gets a home
of its own for each turn, in which only the user's sign-in is the user's.
"""

import json
import os
import re
from collections.abc import Mapping
from contextlib import aclosing
from pathlib import Path
from typing import ClassVar

from roundtable.adapters.knights.api_knight import Tally
from roundtable.adapters.knights.catalogue import Model
from roundtable.adapters.knights.commands import CommandKnight, Message, Said, messages, number
from roundtable.adapters.knights.processes import Child, Scratch, running
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.ports import Ask, Delta, Finished

MOST_INPUT = 8 * 1024 * 1024
"""Bytes; the command reads no more, and then says nothing."""
_ARGUMENTS = (
    *("--output-format", "stream-json"),
    *("--approval-mode", "plan"),
    "--skip-trust",
    *("-e", "none"),
    *("--allowed-mcp-server-names", "none"),
)
_NO_TOOLS = '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n'
_SETTINGS = {
    # After an error in mid-stream it would begin anew, with no mark where.
    "general": {"maxAttempts": 1, "enableAutoUpdate": False, "enableAutoUpdateNotification": False},
    # It would stop at a phrase that comes again and again, and call the torn answer a success.
    "model": {"disableLoopDetection": True},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "hooksConfig": {"enabled": False},
    "skills": {"enabled": False},
}
_SIGN_IN_FILES = ("oauth_creds.json", "google_accounts.json", "gemini-credentials.json")
_KEYS = {
    "gemini-api-key": ("GEMINI_API_KEY",),
    "vertex-ai": ("GOOGLE_API_KEY", "GOOGLE_CLOUD_LOCATION", "GOOGLE_APPLICATION_CREDENTIALS"),
}
"""What else is passed on to a command whose user has chosen to sign in by it."""
_NOT_SIGNED_IN = 41
_STATUS_BY_CODE = {
    status % 256: status for status in (400, 401, 403, 404, 413, 429, 500, 502, 503, 504)
}
"""It exits with the HTTP status, of which a process can show only the last byte."""


class GeminiCliKnight(CommandKnight):
    """The command has no bound on what the model says: the listener's own bound has to do."""

    package: ClassVar[str] = "@google/gemini-cli"
    sign_in: ClassVar[str] = "gemini, and choose how to sign in"
    variables: ClassVar[tuple[str, ...]] = (
        "GEMINI_CLI_HOME",
        "GOOGLE_CLOUD_PROJECT",
        "GOOGLE_CLOUD_PROJECT_ID",
    )
    overhead_tokens: ClassVar[int] = 3_000

    def __init__(
        self,
        model: Model,
        command: str = "gemini",
        extra_environment: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(model, command, extra_environment)

    def _check(self, ask: Ask) -> None:
        if len(ask.prompt.encode("utf-8", "replace")) >= MOST_INPUT:
            detail = f"the prompt has more than the {MOST_INPUT:,} bytes that gemini reads"
            raise KnightError(ErrorKind.TOO_LONG, detail)

    async def _say(self, ask: Ask, place: Scratch) -> Said:
        program = self._program()
        env = self._home(place)
        env["GEMINI_SYSTEM_MD"] = str(place.write("system.md", ask.system))
        policy = place.write("policy.toml", _NO_TOOLS)
        argv = (program, *_ARGUMENTS, "--policy", str(policy), "-m", self._model.id)
        # It repeats the prompt on its output and leaves before a pipe has taken all of it.
        async with running(argv, env, place, through_file=True) as child:
            child.tell(ask.prompt)
            child.hush()
            async with aclosing(self._answer(ask, child)) as items:
                async for item in items:
                    yield item

    def _home(self, place: Scratch) -> dict[str, str]:
        """The environment, with a home that holds our settings and leads to the user's sign-in."""
        env = self._environment(place, GEMINI_CLI_NO_RELAUNCH="1", NO_BROWSER="true")
        theirs = Path(env.get("GEMINI_CLI_HOME") or env.get("HOME", "/"), ".gemini")
        chosen = _chosen(theirs)
        auth = {"security": {"auth": {"selectedType": chosen}}} if chosen else {}
        ours = place.write("home/.gemini/settings.json", json.dumps(_SETTINGS | auth)).parent
        for name in _SIGN_IN_FILES:
            if (theirs / name).exists():
                (ours / name).symlink_to(theirs / name)
        # It looks for variables in every folder above its own, and takes the first file it finds:
        # it must be the user's, not one that somebody left in a folder open to all.
        variables = place.write(".gemini/.env", "")
        if (theirs / ".env").exists():
            variables.unlink()
            variables.symlink_to(theirs / ".env")
        keys = {name: os.environ[name] for name in _KEYS.get(chosen, ()) if name in os.environ}
        return keys | env | {"GEMINI_CLI_HOME": str(ours.parent)}

    async def _answer(self, ask: Ask, child: Child) -> Said:
        pieces: list[str] = []
        problem = ""
        async with aclosing(messages(child)) as told:
            async for message in told:
                kind = message.get("type")
                if kind == "message" and message.get("role") == "assistant":
                    piece = message.get("content")
                    if isinstance(piece, str) and piece:
                        pieces.append(piece)
                        yield Delta(piece)
                elif kind == "tool_use":
                    raise KnightError(ErrorKind.GARBLED, "called for a tool in place of an answer")
                elif kind == "error":
                    problem = str(message.get("message") or "")
                elif kind == "result":
                    yield await self._result(ask, message, "".join(pieces), problem, child)
                    return
        raise await self._died(child)

    async def _result(
        self, ask: Ask, message: Message, text: str, problem: str, child: Child
    ) -> Finished:
        if message.get("status") == "success" and not problem:
            return self._finished(ask, text, _tally(message.get("stats") or {}))
        # Even a success is none when something was reported on the way to it.
        error: Message = message.get("error") or {}
        told = str(error.get("message") or problem or "no reason given")
        within = re.search(r'"code": ?(\d{3})\b', told)
        status = int(within[1]) if within else _STATUS_BY_CODE.get(await child.end())
        raise self._error(told.replace("[API Error: ", "").replace("]\n", "\n").rstrip("]"), status)

    async def _died(self, child: Child) -> KnightError:
        if await child.end() == _NOT_SIGNED_IN:
            detail = f"not signed in: run {self.sign_in}"
            return KnightError(ErrorKind.NOT_SIGNED_IN, detail)
        return await super()._died(child)


def _chosen(folder: Path) -> str:
    """How the user signs in, by their settings; these may hold comments, so they are searched."""
    try:
        settings = (folder / "settings.json").read_text(encoding="utf-8")
    except (OSError, ValueError):
        settings = ""
    found = re.search(r'"selectedType"\s*:\s*"([\w-]+)"', settings)
    if found:
        return found[1]
    return "oauth-personal" if (folder / _SIGN_IN_FILES[0]).exists() else ""


def _tally(stats: Message) -> Tally:
    return Tally(
        number(stats.get("input_tokens")),
        # Thoughts are paid as output; only the total shows them.
        max(
            number(stats.get("output_tokens")),
            number(stats.get("total_tokens")) - number(stats.get("input_tokens")),
        ),
        number(stats.get("cached")),
    )
