"""The MCP server on standard input and output: the tools and the record of one project.

A call's work is a task of its own: when the call is cancelled, or its client has gone, the session
is paused and nothing is left running. Standard output carries the protocol and nothing else.
"""

import asyncio
import logging
import os
import signal
from collections.abc import Mapping
from typing import Any, get_args

import mcp_types as types
from mcp.server.connection import allowed_log_levels
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from roundtable import __version__
from roundtable.apps.mcp import resources
from roundtable.apps.mcp.arguments import schema
from roundtable.apps.mcp.progress import Progress
from roundtable.apps.mcp.results import NOTICE, SessionTold
from roundtable.apps.mcp.tools import TOOLS, Answer, Hall, Tool
from roundtable.core.errors import CommandRefused, RoundtableError
from roundtable.core.parsing.config_errors import shown
from roundtable.core.parsing.text import clean, printable

MOST_AT_ONCE = 8
"""So many sessions are led at once; each of them asks several models."""

INSTRUCTIONS = (
    "Roundtable has several AI models deliberate on this project. Look into `decisions` before "
    f"you convene them: that takes minutes and may cost money. {NOTICE}"
)
_CLOSING = CommandRefused("the server is closing", "call again when it is back")
_LEVELS: tuple[types.LoggingLevel, ...] = get_args(types.LoggingLevel)
_log = logging.getLogger(__name__)

Context = ServerRequestContext[Any, Any]


