"""`roundtable demo`: the whole thing once, in an example repository, with scripted knights."""

import argparse
import os
import shutil
import subprocess
import sys
from importlib.resources import as_file, files
from pathlib import Path

from roundtable.adapters.project import FOLDER, Project
from roundtable.adapters.stores.schema import explain_os
from roundtable.apps.cli import build_command, discuss_command
from roundtable.apps.rehearsing import BUILD, DISCUSSION, SEED, TASK, TOPIC, rehearsing_knights
from roundtable.core.config import Config, RulesConfig, write_config
from roundtable.core.errors import UsageError
from roundtable.core.seats import REHEARSAL

EXAMPLES = """\
  roundtable demo                 a small project is built, in ./demo-table
  roundtable demo --discuss       a question is settled instead
  roundtable demo /tmp/table --plain
"""
_MARK = ".roundtable-demo"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path("demo-table"), help="default: demo-table"
    )
    parser.add_argument(
        "--discuss", action="store_true", help="a discussion in a small shop, in place of a build"
    )
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--plain", action="store_true", help="plain lines, also in a terminal")
    group.add_argument("--json", action="store_true", help="the event stream as JSON lines")


def run(args: argparse.Namespace) -> int:
    folder = args.folder.resolve()
    prepare(folder, DISCUSSION if args.discuss else BUILD)
    os.chdir(folder)
    # Where there is a container engine, the image that the project stands on may be fetched.
    words = [TOPIC] if args.discuss else [TASK, "--seed", str(SEED), "--network", "build"]
    if args.json:
        words.append("--json")
    else:
        print(f"An example repository stands in {folder}.")
        print(f"Its three knights are a {REHEARSAL}: no model is asked and nothing is spent.\n")
    if args.plain:
        words.append("--plain")
    if args.plain or args.json or not os.isatty(0) or not os.isatty(1):
        words.append("--yes")
    parser = argparse.ArgumentParser()
    command = discuss_command if args.discuss else build_command
    command.arguments(parser)
    code = int(command.run(parser.parse_args(words)))
    if not args.json:
        _say_what_next(folder, "" if args.discuss else ", blame bill/split.py, export --to ../bill")
    return code


def _say_what_next(folder: Path, more: str) -> None:
    print(f"\nThe record:  {folder}/{FOLDER}/")
    if shutil.which("roundtable") is None:
        print(f'The command: export PATH="{Path(sys.executable).parent}:$PATH"')
    print(
        f"Look around: cd {folder}   then roundtable show, replay, chronicle{more}\n"
        "Your turn:   roundtable init in a repository of your own"
    )


def prepare(folder: Path, script: str) -> None:
    """The example repository, made once; a folder that is something else is left alone."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is not a folder", "name another: roundtable demo FOLDER")
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARK).exists():
        raise UsageError(
            f"{folder} exists and is not a demo of ours", "name another: roundtable demo FOLDER"
        )
    project = Project(folder)
    try:
        if (folder / FOLDER).exists():
            _seat(project, script)
            return
        with as_file(files("roundtable.examples") / DISCUSSION) as example:
            shutil.copytree(
                example, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__")
            )
        (folder / _MARK).write_text("This folder was made by `roundtable demo`.\n")
        project.folder.mkdir()
        project.config_path.write_text(write_config(_config(script)), encoding="utf-8")
    except OSError as error:
        raise explain_os(error, folder) from error
    _commit(folder)


def _seat(project: Project, script: str) -> None:
    """The knights of the other demo learn this one's part; whoever has another script keeps it."""
    config = project.config_path.read_text(encoding="utf-8")
    for other in (DISCUSSION, BUILD):
        config = config.replace(f"builtin:{other}", f"builtin:{script}")
    project.config_path.write_text(config, encoding="utf-8")


def _config(script: str) -> Config:
    knights = rehearsing_knights(script)
    return Config(
        version="1.0", project="shop", language="en", knights=knights, rules=RulesConfig()
    )


def _commit(folder: Path) -> None:
    """A history of its own, where git is installed."""
    git = shutil.which("git")
    if git is None:
        return
    identity = ("-c", "user.name=Roundtable demo", "-c", "user.email=demo@localhost")
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith("GIT_")},
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    for words in (("init", "-q", "-b", "main"), ("add", "."), ("commit", "-qm", "A small shop")):
        subprocess.run(  # noqa: S603 -- our own words only
            [git, *identity, *words], cwd=folder, env=environment, check=False, capture_output=True
        )
