"""What COPY and ADD take their files from."""

import pytest

from roundtable.adapters.runners.dockerfiles.copying import (
    check_add,
    check_copy,
    is_archive,
    is_remote,
    sources,
)
from roundtable.adapters.runners.dockerfiles.reading import read
from roundtable.adapters.runners.dockerfiles.scopes import scopes
from roundtable.adapters.runners.dockerfiles.syntax import Unreadable
from roundtable.adapters.runners.plans import BuildSource

FILES = ("web/a.txt", "web/b.tar", "c.tgz")


def copied(line: str) -> tuple[str, ...]:
    dockerfile = read(BuildSource("Dockerfile", f"FROM a AS one\nFROM b\nARG v=x y\n{line}\n"))
    instruction, scope = scopes(dockerfile)[1][-1]
    check_copy(instruction, scope, dockerfile, 1)
    return sources(instruction, scope)


def added(line: str, context: str = "") -> tuple[str, ...]:
    dockerfile = read(BuildSource("Dockerfile", f"FROM a\n{line}\n"))
    instruction, scope = scopes(dockerfile)[0][-1]
    check_add(instruction, scope, tuple(filter(is_archive, FILES)), context)
    return sources(instruction, scope)


def test_sources_are_expanded_and_heredocs_left_out() -> None:
    assert copied("COPY $v ${v}z /d/") == ("x", "xz")
    assert copied("COPY <<EOF a /d/\n../b\nEOF") == ("a",)
    assert copied('COPY ["<<EOF", "a b", "/d/"]') == ("<<EOF", "a b")


def test_files_come_from_an_earlier_stage_or_a_plain_image() -> None:
    assert copied("COPY --from=one /a /b") == ("/a",)
    assert copied("COPY --from=nginx:1 /a /b") == ("/a",)
    for where in ("1", "scratch", "$v", "localhost/x"):
        with pytest.raises(Unreadable):
            copied(f"COPY --from={where} /a /b")


@pytest.mark.parametrize("flag", ["--chown=$v:1", "--chown=0", "--chmod=0755", "--chmod=a+x,g=rw"])
def test_owners_and_modes_are_read(flag: str) -> None:
    assert copied(f"COPY {flag} a /b") == ("a",)


@pytest.mark.parametrize("flag", ["--chown=a:b:c", "--chown=$HOME", "--chmod=9", "--chmod=a"])
def test_owners_and_modes_that_are_none_are_not(flag: str) -> None:
    with pytest.raises(Unreadable):
        copied(f"COPY {flag} a /b")


def test_an_archive_is_not_unpacked_by_the_builder() -> None:
    assert added("ADD a.txt dir/ /x/") == ("a.txt", "dir/")
    assert added("ADD *.txt /x/", context="web") == ("*.txt",)
    assert added("ADD * /x/", context="elsewhere") == ("*",)
    for line, context in (("ADD c.tgz /x", ""), ("ADD * /x/", "web"), ("ADD we?/b* /x/", "")):
        with pytest.raises(Unreadable, match="unpack"):
            added(line, context=context)


@pytest.mark.parametrize(
    "source",
    [
        "https://files.example.org/x.tar.gz",
        "http://localhost/x",
        "HTTPS://files.example.org/x",
        "https://github.com/a/b.git#main",
        "git@github.com:a/b.git",
        "github.com/a/b",
        "git://example.org/a",
        "ftp://example.org/a",
        "https://[x/",
    ],
)
def test_nothing_is_fetched_by_the_engine_whatever_its_name(source: str) -> None:
    assert is_remote(source)
    for line in (f"ADD {source} /x", f"ADD a.txt {source} /x/", f"ADD --checksum=x {source} /x"):
        with pytest.raises(Unreadable, match="fetch it in a RUN"):
            added(line)
    with pytest.raises(Unreadable, match="nothing from elsewhere"):
        copied(f"COPY {source} /x")


def test_a_file_of_the_project_has_no_checksum_and_no_address() -> None:
    for name in ("a.txt", "./http", "gitlab/x", "a:b", "dir/github.com/x"):
        assert not is_remote(name)
    with pytest.raises(Unreadable, match="checksum"):
        added("ADD --checksum=sha256:x a.txt /x")
