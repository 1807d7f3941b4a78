"""What a RUN gives to exec; a script with #! is run by its interpreter, for real."""

import subprocess

import pytest

from roundtable.adapters.runners.dockerfiles.reading import read
from roundtable.adapters.runners.dockerfiles.scopes import scopes
from roundtable.adapters.runners.dockerfiles.shells import argv
from roundtable.adapters.runners.dockerfiles.syntax import Unreadable
from roundtable.adapters.runners.plans import BuildSource


def of(text: str) -> tuple[str, ...]:
    dockerfile = read(BuildSource("Dockerfile", f"FROM a\n{text}\n"))
    return argv(*scopes(dockerfile)[0][-1])


def printed(words: tuple[str, ...]) -> tuple[int, str]:
    done = subprocess.run(words, capture_output=True, text=True, timeout=20, check=False)
    return done.returncode, done.stdout


def test_a_line_goes_to_the_shell_and_an_array_to_exec() -> None:
    assert of("RUN a  && b") == ("/bin/sh", "-c", "a  && b")
    assert of('RUN ["a", "$b"]') == ("a", "$b")
    assert of('SHELL ["bash", "-ec"]\nRUN a') == ("bash", "-ec", "a")


def test_a_heredoc_alone_is_the_script() -> None:
    assert of("RUN <<EOF\n\ta\n b\nEOF") == ("/bin/sh", "-c", "\ta\n b\n")
    assert of("RUN <<-EOF\n\ta\n\tEOF") == ("/bin/sh", "-c", "a\n")


def test_a_heredoc_beside_a_command_stays_with_it() -> None:
    words = of("RUN cat <<A - <<'B'\n$((1+1))\nA\n$x\nB")
    assert words[-1] == "cat <<A - <<'B'\n$((1+1))\nA\n$x\nB"
    assert of('RUN <<A sh -c "$x"\n#!b\nA')[-1] == '<<A sh -c "$x"\n#!b\nA'
    assert printed(of("RUN cat <<A\n$((1+1))\nA")) == (0, "2\n")


def test_a_script_is_run_by_its_interpreter() -> None:
    body = "print(\"it's\", '$HOME', '%s \\\\')"
    assert printed(of(f"RUN <<EOF\n#!/usr/bin/env python3\n{body}\nEOF")) == (
        0,
        "it's $HOME %s \\\n",
    )
    assert printed(of("RUN <<EOF\n#! /bin/sh -e\nfalse\necho no\nEOF")) == (1, "")
    assert printed(of("RUN <<EOF\n#!/bin/sh\necho $#; exit 7\nEOF")) == (7, "0\n")


def test_a_script_needs_a_shell_to_be_written_by() -> None:
    with pytest.raises(Unreadable):
        of('SHELL ["python3", "-c"]\nRUN <<EOF\n#!/bin/sh\nEOF')
    with pytest.raises(Unreadable):
        of("RUN <<EOF\n#!\nEOF")


@pytest.mark.parametrize("array", ['["", "a"]', '["-x"]', '["a=b", "c"]'])
def test_a_program_has_a_name(array: str) -> None:
    with pytest.raises(Unreadable):
        of(f"RUN {array}")


def test_a_command_longer_than_the_kernel_takes_is_not_given() -> None:
    with pytest.raises(Unreadable):
        of("RUN <<EOF\n" + "echo a\n" * 20_000 + "EOF")
