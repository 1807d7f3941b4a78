"""Which paths a change set never writes, and for which a person is asked by themselves."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from roundtable.adapters.trees import names

_REPOSITORIES = frozenset({".hg", ".svn", ".bzr", ".jj"})
"""Those of git and of Roundtable are known to `names.private`."""
_SHORT_NAME = re.compile(r"[^.]{1,6}~[0-9]{1,6}(\.[^.]{1,3})?")
_EXAMPLES = (".example", ".sample", ".template")


def why_protected(path: str) -> str:
    """Why nothing is ever written at a path, whoever approves it; empty when it may be."""
    if reason := names.unfit(path):
        return reason
    if unicodedata.normalize("NFKC", path) != path:
        return "its name holds look-alikes of ordinary characters"
    parts = names.fold(path).split("/")
    if any(_SHORT_NAME.fullmatch(part) for part in parts):
        return "its name may be the short one of another file on some systems"
    if names.private(path) or not _REPOSITORIES.isdisjoint(parts) or any(map(_is_env, parts)):
        return "what belongs to git, to Roundtable or to a secret is never written"
    return ""


def _is_env(part: str) -> bool:
    return part.startswith(".env") and not part.endswith(_EXAMPLES)


@dataclass(frozen=True, slots=True)
class _Delicate:
    """What acts without being called, by the names of folders, files and endings."""

    reason: str
    folders: frozenset[str]
    files: frozenset[str]
    endings: tuple[str, ...] = ()

    def holds(self, parts: list[str]) -> bool:
        *folders, name = parts
        return (
            not self.folders.isdisjoint(folders)
            or name in self.files
            or bool(self.endings and name.endswith(self.endings))
        )


def _delicate(reason: str, folders: str, files: str, endings: Iterable[str] = ()) -> _Delicate:
    return _Delicate(reason, frozenset(folders.split()), frozenset(files.split()), tuple(endings))


_DELICATE = (
    _delicate(
        "a build server runs it with its own rights",
        ".github .gitlab .circleci .buildkite .gitea .forgejo .woodpecker .teamcity",
        ".gitlab-ci.yml .gitlab-ci.yaml .travis.yml .drone.yml .woodpecker.yml .woodpecker.yaml"
        " .cirrus.yml appveyor.yml .appveyor.yml azure-pipelines.yml azure-pipelines.yaml"
        " bitbucket-pipelines.yml cloudbuild.yml cloudbuild.yaml buildspec.yml buildspec.yaml"
        " jenkinsfile .readthedocs.yml .readthedocs.yaml netlify.toml vercel.json",
    ),
    _delicate(
        "an editor or a shell obeys it as soon as the folder is opened",
        ".vscode .idea .devcontainer .fleet .zed .vs",
        ".devcontainer.json .exrc .vimrc .nvimrc .nvim.lua .lvimrc .dir-locals.el .gitpod.yml"
        " mise.toml .mise.toml .tool-versions",
        (".code-workspace",),
    ),
    _delicate(
        "a coding agent obeys it as soon as it works here",
        ".claude .cursor .codex .gemini",
        ".mcp.json .cursorrules .clinerules .windsurfrules agents.md claude.md gemini.md",
    ),
    _delicate(
        "it runs whenever somebody commits",
        ".husky .githooks .lefthook",
        ".pre-commit-config.yaml .pre-commit-config.yml lefthook.yml lefthook.yaml .lefthook.yml"
        " .lefthook.yaml .lintstagedrc .overcommit.yml",
    ),
    _delicate(
        "git obeys it, and may run commands for it",
        "",
        # HEAD: with others beside it, a folder becomes a repository whose settings git obeys.
        ".gitattributes .gitmodules .gitconfig .lfsconfig head",
    ),
    _delicate(
        "it may run commands when the project is installed, built or loaded",
        ".mvn .cargo .yarn",
        "package.json .yarnrc .yarnrc.yml .pnpmfile.cjs bunfig.toml binding.gyp"
        " setup.py setup.cfg pyproject.toml hatch_build.py build.rs"
        " composer.json gemfile extconf.rb build.gradle build.gradle.kts settings.gradle"
        " settings.gradle.kts directory.build.props directory.build.targets",
        (".gemspec",),
    ),
    _delicate(
        "Python runs it whenever it starts", "", "sitecustomize.py usercustomize.py", (".pth",)
    ),
)


def why_delicate(path: str) -> str:
    """Why a path is asked for by itself: it acts without being called; empty when it does not.

    What only runs when somebody calls for it (a Makefile, the tests) is as harmless as any code.
    """
    parts = names.fold(path).split("/")
    return next((group.reason for group in _DELICATE if group.holds(parts)), "")
