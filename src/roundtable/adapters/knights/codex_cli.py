"""GPT through OpenAI's own command, on the user's subscription.

`codex app-server` is asked first, since it passes the text on as it comes; where this command is
too old or too new for it, `codex exec` answers in one piece.
"""

import json
import re
import time
import tomllib
from collections.abc import Mapping
from contextlib import aclosing
from pathlib import Path
from typing import ClassVar

from roundtable.adapters.knights.api_knight import Tally
from roundtable.adapters.knights.catalogue import Model
from roundtable.adapters.knights.codex_app_server import AppServer, NoAppServer, codex_error
from roundtable.adapters.knights.commands import CommandKnight, Message, Said, messages, number
from roundtable.adapters.knights.processes import Child, Scratch, running
from roundtable.core.budget import Usage
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.ports import Ask, Delta, Finished

MOST_CHARACTERS = 1_048_576
"""The command refuses a longer prompt."""
SIGNED_IN_SECONDS = 300.0
"""How long an answer to "is somebody signed in?" is believed."""
_OFF = (
    "shell_tool", "unified_exec", "multi_agent", "goals", "view_image", "plugins", "apps", "hooks",
    "sleep_tool", "tool_suggest", "image_generation", "skill_search", "computer_use",
    "browser_use", "memories", "shell_snapshot", "unbounded_connection_retries",
)  # fmt: skip
_SETTINGS = (
    # As settings rather than flags: a name that a later version has dropped is passed over.
    *(f"features.{name}=false" for name in _OFF),
    "agents.enabled=false",
    'web_search="disabled"',
    'approval_policy="never"',
    'sandbox_mode="read-only"',
    "notify=[]",
    "project_doc_max_bytes=0",
    "skills.include_instructions=false",
    "include_permissions_instructions=false",
    "include_environment_context=false",
    "include_collaboration_mode_instructions=false",
    "include_apps_instructions=false",
    "check_for_update_on_startup=false",
)
_NO_TOOLS = "Tools are switched off at this table: a call does nothing. Answer in words."


class CodexCliKnight(CommandKnight):
    """The command has no bound on what the model says: the listener's own bound has to do.

    Some models are always offered a tool or two. All are without effect; a model that calls for
    one is told so once, and may then answer, which its worst case allows for.
    """

    package: ClassVar[str] = "@openai/codex"
    sign_in: ClassVar[str] = "codex login"
    variables: ClassVar[tuple[str, ...]] = ("CODEX_HOME",)
    overhead_tokens: ClassVar[int] = 8_000

    def __init__(
        self,
        model: Model,
        command: str = "codex",
        extra_environment: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(model, command, extra_environment)
        self._app_server = True
        self._believed_until = 0.0

    @property
    def context_tokens(self) -> int:
        return min(super().context_tokens, MOST_CHARACTERS // 3)

    def worst_case(self, ask: Ask) -> Usage:
        once = super().worst_case(ask)
        return self._priced(Tally(2 * once.input_tokens, 2 * once.output_tokens))

    def _check(self, ask: Ask) -> None:
        if len(ask.prompt) > MOST_CHARACTERS:
            detail = f"the prompt has more than the {MOST_CHARACTERS:,} characters that codex reads"
            raise KnightError(ErrorKind.TOO_LONG, detail)

    async def _say(self, ask: Ask, place: Scratch) -> Said:
        program = self._program()
        env = self._environment(place)
        if self._app_server:
            try:
                async with aclosing(self._say_live(program, env, ask, place)) as items:
                    async for item in items:
                        yield item
                return
            except NoAppServer:
                self._app_server = False
        await self._check_sign_in(program, env, place)
        async with aclosing(self._say_whole(program, env, ask, place)) as items:
            async for item in items:
                yield item

    async def _say_live(
        self, program: str, env: Mapping[str, str], ask: Ask, place: Scratch
    ) -> Said:
        argv = (program, "app-server", *_settings(env, place))
        async with running(argv, env, place) as child:
            server = AppServer(child, self._model, ask.prompt, _instructions(ask), place.empty)
            pieces: list[str] = []
            async with aclosing(server.deltas()) as deltas:
                async for delta in deltas:
                    pieces.append(delta.text)
                    yield delta
            if server.problem:
                raise codex_error(self._error, *server.problem)
            if not server.done:
                raise await self._died(child)
        yield self._finished(ask, server.text or "".join(pieces), server.tally)

    async def _say_whole(
        self, program: str, env: Mapping[str, str], ask: Ask, place: Scratch
    ) -> Said:
        system = place.write("system.md", _instructions(ask))
        argv = (
            *(program, "exec", "--json", "--skip-git-repo-check", "--ephemeral"),
            *("-s", "read-only", "--ignore-rules", "-m", self._model.id),
            *_settings(env, place, f"model_instructions_file={json.dumps(str(system))}"),
            "-",
        )
        async with running(argv, env, place) as child:
            child.tell(ask.prompt)
            child.hush()
            finished = await self._whole(ask, child)
        yield Delta(finished.text)
        yield finished

    async def _whole(self, ask: Ask, child: Child) -> Finished:
        text = ""
        async with aclosing(messages(child)) as told:
            async for message in told:
                item: Message = message.get("item") or {}
                if message.get("type") == "item.completed" and item.get("type") == "agent_message":
                    text = str(item.get("text") or "")
                elif message.get("type") == "turn.completed":
                    return self._finished(ask, text, _tally(message.get("usage") or {}))
                elif message.get("type") == "turn.failed":
                    error: Message = message.get("error") or {}
                    told_by = str(error.get("message") or "no reason given")
                    status = re.search(r"status:? (\d{3})\b", told_by)
                    raise self._error(told_by, int(status[1]) if status else None)
        raise await self._died(child)

    async def _check_sign_in(self, program: str, env: Mapping[str, str], place: Scratch) -> None:
        """`codex exec` tries for over a minute when nobody is signed in, so it is asked first."""
        if time.monotonic() < self._believed_until:
            return
        async with running((program, "login", "status"), env, place) as child:
            child.hush()
            if await child.end() != 0:
                raise self._error("not logged in")
        self._believed_until = time.monotonic() + SIGNED_IN_SECONDS


def _instructions(ask: Ask) -> str:
    return f"{ask.system}\n\n{_NO_TOOLS}"


def _settings(env: Mapping[str, str], place: Scratch, *more: str) -> tuple[str, ...]:
    # Its notes on the turn go where the turn goes. In the user's folder they would stay, and
    # commands that start together there for the first time are in each other's way.
    notes = f"sqlite_home={json.dumps(str(place.folder / 'notes'))}"
    settings = (*_SETTINGS, notes, *_no_servers(env), *more)
    return tuple(word for setting in settings for word in ("-c", setting))


def _no_servers(env: Mapping[str, str]) -> tuple[str, ...]:
    """Settings that switch off each MCP server of the user's: there is none for all of them."""
    home = Path(env.get("CODEX_HOME") or Path(env.get("HOME", "/"), ".codex"))
    try:
        config = tomllib.loads((home / "config.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ()
    servers = config.get("mcp_servers")
    names = servers if isinstance(servers, dict) else {}
    return tuple(
        f"mcp_servers.{name}.enabled=false" for name in names if re.fullmatch(r"[\w-]+", name)
    )


def _tally(usage: Message) -> Tally:
    return Tally(
        number(usage.get("input_tokens")),
        number(usage.get("output_tokens")),
        number(usage.get("cached_input_tokens")),
    )
