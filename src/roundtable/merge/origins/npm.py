"""Which packages JavaScript may import at a place: what package.json and Node itself give."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from roundtable.merge.standing import Standing, joined, upward

_DEPENDENCIES: Final = (
    "dependencies",
    "devDependencies",
    "peerDependencies",
    "optionalDependencies",
    "bundledDependencies",
    "bundleDependencies",
)
_BUILTIN: Final = frozenset(
    {
        *("assert", "async_hooks", "buffer", "child_process", "cluster", "console"),
        *("constants", "crypto", "dgram", "diagnostics_channel", "dns", "domain", "events"),
        *("fs", "http", "http2", "https", "inspector", "module", "net", "os", "path"),
        *("perf_hooks", "process", "punycode", "querystring", "readline", "repl", "stream"),
        *("string_decoder", "sys", "timers", "tls", "trace_events", "tty", "url", "util"),
        *("v8", "vm", "wasi", "worker_threads", "zlib"),
    }
)
_CONFIGURED: Final = re.compile(
    r"(?:^|/)(?:[tj]sconfig[\w.-]*\.json|(?:vite|vitest|webpack|rollup|babel|next|metro|jest|craco|"
    r"nuxt|svelte|astro|electron\.vite|esbuild|rspack|rsbuild|snowpack|karma)[\w.-]*\.config\.\w+|"
    r"(?:webpack|karma)\.[\w.-]+|\.babelrc[\w.]*|deno\.jsonc?|import_?map\.json)$"
)
"""Files that give modules other names than their paths."""


class Packages:
    def __init__(self, standing: Standing) -> None:
        self._standing = standing
        self._read = dict[str, Mapping[str, Any] | None]()

    def may_hold(self, module: str, path: str) -> bool:
        """Whether a file may import a package; True as well where nobody can tell."""
        name = package_name(module)
        if not name or name in _BUILTIN:
            return True
        manifests = list(self._upward(path))
        if not manifests or any(one is None for one in manifests):
            return True
        known = {one for manifest in manifests if manifest for one in _named(manifest)}
        types = "@types/" + name.removeprefix("@").replace("/", "__")
        return name in known or types in known or name in self._own or self._is_alias(name, path)

    def _upward(self, path: str) -> Iterator[Mapping[str, Any] | None]:
        """Every package.json above a file: a package of the root serves its workspaces too."""
        for folder in upward(path):
            if joined(folder, "package.json") in self._standing.paths:
                yield self._manifest(joined(folder, "package.json"))

    def _manifest(self, path: str) -> Mapping[str, Any] | None:
        if path not in self._read:
            try:
                found = json.loads(self._standing.text(path) or "")
            except (ValueError, RecursionError):
                found = None
            self._read[path] = found if isinstance(found, dict) else None
        return self._read[path]

    @cached_property
    def _own(self) -> frozenset[str]:
        """The packages that the repository is made of."""
        found = (self._manifest(path) for path in self._standing.named("package.json"))
        return frozenset(str(one.get("name")) for one in found if one)

    def _is_alias(self, name: str, path: str) -> bool:
        """A folder that a compiler starts from, or a name that a configuration gives."""
        first = name.partition("/")[0]
        folders = self._standing.folders
        for folder in upward(path):
            for root in (folder, joined(folder, "src"), joined(folder, "app")):
                if any(one.partition(".")[0] == first for one in folders.get(root, ())):
                    return True
        word = re.compile(rf"(?<![\w@/-]){re.escape(first)}(?![\w-])")
        return any(word.search(text) for text in self._configurations)

    @cached_property
    def _configurations(self) -> list[str]:
        paths = sorted(path for path in self._standing.paths if _CONFIGURED.search(path))
        return [text for path in paths if (text := self._standing.text(path))]


def package_name(module: str) -> str:
    """`lodash` for `lodash/fp`, `@a/b` for `@a/b/c`; empty for what is no package's name."""
    found = re.match(r"(?:@[a-z0-9~][\w.~-]*/)?[a-z0-9][\w.~-]*(?=/|$)", module, re.IGNORECASE)
    return found.group() if found else ""


def _named(manifest: Mapping[str, Any]) -> Iterator[str]:
    """All that a package.json gives a name: its packages, what tools call them, itself."""
    for key in _DEPENDENCIES:
        listed = manifest.get(key)
        yield from map(str, listed) if isinstance(listed, dict | list) else ()
    yield str(manifest.get("name"))
    for key in ("jest", "alias", "_moduleAliases", "browser", "imports"):
        part = manifest.get(key)
        yield from re.findall(r"@?[\w.-]+(?:/[\w.-]+)?", json.dumps(part)) if part else ()