class McpServer:
    """The server of one client. What calls have begun, `close` ends."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._calls: dict[asyncio.Task[Answer], Tool] = {}
        self._closing = False
        self._level: types.LoggingLevel = "info"
        self.protocol: Server[Any] = Server(
            "roundtable",
            version=__version__,
            title="Roundtable",
            instructions=INSTRUCTIONS,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
        )
        self.protocol.add_request_handler(
            "logging/setLevel", types.SetLevelRequestParams, self._set_level
        )

    async def close(self) -> None:
        """Pause every session that is led here, and wait until its record is complete."""
        self._closing = True
        for call in self._calls:
            _end(call)
        await asyncio.gather(*self._calls, return_exceptions=True)

    async def _list_tools(self, ctx: Context, params: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(name, tool) for name, tool in TOOLS.items()])

    async def _call_tool(
        self, ctx: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        tool = TOOLS.get(params.name)
        if tool is None:
            known = f"one of: {', '.join(TOOLS)}"
            raise MCPError(types.INVALID_PARAMS, f"there is no tool {shown(params.name)}; {known}")
        if self._closing:
            return _refused(_CLOSING)
        if tool.convenes and sum(t.convenes for t in self._calls.values()) >= MOST_AT_ONCE:
            busy = f"{MOST_AT_ONCE} sessions are at work already"
            return _refused(CommandRefused(busy, "wait until one of them is done"))
        lines: asyncio.Queue[str | None] = asyncio.Queue()
        call = self._begin(tool, params.arguments, lines)
        try:
            number = 0
            while (line := await lines.get()) is not None:
                number += 1
                await self._tell(ctx, number, line)
            return _result(call)
        finally:
            _end(call)  # nothing happens to one that is done

    def _begin(
        self, tool: Tool, given: Mapping[str, Any] | None, lines: "asyncio.Queue[str | None]"
    ) -> "asyncio.Task[Answer]":
        """The call's work, outside of the request: cancelling that cannot tear it."""

        def done(call: "asyncio.Task[Answer]") -> None:
            del self._calls[call]
            lines.put_nowait(None)
            _tell_the_log(call)

        progress = Progress(lines.put_nowait)
        call = asyncio.create_task(tool.call(self._hall, given, progress.see))
        self._calls[call] = tool
        call.add_done_callback(done)
        return call

    async def _tell(self, ctx: Context, number: int, line: str) -> None:
        """One step on, to whoever asked for progress, and as a log message to whoever reads it."""
        await ctx.session.report_progress(number, None, line)
        wanted = _LEVELS.index(self._level) <= _LEVELS.index("info")
        if wanted and "info" in allowed_log_levels(ctx.protocol_version, ctx.meta):
            message = types.LoggingMessageNotificationParams(
                level="info", logger="roundtable", data=line
            )
            await ctx.session.send_notification(
                types.LoggingMessageNotification(params=message), ctx.request_id
            )

    async def _set_level(
        self, ctx: Context, params: types.SetLevelRequestParams
    ) -> types.EmptyResult:
        self._level = params.level
        return types.EmptyResult()

    async def _list_resources(self, ctx: Context, params: object) -> types.ListResourcesResult:
        try:
            found = await resources.listed(self._hall)
        except RoundtableError as error:
            raise _protocol_error(error) from error
        return types.ListResourcesResult(
            resources=[
                types.Resource(uri=address, name=name, mime_type="text/markdown")
                for address in found
                for name in [address.removeprefix("roundtable://sessions/")]
            ]
        )

    async def _list_templates(
        self, ctx: Context, params: object
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=template,
                    name=template.rpartition("/")[2],
                    description=what,
                    mime_type="text/markdown",
                )
                for template, what in resources.TEMPLATES.items()
            ]
        )

    async def _read_resource(
        self, ctx: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        try:
            text = await resources.page(self._hall, params.uri)
        except RoundtableError as error:
            raise _protocol_error(error) from error
        content = types.TextResourceContents(uri=params.uri, mime_type="text/markdown", text=text)
        return types.ReadResourceResult(contents=[content])


async def serve(hall: Hall) -> int:
    """Speak with the client until it goes or a signal comes; then pause what runs, and leave."""
    server = McpServer(hall)
    loop = asyncio.get_running_loop()
    signalled: asyncio.Future[int] = loop.create_future()

    def leave(number: int) -> None:
        if signalled.done():
            os._exit(128 + number)  # asked twice: at once; the log is whole at any moment
        signalled.set_result(number)

    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(name, leave, name)
    speaking = asyncio.create_task(_speak(server.protocol))
    await asyncio.wait((speaking, signalled), return_when=asyncio.FIRST_COMPLETED)
    await server.close()
    if not speaking.done():
        # A thread waits for the client's next word; neither it nor the interpreter can be stopped.
        os._exit(128 + signalled.result())
    await speaking
    return 0


async def _speak(protocol: Server[Any]) -> None:
    try:
        async with stdio_server() as (read, write):
            await protocol.run(read, write, protocol.create_initialization_options())
    except* BrokenPipeError:
        _log.warning("roundtable: the client has closed our output")


def _described(name: str, tool: Tool) -> types.Tool:
    return types.Tool(
        name=name,
        title=tool.title,
        description=tool.description,
        input_schema=schema(tool.takes),
        output_schema=schema(tool.answers),
        annotations=types.ToolAnnotations(
            read_only_hint=not tool.convenes,
            destructive_hint=False,
            idempotent_hint=not tool.convenes,
            open_world_hint=tool.convenes,
        ),
    )


def _end(call: "asyncio.Task[Answer]") -> None:
    """Have it pause its session; once, since a second time would tear its record."""
    if not call.cancelling():
        call.cancel()


def _result(call: "asyncio.Task[Answer]") -> types.CallToolResult:
    if call.cancelled():
        return _refused(_CLOSING)
    error = call.exception()
    if isinstance(error, RoundtableError):
        return _refused(error)
    if error:
        what = f"unexpected failure: {type(error).__name__}: {error}"
        return _refused(RoundtableError(what, "nothing recorded is lost; the tool status tells"))
    answer = call.result()
    return types.CallToolResult(
        content=[types.TextContent(text=answer.text)],
        structured_content=answer.told.model_dump(mode="json"),
    )


def _refused(error: RoundtableError) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=_worded(error))], is_error=True)


def _protocol_error(error: RoundtableError) -> MCPError:
    return MCPError(types.INVALID_PARAMS, _worded(error))


def _worded(error: RoundtableError) -> str:
    remedy = f"\nremedy: {error.remedy}" if error.remedy else ""
    return printable(clean(f"{error.message}{remedy}"))


def _tell_the_log(call: "asyncio.Task[Answer]") -> None:
    """What nobody may be there to hear, on standard error."""
    if call.cancelled():
        return
    if error := call.exception():
        if not isinstance(error, RoundtableError):
            _log.error("roundtable: unexpected failure", exc_info=error)
        return
    told = call.result().told
    if isinstance(told, SessionTold) and told.phase == "paused":
        _log.warning("roundtable: %s is paused: %s", told.session, "; ".join(told.next_steps))
