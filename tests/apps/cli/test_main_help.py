"""What `--help` says: every command is summed up, every argument explained, examples can be run."""

import argparse
import re
import shlex
from collections.abc import Iterator

import pytest

from roundtable.apps.cli.main import COMMANDS, command_module, full_parser


@pytest.fixture(scope="module")
def parser() -> argparse.ArgumentParser:
    return full_parser()


def commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command and every action below one, by its words."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, child in action.choices.items():
                yield name, child
                yield from ((f"{name} {below}", deeper) for below, deeper in commands(child))


def examples(command: str) -> Iterator[list[str]]:
    """The words of each example: what follows a wide gap explains it, pipes belong to the shell."""
    text = str(command_module(command).EXAMPLES).replace("\\\n", " ")
    for line in text.strip().splitlines():
        typed = re.split(r"(?<=\S) {2,}(?=[^- ])", line.strip())[0]
        lexer = shlex.shlex(typed, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        pieces: list[list[str]] = [[]]
        for word in lexer:
            if set(word) <= set("|<>()&;"):
                pieces.append([])
            else:
                pieces[-1].append(word)
        yield from (piece for piece in pieces if piece[:1] == ["roundtable"])


def test_the_parser_of_all_commands_knows_each_with_its_arguments(
    parser: argparse.ArgumentParser,
) -> None:
    names = [name for name, _ in commands(parser)]
    assert [name for name in names if " " not in name] == list(COMMANDS)
    assert "decree revoke" in names
    assert parser.parse_args(["show", "cache", "--cost"]).cost is True


def test_a_dash_in_a_commands_name_is_an_underscore_in_its_modules() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"cli\.no_such_command'"):
        command_module("no-such")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_summed_up(command: str) -> None:
    summary = COMMANDS[command]
    assert summary == summary.strip()
    assert summary[0].islower()
    assert not summary.endswith(".")


def test_every_argument_is_explained(parser: argparse.ArgumentParser) -> None:
    unexplained = [
        f"{name} {'/'.join(action.option_strings) or action.dest}"
        for name, command in commands(parser)
        for action in command._actions
        if not action.help and not isinstance(action, argparse._SubParsersAction)
    ]
    assert unexplained == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_example_of_a_command_can_be_typed(
    parser: argparse.ArgumentParser, command: str
) -> None:
    found = list(examples(command))
    assert found
    for words in found:
        assert words[1] == command
        try:
            parser.parse_args(words[1:])
        except SystemExit:
            pytest.fail(f"argparse refuses: {shlex.join(words)}")


def test_an_example_is_read_as_a_shell_would_read_it() -> None:
    assert ["roundtable", "discuss", "-", "--yes", "--json"] in examples("discuss")
    assert ["roundtable", "init"] in examples("init")
    long = [words for words in examples("init") if "--fallback" in words]
    assert [words[-1] for words in long] == ["Claude=claude-api"]
    assert ["roundtable", "review", "src", "--format", "markdown"] in examples("review")
