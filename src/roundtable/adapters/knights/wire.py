"""The line to a vendor: what is sent there is chosen here, and what comes back is bounded here.

The SDKs take addresses, headers and proxies from the environment and buffer without a limit. All
of them speak through this transport, which knows the key so that they need not know it.
Imported only by the code that speaks: it loads an HTTP client.
"""

import codecs
import ipaddress
import re
import ssl
import urllib.request
from collections.abc import AsyncIterator, Mapping

import httpx2

from roundtable.core.errors import ErrorKind, KnightError

CONNECT_SECONDS = 20.0
MOST_BYTES = 64 * 2**20
"""The largest stream of an answer. Text is cut far earlier by who listens; this is for the rest."""
MOST_LINE_BYTES = 8 * 2**20
"""The largest event. The SDKs hold one in memory until it ends."""
MOST_ERROR_BYTES = 64 * 2**10
COUNTING = ("/count_tokens", ":countTokens")
"""Where a vendor answers with a number, and not with a stream of events."""

_SENT = frozenset(
    {"host", "accept", "connection", "content-type", "content-length", "transfer-encoding"}
    | {"user-agent", "anthropic-version"}
)
"""What goes out with a request. SDK statistics, organisations and custom headers stay here."""
_FIELD = re.compile(rb"(\xef\xbb\xbf)?(data|event|id|retry)?(:|\r?$)")
_FIELD_BYTES = 12
"""More than the longest field's name; enough of a line to tell what it is."""
_NO_TIMEOUT_BUT_CONNECTING = {
    "connect": CONNECT_SECONDS,
    "read": None,
    "write": None,
    "pool": None,
}


class Line(httpx2.AsyncBaseTransport):
    """Requests to one origin, with one key, straight or through the user's proxy."""

    def __init__(self, base_url: str, auth: Mapping[str, str], *, strict: bool) -> None:
        self._strict = strict
        url = httpx2.URL(base_url)
        self._origin = _origin(url)
        self._auth = dict(auth)
        self._inner = httpx2.AsyncHTTPTransport(verify=_trust(url), proxy=proxy_for(url))

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if _origin(request.url) != self._origin:
            raise KnightError(ErrorKind.REFUSED, "the call was led to another host and not made")
        kept = [(k, v) for k, v in request.headers.multi_items() if k.lower() in _SENT]
        # Uncompressed, so that a small answer cannot become a large one here.
        request.headers = httpx2.Headers(
            [*kept, ("accept-encoding", "identity"), *self._auth.items()]
        )
        # Our caller has the one deadline; only a dead address is worth a limit of its own.
        request.extensions["timeout"] = _NO_TIMEOUT_BUT_CONNECTING
        try:
            response = await self._inner.handle_async_request(request)
        except httpx2.TransportError as error:
            raise unanswered(error) from None
        counts = request.url.path.endswith(COUNTING)
        return await _bounded(response, strict=self._strict, counts=counts)

    async def aclose(self) -> None:
        await self._inner.aclose()


def open_line(base_url: str, auth: Mapping[str, str], *, strict: bool = True) -> httpx2.AsyncClient:
    """A client for an SDK. Nothing of the environment reaches it but a proxy and its trust.

    `strict` takes nothing but events: most SDKs pass over what is none, and text would be lost.
    """
    return httpx2.AsyncClient(
        transport=Line(base_url, auth, strict=strict),
        trust_env=False,
        follow_redirects=False,
        timeout=None,
    )


def proxy_for(url: httpx2.URL) -> str | None:
    """The user's proxy for the network; never for this machine, which a proxy cannot reach."""
    if is_loopback(url.host) or urllib.request.proxy_bypass(url.host):
        return None
    proxies = urllib.request.getproxies()
    return proxies.get(url.scheme) or proxies.get("all")


