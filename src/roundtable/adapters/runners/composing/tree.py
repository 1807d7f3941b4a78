"""YAML as nodes with lines: one document, plain tags, no key twice, bounded before it is built."""

from collections.abc import Iterator

import yaml

from roundtable.adapters.runners.composing.docket import Docket, as_written
from roundtable.adapters.runners.composing.nodes import Entry, Fields, Items, Node, Scalar
from roundtable.adapters.runners.composing.scalars import resolve

MAX_BYTES = 128 * 1024
MAX_DEPTH = 24
MAX_NODES = 20_000
"""With every alias counted as often as it is used."""

_PREFIX = "tag:yaml.org,2002:"
_SCALAR_TAGS = frozenset(_PREFIX + name for name in ("str", "int", "float", "bool", "null"))
_MERGE = "<<"


def read_tree(text: str, docket: Docket) -> Node:
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        docket.fail(1, "the whole file", f"it is larger than {MAX_BYTES // 1024} KiB")
    try:
        return _Composer(docket, yaml.parse(text, Loader=yaml.SafeLoader)).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        docket.fail(line, _line_of(text, line), f"this is not YAML: {error.problem}")
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, max(error.position, 0)) + 1
        docket.fail(line, _line_of(text, line), "it has a character that YAML does not allow")
    except (yaml.YAMLError, ValueError, OverflowError):
        docket.fail(1, "the whole file", "this is not YAML")


def _line_of(text: str, line: int) -> str:
    lines = text.splitlines()
    return lines[line - 1].strip() if line <= len(lines) else "the end of the file"


class _Composer:
    """Takes the parser's events one by one, so that what is too large is never built."""

    def __init__(self, docket: Docket, events: Iterator[yaml.Event]) -> None:
        self._docket = docket
        self._events = events
        self._anchors: dict[str, Node] = {}
        self._unfinished: set[str] = set()

    def document(self) -> Node:
        next(self._events)
        start = next(self._events)
        if isinstance(start, yaml.StreamEndEvent):
            self._docket.fail(1, "the whole file", "there is nothing in it")
        root = self._node(next(self._events), 0)
        next(self._events)
        another = next(self._events)
        if not isinstance(another, yaml.StreamEndEvent):
            self._docket.fail(_line(another), "---", "a second document; a compose file is one")
        return root

    def _node(self, event: yaml.Event, depth: int) -> Node:
        line = _line(event)
        if depth > MAX_DEPTH:
            self._docket.fail(line, "what stands here", f"it is nested over {MAX_DEPTH} deep")
        if isinstance(event, yaml.AliasEvent):
            return self._alias(str(event.anchor), line)
        assert isinstance(event, yaml.NodeEvent)
        anchor = event.anchor
        if anchor is not None:
            self._unfinished.add(anchor)
        node = self._built(event, line, depth)
        if node.weight > MAX_NODES:
            self._docket.fail(
                line, as_written(node), f"with its aliases it has over {MAX_NODES} values"
            )
        if anchor is not None:
            self._anchors[anchor] = node
            self._unfinished.discard(anchor)
        return node

    def _built(self, event: yaml.NodeEvent, line: int, depth: int) -> Node:
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, line)
        if isinstance(event, yaml.SequenceStartEvent):
            self._check_tag(event.tag, "seq", line)
            return self._items(line, depth)
        assert isinstance(event, yaml.MappingStartEvent)
        self._check_tag(event.tag, "map", line)
        return self._fields(line, depth)

    def _alias(self, anchor: str, line: int) -> Node:
        if anchor in self._unfinished:
            self._docket.fail(line, f"*{anchor}", "it stands for something that holds it")
        if anchor not in self._anchors:
            self._docket.fail(line, f"*{anchor}", f"there is no &{anchor} before it")
        return self._anchors[anchor]

    def _check_tag(self, tag: str | None, kind: str, line: int) -> None:
        if tag is not None and tag != _PREFIX + kind:
            self._refuse_tag(tag, line)

    def _refuse_tag(self, tag: str, line: int) -> None:
        shown = tag.replace(_PREFIX, "!!", 1) if tag.startswith(_PREFIX) else tag
        self._docket.refuse(line, shown, "tags are not read; say it without one")

    def _scalar(self, event: yaml.ScalarEvent, line: int) -> Scalar:
        word, tag = event.value, event.tag
        block = event.style in ("|", ">")
        if tag is not None and tag not in _SCALAR_TAGS:
            self._refuse_tag(tag, line)
        is_word = tag == f"{_PREFIX}str" or (tag is None and not event.implicit[0])
        text_line = line + 1 if block else line
        if is_word:
            return Scalar(word, line, word, "text", text_line)
        kind, text = resolve(word)
        return Scalar(text, line, word, kind, text_line)

    def _items(self, line: int, depth: int) -> Items:
        items: list[Node] = []
        weight = 1
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            node = self._node(event, depth + 1)
            items.append(node)
            weight += node.weight
        return Items(tuple(items), line, weight)

    def _fields(self, line: int, depth: int) -> Fields:
        own: dict[str, Entry] = {}
        merged: list[Node] = []
        seen_merge = False
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            is_merge = _is_merge(event)
            key = self._node(event, depth + 1)
            key_line = _line(event)
            value = self._node(next(self._events), depth + 1)
            if not isinstance(key, Scalar):
                self._docket.refuse(key_line, as_written(key), "a key is a single word")
            elif (is_merge and seen_merge) or key.source in own:
                self._docket.refuse(key_line, key.source, "this key stands here twice")
            elif is_merge:
                seen_merge = True
                merged = self._merge_sources(value, key_line)
            else:
                own[key.source] = Entry(key.source, key_line, value)
        return _with_merged(own, merged, line)

    def _merge_sources(self, value: Node, line: int) -> list[Node]:
        sources: list[Node] = [*value.items] if isinstance(value, Items) else [value]
        if not all(isinstance(source, Fields) for source in sources):
            self._docket.refuse(line, f"<<: {as_written(value)}", "only mappings are merged")
        return sources


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _is_merge(event: yaml.Event) -> bool:
    return (
        isinstance(event, yaml.ScalarEvent)
        and event.value == _MERGE
        and event.tag is None
        and event.implicit[0]
    )


def _with_merged(own: dict[str, Entry], merged: list[Node], line: int) -> Fields:
    """A mapping's own keys come first; of those merged, the earlier ones."""
    entries = dict(own)
    for source in merged:
        if isinstance(source, Fields):
            for entry in source.entries:
                entries.setdefault(entry.key, entry)
    weight = 1 + sum(1 + entry.value.weight for entry in entries.values())
    return Fields(tuple(entries.values()), line, weight)
