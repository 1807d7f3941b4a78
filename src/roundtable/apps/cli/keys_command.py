"""`roundtable keys`: keep, list and forget API keys, typed in and never given as arguments."""

import argparse
import getpass
import sys

from roundtable.adapters.keys import VARIABLES, Keys
from roundtable.core.errors import UsageError
from roundtable.core.secrets import Secret

EXAMPLES = """\
  roundtable keys list
  roundtable keys set anthropic          asks for the key, unseen
  pass show openai | roundtable keys set openai
  roundtable keys remove openai
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="which keys there are and where, with their last four letters")
    for name, what in (
        ("set", "keep a key; it is read unseen or from standard input"),
        ("remove", "forget a key"),
    ):
        action = actions.add_parser(name, help=what)
        action.add_argument("provider", choices=sorted(VARIABLES), help="whose key")


def run(args: argparse.Namespace) -> int:
    keys = Keys()
    if args.action == "set":
        kept = keys.put(args.provider, _typed(args.provider))
        print(f"The key of {kept.provider} ({kept.key.hint}) is kept in the {kept.source}.")
        used = keys.find(args.provider)
        if used and used.source == "environment":
            print(f"{used.place} in the environment wins over it, as long as it is set.")
    elif args.action == "remove":
        gone = keys.remove(args.provider)
        print(f"The key of {args.provider} is {'forgotten' if gone else 'not kept here'}.")
    else:
        _list(keys)
    return 0


def _typed(provider: str) -> Secret:
    if sys.stdin.isatty():
        text = getpass.getpass(f"Key of {provider} (not shown): ")
    else:
        try:
            text = sys.stdin.readline()
        except UnicodeDecodeError:  # its message would hold the key
            raise UsageError("key: what was piped in is no text", "pipe in the key alone") from None
    if not text.strip():
        raise UsageError("key: no key was given", "paste it when asked, or pipe it in")
    return Secret(text.strip())


def _list(keys: Keys) -> None:
    found = {key.provider: key for key in keys.all()}
    for provider, variables in VARIABLES.items():
        key = found.get(provider)
        if key:
            print(f"{provider:<10} {key.key.hint}  from the {key.source} ({key.place})")
        else:
            print(f"{provider:<10} none: roundtable keys set {provider}, or {variables[0]}=…")
