"""`roundtable completion`: a script with which a shell completes what is typed.

Sessions are completed from the folder's own names, without starting the command: a Tab must answer
at once. A name that no session of ours could have is not offered, because a repository may come
from somebody else and a shell would read such a name again.
"""

import argparse
from pathlib import Path

import shtab

from roundtable.apps.cli.main import full_parser

EXAMPLES = """\
  source <(roundtable completion bash)     to try it in this shell
  roundtable completion bash > ~/.local/share/bash-completion/completions/roundtable
  roundtable completion zsh > ~/.zfunc/_roundtable     in .zshrc before compinit: fpath+=~/.zfunc
  roundtable completion fish > ~/.config/fish/completions/roundtable.fish
"""
SHELLS = ("bash", "zsh", "fish")
_SESSIONS: shtab.CompleteType = {
    "bash": "_roundtable_sessions",
    "zsh": "_roundtable_sessions",
    "fish": "(_roundtable_sessions)",
    "preamble": {
        "bash": """\
_roundtable_sessions() {
  local folder=$PWD name
  while [[ -n $folder && ! -d $folder/.roundtable ]]; do folder=${folder%/*}; done
  for name in "$folder"/.roundtable/sessions/[0-9]*/; do
    name=${name%/}
    name=${name##*/}
    [[ $name == "$1"* && $name != *[!0-9a-z-]* ]] && printf '%s\\n' "$name"
  done
}
""",
        "zsh": """\
_roundtable_sessions() {
  local folder=$PWD
  while [[ -n $folder && ! -d $folder/.roundtable ]]; do folder=${folder%/*}; done
  local -a names=($folder/.roundtable/sessions/[0-9]*(N/:t))
  compadd -- ${names:#*[^0-9a-z-]*}
}
""",
        "fish": """\
function _roundtable_sessions
  set -l folder $PWD
  while test -n "$folder"; and not test -d "$folder/.roundtable"
    set folder (string replace -r '/[^/]*$' '' -- "$folder")
  end
  for name in $folder/.roundtable/sessions/*/
    string replace -fr '^.*/([0-9][0-9a-z-]*)/$' '$1' -- $name
  end
end
""",
    },
}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "shell",
        choices=SHELLS,
        help="whose script is printed; put it where the examples say and open a new shell",
    )


def run(args: argparse.Namespace) -> int:
    parser = full_parser()
    _say_what_completes(parser)
    print(shtab.complete(parser, args.shell))
    return 0


def _say_what_completes(parser: argparse.ArgumentParser) -> None:
    """Choices speak for themselves; sessions, files and folders are marked for the shell."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _say_what_completes(command)
        elif action.dest == "session":
            action.complete = _SESSIONS  # type: ignore[attr-defined]
        elif action.type is Path:
            where = shtab.DIRECTORY if action.dest in ("folder", "root") else shtab.FILE
            action.complete = where  # type: ignore[attr-defined]
