"""Paths of many ecosystems are told apart: code, configuration, tests; documents come last."""

import pytest

from roundtable.core.file_sorts import sort_and_rank, sort_of

CODE = """
app.py src/main.rs cmd/server/main.go lib/user.rb src/App.vue web/index.html web/style.css
src/main/java/com/shop/Order.java Program.cs schema.sql migrations/0007_region.sql api.proto
schema.graphql src/contest.py src/latest.js attest.go protest/view.ts src/testing/builders.py
manage.py settings.py bin/run.sh src/inspect.rs src/Testimony.java lib/spectrum.py src/build.ts
kernel/io.c include/io.h Sources/Feed.swift lib/queue.ex main.dart index.php contract.sol app.R
src/templates/turn.md.j2 unknown.xyz noextension src/config.py src/Configuration.java
"""
CONFIG = """
Dockerfile docker/Dockerfile.dev docker-compose.yml compose.prod.yaml Makefile package.json
tsconfig.json pyproject.toml setup.py setup.cfg requirements.txt requirements-dev.txt go.mod pom.xml
build.gradle.kts Cargo.toml .github/workflows/ci.yml Jenkinsfile webpack.config.js vite.config.ts
.eslintrc.js .env.example infra/main.tf k8s/app.yaml deploy/restart.sh nginx/site.conf App.csproj
CMakeLists.txt mix.exs Gemfile .gitignore jest.config.js openapi/spec/api.yaml locales/de.json
"""
TESTS = """
tests/test_app.py test_app.py app_test.py conftest.py pkg/pool_test.go src/app.test.ts
src/App.spec.tsx src/__tests__/list.jsx spec/user_spec.rb src/test/java/com/shop/OrderTest.java
OrderTests.cs FeedTests.swift src/test/resources/data.json tests/fixtures/a.csv e2e/login.ts
cypress/e2e/cart.cy.js user_test.exs login.feature t/basic.t CartSpec.scala OrderIT.java
tests/README.md testdata/golden.txt test/helper.rb spec/models/user.rb list_test.dart src/a_test.rs
"""
LATER = {
    1: "package-lock.json yarn.lock go.sum uv.lock data/cities.csv icon.svg",
    2: "README.md docs/guide.rst LICENSE CHANGELOG notes.txt docs/api.adoc",
}


@pytest.mark.parametrize("path", CODE.split())
def test_what_the_program_is_made_of_is_code(path: str) -> None:
    assert sort_of(path) == "code"


@pytest.mark.parametrize("path", CONFIG.split())
def test_what_sets_it_up_is_configuration(path: str) -> None:
    assert sort_and_rank(path) == ("config", 0)


@pytest.mark.parametrize("path", TESTS.split())
def test_what_checks_it_is_tests(path: str) -> None:
    assert sort_of(path) == "tests"


@pytest.mark.parametrize("rank", LATER)
def test_locks_and_data_then_documents_come_last_in_configuration(rank: int) -> None:
    for path in LATER[rank].split():
        assert sort_and_rank(path) == ("config", rank), path


def test_a_backslash_parts_folders_too() -> None:
    assert sort_of("tests\\cart.py") == "tests"
