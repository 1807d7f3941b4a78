"""What a Python repository declares, in whatever file it does so."""

import pytest

from roundtable.merge.origins.requirements import Requirements, normal
from roundtable.merge.standing import Shelf, Standing


def requirements(path: str, text: str) -> Requirements:
    return Requirements(Standing(frozenset({path}), {path: text}, Shelf(lambda _: None)))


POETRY = '[tool.poetry.dependencies]\npython = "^3.11"\nRequests = "^2"\n'
GROUPS = '[dependency-groups]\ndev = ["pytest>=8", {include-group = "x"}, "requests[socks] ~= 2"]\n'


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pyproject.toml", '[project]\ndependencies = ["requests >=2"]\n'),
        ("pyproject.toml", '[project.optional-dependencies]\nweb = ["requests; extra"]\n'),
        ("pyproject.toml", POETRY),
        ("pyproject.toml", GROUPS),
        ("pyproject.toml", 'broken = [\n"requests>=2",\n'),
        ("deep/pyproject.toml", '[build-system]\nrequires = ["requests"]\n'),
        ("requirements.txt", "# words\nrequests==2.1  # why\n"),
        ("requirements-dev.txt", "requests[socks]>=2\n"),
        ("requirements/run.lock", "requests==2.1 \\\n    --hash=sha256:00\n"),
        ("requirements/base.in", "requests\n"),
        ("dev_requirements.txt", "requests @ file:x\n"),
        ("setup.py", "setup(install_requires=['requests>=2', \"x\"])\n"),
        ("setup.cfg", "[options]\ninstall_requires =\n    requests>=2\n"),
        ("setup.cfg", "[options]\ninstall_requires = requests\n"),
        ("Pipfile", '[packages]\nrequests = "*"\n'),
        ("environment.yml", "dependencies:\n  - requests=2.1\n"),
        ("uv.lock", '[[package]]\nname = "requests"\nversion = "2"\n'),
        ("tox.ini", "[testenv]\ndeps =\n    requests\n"),
    ],
)
def test_a_declared_package_brings_its_module(path: str, text: str) -> None:
    found = requirements(path, text)
    assert found.any
    assert found.bring("requests.adapters")
    assert not found.bring("unheard_of")


@pytest.mark.parametrize(
    ("declared", "module"),
    [
        ("PyYAML", "yaml"),
        ("Pillow", "PIL.Image"),
        ("opencv-python-headless", "cv2"),
        ("scikit_learn", "sklearn.svm"),
        ("python-dateutil", "dateutil"),
        ("PyGithub", "github"),
        ("google-cloud-storage", "google.cloud.storage"),
        ("beautifulsoup4", "bs4"),
        ("psycopg2-binary", "psycopg2"),
        ("pydantic", "pydantic_core"),
        ("pytest", "_pytest.config"),
        ("markdown-it-py", "markdown_it"),
        ("django-storages", "storages"),
        ("attrs", "attr"),
        ("ruamel.yaml", "ruamel.yaml"),
    ],
)
def test_a_module_may_have_another_name_than_its_package(declared: str, module: str) -> None:
    assert requirements("requirements.txt", declared).bring(module)


@pytest.mark.parametrize(
    "text",
    [
        '[project]\nname = "requests"\nkeywords = ["requests"]\ndescription = "requests"\n',
        '[project.scripts]\nrequests = "requests.cli:main"\n',
        '[tool.x]\nroot_package = "requests"\n',
    ],
)
def test_a_word_elsewhere_in_a_table_declares_nothing(text: str) -> None:
    assert not requirements("pyproject.toml", text).bring("requests")


def test_a_repository_without_such_files_declares_nothing() -> None:
    assert not requirements("README.txt", "requests\n").any


def test_names_are_compared_as_the_index_does() -> None:
    assert normal("Foo__bar.-Baz") == "foo-bar-baz"
