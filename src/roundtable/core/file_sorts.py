"""What sort of file a path is for a review: application code, configuration, or tests."""

import re
from typing import Literal

Sort = Literal["code", "config", "tests"]
SORTS: tuple[Sort, ...] = ("code", "config", "tests")
"""In the order in which they are reviewed."""

_TEST_FOLDERS = frozenset(
    {
        *("test", "tests", "__tests__", "__mocks__", "__snapshots__", "e2e", "cypress"),
        *("testdata", "androidtest", "unittests", "integrationtests", "playwright"),
    }
)
_SPEC_FOLDERS = frozenset({"spec", "specs"})
"""Tests in some languages, and descriptions of interfaces elsewhere: code in them is a test."""
_TEST_NAME = re.compile(
    r"^test[_-].*\.\w+$|^tests?\.(?:py|rb|js|ts|go|rs|lua|php)$|^conftest\.py$"
    r"|[_.-](?:test|tests|spec|specs|e2e|cy|stories\.test)\.\w+$|[_-](?:test|spec)s?\.\w+\.\w+$"
    r"|\.(?:t|feature|robot|bats|snap)$"
)
_TEST_NAME_CASED = re.compile(r"[a-z0-9](?:Test|Tests|TestCase|Spec|Specs|IT)\.[A-Za-z]+$")
_CASED_ENDINGS = (".java", ".kt", ".scala", ".groovy", ".cs", ".fs", ".swift", ".php", ".dart")

_INFRA_FOLDERS = frozenset(
    {
        *(".github", ".gitlab", ".circleci", ".buildkite", ".azure", ".devcontainer", ".vscode"),
        *(".idea", ".husky", "ci", "deploy", "deployment", "deployments", "docker", "helm", "k8s"),
        *("kubernetes", "kustomize", "terraform", "ansible", "infra", "infrastructure", "charts"),
        *("nginx", "puppet", "chef", "salt", "pulumi"),
    }
)
_CONFIG_NAMES = frozenset(
    {
        *("dockerfile", "containerfile", "makefile", "gnumakefile", "justfile", "procfile"),
        *("jenkinsfile", "vagrantfile", "gemfile", "rakefile", "podfile", "brewfile", "tiltfile"),
        *("caddyfile", "codeowners", "build", "workspace", "wscript", "sconstruct", "pipfile"),
        *("cmakelists.txt", "requirements.txt", "constraints.txt", "go.mod", "go.work"),
        *("setup.py", "noxfile.py", "conanfile.py", "fabfile.py", "build.rs", "build.sbt"),
        *("gulpfile.js", "gruntfile.js", "mix.exs", "package.swift", "rebar.config", "deno.json"),
        *("tsconfig.json", "package.json", "composer.json", "pom.xml", "web.config"),
    }
)
_CONFIG_ENDINGS = frozenset(
    """yml yaml toml ini cfg conf config json jsonc json5 xml properties env editorconfig plist
    gradle tf tfvars hcl nix cmake mk bzl bazel dockerfile dockerignore gitignore gitattributes
    npmrc nvmrc babelrc eslintrc prettierrc csproj fsproj vbproj sln props targets gemspec podspec
    cabal service socket timer rules pem crt cer list""".split()  # noqa: SIM905 -- a table of words
)
_CONFIG_NAME = re.compile(
    r"^(?:docker-compose|compose)[.\w-]*\.ya?ml$|^(?:dockerfile|makefile)\..+$|\.config\.\w+$"
    r"|^requirements[\w.-]*\.txt$|^\.\w+rc(?:\.\w+)?$|^\.env(?:\.\w+)*$|^build\.gradle(?:\.kts)?$"
    r"|^settings\.gradle(?:\.kts)?$|rc\.[cm]?js$"
)
_LOCKS = frozenset(
    {
        *("package-lock.json", "yarn.lock", "pnpm-lock.yaml", "poetry.lock", "uv.lock", "go.sum"),
        *("pipfile.lock", "cargo.lock", "gemfile.lock", "composer.lock", "mix.lock", "bun.lock"),
        *(
            "pubspec.lock",
            "packages.lock.json",
            "podfile.lock",
            "flake.lock",
            "npm-shrinkwrap.json",
        ),
    }
)
_DATA_ENDINGS = frozenset(
    {"csv", "tsv", "jsonl", "ndjson", "lock", "svg", "po", "pot", "log", "sum"}
)
_DOC_ENDINGS = frozenset(
    {"md", "mdx", "markdown", "rst", "adoc", "asciidoc", "txt", "tex", "org", "textile", "ipynb"}
)
_DOC_NAMES = frozenset(
    {
        *("readme", "license", "licence", "copying", "notice", "authors", "contributors"),
        *("changelog", "changes", "history", "news", "todo", "contributing", "security"),
    }
)


def sort_of(path: str) -> Sort:
    """Judged by the path alone. What nothing is known of is code: it is looked at first."""
    return sort_and_rank(path)[0]


def sort_and_rank(path: str) -> tuple[Sort, int]:
    """The sort, and within configuration what comes later: locks and data, then documents."""
    *above, file = path.replace("\\", "/").split("/")
    folders = {folder.casefold() for folder in above}
    name = file.casefold()
    ending = name.rpartition(".")[2] if "." in name else ""
    if _is_test(file, name, ending, folders):
        return "tests", 0
    if name in _LOCKS or (ending in _DATA_ENDINGS and name not in _CONFIG_NAMES):
        return "config", 1
    if name in _CONFIG_NAMES or _CONFIG_NAME.search(name) or ending in _CONFIG_ENDINGS:
        return "config", 0
    if ending in _DOC_ENDINGS or name.partition(".")[0] in _DOC_NAMES:
        return "config", 2
    return ("config", 0) if folders & _INFRA_FOLDERS else ("code", 0)


def _is_test(file: str, name: str, ending: str, folders: set[str]) -> bool:
    if folders & _TEST_FOLDERS or _TEST_NAME.search(name):
        return True
    if _TEST_NAME_CASED.search(file) and name.endswith(_CASED_ENDINGS):
        return True
    written = ending not in _CONFIG_ENDINGS | _DOC_ENDINGS | _DATA_ENDINGS and ending != ""
    return bool(folders & _SPEC_FOLDERS) and written
