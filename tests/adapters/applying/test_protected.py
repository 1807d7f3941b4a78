"""What is never written, and what is asked for by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.adapters.applying.protected import why_delicate, why_protected
from roundtable.core.parsing.file_paths import check_path
from roundtable.core.secret_paths import is_secret

PLAIN = [
    *(
        "README.md",
        "src/app.py",
        "a b.txt",
        "src/[id]/(x)/page.tsx",
        "docs/caf\u00e9.md",
        "Makefile",
    ),
    *(".gitignore", ".github/workflows/ci.yml", ".env.example", "config/.env.sample", "src/env.py"),
    *(
        "src/credentials/__init__.py",
        "tests/conftest.py",
        "git.py",
        "a~b",
        "v1~rc.txt",
        ".config/x",
    ),
]


@pytest.mark.parametrize("path", PLAIN)
def test_ordinary_files_may_be_written(path: str) -> None:
    assert why_protected(path) == ""


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("", "empty"),
        ("../x", "upwards"),
        ("a/../../x", "upwards"),
        ("/etc/passwd", "absolute"),
        ("a\0b", "NUL"),
        ("a\nb", "seen"),
        ("a\u202eb", "seen"),
        ("a\\b", "backslash"),
        ("ab:c", "colon"),
        ("a/b.", "dot or a space"),
        ("a /b", "dot or a space"),
        ("src/aux.c", "device"),
        ("\ufb01le.txt", "look-alikes"),
        ("e\u0301.txt", "look-alikes"),
        ("a\u00a0b", "look-alikes"),
        ("a\udcff", "not valid text"),
        ("PROGRA~1/x", "short"),
        ("ROUNDT~1/config.json", "short"),
        ("x" * 256, "too long"),
    ],
)
def test_a_path_that_is_not_plainly_inside_is_never_written(path: str, reason: str) -> None:
    assert reason in why_protected(path)


@pytest.mark.parametrize(
    "path",
    [
        *(".git", ".git/config", "sub/.GIT/hooks/x", "git~1/config", "a/GIT~2", ".hg/hgrc"),
        *(".svn/entries", ".JJ/repo", ".roundtable/config.json", "x/.Roundtable/y", ".ssh/config"),
        *(".env", ".env.local", ".ENV", ".env-prod", ".environment", ".env/bin/activate", ".envrc"),
        *("deep/id_rsa", "server.pem", "credentials.json", ".aws/config", ".npmrc", "prod.tfvars"),
    ],
)
def test_what_is_gits_ours_or_a_secret_is_never_written(path: str) -> None:
    assert why_protected(path)


@given(st.text(alphabet=st.sampled_from("aA.gitGIT/~1 envNV\\:\u017f\u200d\uff0e\0"), max_size=16))
def test_no_spelling_leads_to_git_or_out_of_the_tree(path: str) -> None:
    if not why_protected(path):
        parts = path.casefold().split("/")
        assert not {"", ".", "..", ".git", "git~1"} & set(parts)
        assert not is_secret(path)


@given(st.text(max_size=40))
def test_what_may_be_written_was_a_path_to_the_parser_in_this_very_spelling(path: str) -> None:
    """The writer allows a few signs more; where both allow a path, they mean the same file."""
    checked = check_path(path)
    if not checked.reason and not why_protected(path):
        assert checked.path == path


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (".github/workflows/ci.yml", "build server"),
        (".GitHub/CODEOWNERS", "build server"),
        (".gitlab-ci.yml", "build server"),
        ("ci/Jenkinsfile", "build server"),
        (".vscode/tasks.json", "opened"),
        (".idea/runConfigurations/x.xml", "opened"),
        ("app/.devcontainer/devcontainer.json", "opened"),
        ("x.code-workspace", "opened"),
        (".claude/settings.json", "agent"),
        ("docs/AGENTS.md", "agent"),
        (".husky/pre-commit", "commits"),
        (".pre-commit-config.yaml", "commits"),
        (".gitattributes", "git obeys"),
        ("vendor/.gitmodules", "git obeys"),
        ("sub/HEAD", "git obeys"),
        ("package.json", "installed"),
        ("packages/a/package.json", "installed"),
        ("setup.py", "installed"),
        ("PyProject.toml", "installed"),
        ("native/build.rs", "installed"),
        ("x.gemspec", "installed"),
        ("lib/sitecustomize.py", "starts"),
        ("x.pth", "starts"),
    ],
)
def test_what_acts_without_being_called_is_delicate(path: str, reason: str) -> None:
    assert reason in why_delicate(path)
    assert why_protected(path) == ""


@pytest.mark.parametrize(
    "path",
    [
        *("src/app.py", "Makefile", "tests/conftest.py", "README.md", ".gitignore", "tox.ini"),
        *("Dockerfile", "github/x", "my-package.json", "package.json/x", "header", "", "a//b"),
    ],
)
def test_what_runs_only_when_it_is_called_is_not_delicate(path: str) -> None:
    assert why_delicate(path) == ""
