"""Which file says how a project is run."""

import pytest

from roundtable.adapters.runners.runner import run_source


@pytest.mark.parametrize(
    ("files", "source"),
    [
        ((), None),
        (("README.md", "src/Dockerfile"), None),
        (("Dockerfile", "a.py"), "Dockerfile"),
        (("Dockerfile", "docker-compose.yml"), "docker-compose.yml"),
        (("Dockerfile", "compose.yaml", "docker-compose.yml"), "compose.yaml"),
        (("sub/compose.yaml", "Dockerfile"), "Dockerfile"),
    ],
)
def test_a_compose_file_comes_before_a_dockerfile(
    files: tuple[str, ...], source: str | None
) -> None:
    assert run_source(files) == source
