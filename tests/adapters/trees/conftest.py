"""The workspace's repositories serve here too."""

from tests.adapters.workspaces.conftest import committed, git, home, project, repository

__all__ = ["committed", "git", "home", "project", "repository"]
