"""`roundtable init`: sets up a table, by a wizard in a terminal or by flags."""

import argparse
import asyncio
import sys
from pathlib import Path

from roundtable.adapters.knights.discovery import Discovery, discover
from roundtable.adapters.project import FOLDER, Project
from roundtable.apps.cli.seating import Draft, knight_from_flag, with_fallbacks
from roundtable.apps.founding import all_knights, found_knights, found_table, rehearsal_knights
from roundtable.core.config import Config, KnightConfig, RulesConfig, read_config, write_config
from roundtable.core.errors import ConfigError, UsageError

EXAMPLES = """\
  roundtable init                                      a wizard
  roundtable init --yes                                what is found here, else a rehearsal
  roundtable init --yes --knight Gawain=scripted --knight Claude=claude-cli \\
                  --fallback Claude=claude-api
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="ask nothing, take the defaults")
    parser.add_argument("--project", metavar="NAME", help="default: the folder's name")
    parser.add_argument("--language", metavar="CODE", help="the knights' language (default en)")
    parser.add_argument(
        "--knight",
        action="append",
        metavar="NAME=ADAPTER",
        help="seat a knight (repeatable); NAME=scripted:PATH for a script of your own",
    )
    parser.add_argument(
        "--fallback", action="append", metavar="NAME=ADAPTER", help="who takes over for a knight"
    )
    parser.add_argument(
        "--force", action="store_true", help="replace an existing config (a copy is kept)"
    )


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    project = Project(Path.cwd())
    interactive = not args.yes and not args.knight and sys.stdin.isatty() and sys.stdout.isatty()
    if not interactive and not args.yes and not args.knight:
        raise UsageError(
            "there is no terminal to ask in", "say what you want: roundtable init --yes"
        )
    if not await _may_write(project, args.force, interactive):
        print("Nothing was changed.")
        return 0
    if not args.knight:
        print("Looking for knights on this machine …")
    found = await discover() if not args.knight else Discovery(vendors=())
    draft = _draft(args, project, found)
    if interactive:
        answered = await _wizard(draft, found)
        if answered is None:
            print("Nothing was changed.")
            return 0
        draft = answered
    config = _config(draft)
    kept = found_table(project, config)
    if kept:
        print(f"The old config is kept as {FOLDER}/{kept.name}")
    _report(config)
    return 0


def _draft(args: argparse.Namespace, project: Project, found: Discovery) -> Draft:
    """What the flags and the machine suggest."""
    knights = (
        tuple(knight_from_flag(flag, i + 1) for i, flag in enumerate(args.knight))
        if args.knight
        else found_knights(found) or rehearsal_knights()
    )
    return Draft(
        project=args.project or project.root.name or "project",
        language=args.language or "en",
        knights=with_fallbacks(knights, args.fallback or []),
    )


async def _wizard(draft: Draft, found: Discovery) -> Draft | None:
    """The same questions that the flags answer; None when the developer turns away."""
    import questionary

    project = await questionary.text("Name of the project:", default=draft.project).ask_async()
    if project is None:
        return None
    language = await questionary.text(
        "Language the knights answer in:", default=draft.language
    ).ask_async()
    if language is None:
        return None
    everybody = (*all_knights(found), *rehearsal_knights())
    chosen = await questionary.checkbox(
        "Who shall sit at the table?",
        choices=[
            questionary.Choice(
                title=_choice_title(k), value=k, checked=k.name in {d.name for d in draft.knights}
            )
            for k in everybody
        ],
        instruction="(space selects, Enter goes on)",
        validate=lambda picked: len(picked) >= 2 or "a table needs at least two",
    ).ask_async()
    if chosen is None:
        return None
    knights = []
    for number, knight in enumerate(chosen, start=1):
        fallback = knight.fallback
        if knight.fallback:
            keep = await questionary.confirm(
                f"If {knight.adapter} fails, may {knight.name} go on through {knight.fallback}?"
            ).ask_async()
            if keep is None:
                return None
            fallback = knight.fallback if keep else None
        knights.append(knight.model_copy(update={"priority": number, "fallback": fallback}))
    return Draft(project=project, language=language, knights=tuple(knights))


def _choice_title(knight: KnightConfig) -> str:
    if knight.adapter == "scripted":
        return f"{knight.name} (scripted rehearsal: speaks from a script, asks no model)"
    return f"{knight.name} through {knight.adapter}"


def _config(draft: Draft) -> Config:
    """Checked by the same reader that will read it later."""
    config = Config.model_construct(
        version="1.0",
        project=draft.project,
        language=draft.language,
        knights=draft.knights,
        rules=RulesConfig(),
    )
    try:
        return read_config(write_config(config), "what was given")
    except ConfigError as error:
        raise UsageError(error.message, "correct the flag or the answer and try again") from error


async def _may_write(project: Project, force: bool, interactive: bool) -> bool:
    if not project.config_path.exists() or force:
        return True
    if interactive:
        import questionary

        question = f"{FOLDER}/config.json exists. Replace it (a copy is kept)?"
        return bool(await questionary.confirm(question, default=False).ask_async())
    raise UsageError(
        f"{FOLDER}/config.json exists already",
        "add --force to replace it; a copy of the old one is kept",
    )


def _report(config: Config) -> None:
    print(f"Wrote {FOLDER}/config.json for {config.project}. At the table:")
    for seat in config.seats():
        fallback = f", else {seat.fallback}" if seat.fallback else ""
        print(f"  {seat.label} through {seat.adapter}{fallback}")
    print('Next: roundtable discuss "your question", or roundtable build "what to build"')