def is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def unanswered(error: httpx2.TransportError) -> KnightError:
    """What it means that no answer began."""
    if isinstance(error, httpx2.TimeoutException):
        return KnightError(ErrorKind.TIMED_OUT, "no connection to the vendor in time")
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        return KnightError(ErrorKind.REFUSED, "the vendor's certificate is not to be trusted")
    if isinstance(error, httpx2.UnsupportedProtocol | httpx2.LocalProtocolError):
        return KnightError(ErrorKind.REFUSED, "there is no calling such an address")
    if isinstance(error, httpx2.RemoteProtocolError) and "disconnected" not in str(error):
        return KnightError(ErrorKind.GARBLED, "what answers at this address does not speak HTTP")
    return KnightError(
        ErrorKind.OVERLOADED, f"the vendor cannot be reached ({type(error).__name__})"
    )


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _trust(url: httpx2.URL) -> ssl.SSLContext | bool:
    # Reading the machine's certificates takes a while, and plain HTTP needs none.
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if url.scheme == "http" else True


async def _bounded(response: httpx2.Response, *, strict: bool, counts: bool) -> httpx2.Response:
    """The response with a watch on its body, or none if it cannot be an answer."""
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    stream: httpx2.AsyncByteStream
    kind = response.headers.get("content-type", "nothing").split(";")[0].strip().lower()
    encoding = response.headers.get("content-encoding", "identity").lower()
    if not response.is_success or (counts and kind == "application/json"):
        stream = _Beginning(response.stream)
    elif kind != "text/event-stream" or encoding != "identity":
        await response.aclose()
        what = kind if encoding == "identity" else f"compressed {kind}"
        raise KnightError(ErrorKind.GARBLED, f"the answer is {what[:80]}, not a stream of events")
    else:
        stream = _Watched(response.stream, strict=strict)
    headers = [(k, v) for k, v in response.headers.multi_items() if k.lower() != "content-encoding"]
    return httpx2.Response(
        response.status_code, headers=headers, stream=stream, extensions=response.extensions
    )


class _Beginning(httpx2.AsyncByteStream):
    """An error's body, of which the beginning is enough."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = MOST_ERROR_BYTES
        try:
            async for chunk in self._stream:
                yield chunk[:left]
                left -= len(chunk)
                if left <= 0:
                    return
        except httpx2.TransportError:
            # The status is known, and says more than that its explanation broke off.
            return

    async def aclose(self) -> None:
        await self._stream.aclose()


class _Watched(httpx2.AsyncByteStream):
    """A stream of events that is UTF-8, well formed, whole, and not too large."""

    def __init__(self, stream: httpx2.AsyncByteStream, *, strict: bool) -> None:
        self._stream = stream
        self._strict = strict
        self._line_start = b""
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._bytes = 0
        self._line_bytes = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._stream:
                self._watch(chunk)
                yield chunk
            self._decoder.decode(b"", final=True)
        except httpx2.TimeoutException:
            raise KnightError(ErrorKind.TIMED_OUT, "the vendor fell silent") from None
        except httpx2.TransportError:
            raise KnightError(
                ErrorKind.GARBLED, "the connection broke off in the middle of the answer"
            ) from None
        except UnicodeDecodeError:
            raise KnightError(ErrorKind.GARBLED, "the answer is not UTF-8") from None

    async def aclose(self) -> None:
        await self._stream.aclose()

    def _watch(self, chunk: bytes) -> None:
        self._decoder.decode(chunk)
        if self._strict:
            self._check_fields(chunk)
        self._bytes += len(chunk)
        last = chunk.rfind(b"\n")
        self._line_bytes = self._line_bytes + len(chunk) if last < 0 else len(chunk) - last - 1
        if self._line_bytes > MOST_LINE_BYTES or self._bytes > MOST_BYTES:
            raise KnightError(ErrorKind.GARBLED, "the answer is too large to be one, and was cut")

    def _check_fields(self, chunk: bytes) -> None:
        """Every line that ends in this chunk is a field of an event, a comment or empty."""
        starts = [line[:_FIELD_BYTES] for line in chunk.split(b"\n")]
        starts[0] = (self._line_start + starts[0])[:_FIELD_BYTES]
        self._line_start = starts.pop()
        if not all(_FIELD.match(start) for start in starts):
            raise KnightError(ErrorKind.GARBLED, "the answer is not a well-formed stream of events")
