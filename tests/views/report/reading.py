"""Reads a page as a browser would, and remembers all that it is made of."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "br", "hr"}
INLINE = {"a", "span", "strong", "code"}
"""What stands within a line; anything else begins a new one."""
_TAGS = (
    "html head title style body a header p h1 h2 h3 h4 span div nav ul ol li main section dl dt dd "
    "table thead tbody tfoot tr th td details summary code pre strong blockquote article ins del "
    "footer"
)
_ATTRIBUTES = (
    "lang charset http-equiv content name class id href aria-label aria-labelledby aria-hidden "
    "role tabindex scope dir open value"
)
TAGS = VOID | set(_TAGS.split())
ATTRIBUTES = set(_ATTRIBUTES.split())


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    words: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.words)


class Page(HTMLParser):
    """Every element with the text inside it, in the order of opening."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.problems: list[str] = []
        self._open: list[Element] = []
        self.feed(source)
        self.close()
        self.problems += [f"{element.tag} is never closed" for element in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if len({name for name, _ in attrs}) != len(attrs):
            self.problems.append(f"{tag} has an attribute twice")
        if tag not in INLINE:
            self.handle_data(" ")
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)
        if "value" in element.attributes:
            self.handle_data(element.attributes["value"] + " ")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.problems.append(f"{tag} closes itself")

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1].tag != tag:
            self.problems.append(f"{tag} closes what is not open")
            return
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.words.append(data)

    def handle_comment(self, data: str) -> None:
        self.problems.append(f"a comment: {data[:40]}")

    def handle_decl(self, decl: str) -> None:
        if decl != "DOCTYPE html":
            self.problems.append(f"a declaration: {decl[:40]}")

    def unknown_decl(self, data: str) -> None:
        self.problems.append(f"a marked section: {data[:40]}")

    def handle_pi(self, data: str) -> None:
        self.problems.append(f"an instruction: {data[:40]}")

    def all(self, tag: str, css: str = "") -> list[Element]:
        return [
            e
            for e in self.elements
            if e.tag == tag and (not css or css in e.attributes.get("class", "").split())
        ]

    def by_id(self, name: str) -> Element:
        return next(e for e in self.elements if e.attributes.get("id") == name)

    @property
    def text(self) -> str:
        return self.all("body")[0].text


def dangers(page: Page) -> list[str]:
    """What must never be in a page, whatever it was made from."""
    found = list(page.problems)
    for element in page.elements:
        if element.tag not in TAGS:
            found.append(f"a tag that nobody wrote: {element.tag}")
        for name, value in element.attributes.items():
            if name not in ATTRIBUTES:
                found.append(f"an attribute that nobody wrote: {name}")
            if name == "href" and not re.fullmatch(r"#[a-z0-9-]+", value):
                found.append(f"a link to somewhere: {value[:60]}")
            if name == "id" and not re.fullmatch(r"[a-z0-9-]+", value):
                found.append(f"an id from outside: {value[:60]}")
            if name == "class" and not re.fullmatch(r"[a-z0-9 -]*", value):
                found.append(f"a class from outside: {value[:60]}")
    if len(page.all("style")) != 1 or len(page.all("title")) != 1:
        found.append("more than one style or title")
    return found


def letters(text: str) -> str:
    """The text without its marks and spaces."""
    return "".join(character for character in text if character.isalnum())


def in_order(wanted: str, found: str) -> bool:
    """Whether every character of the first stands in the second, in their order."""
    rest = iter(found)
    return all(character in rest for character in wanted)


def plain(text: str) -> str:
    return " ".join(text.split())
