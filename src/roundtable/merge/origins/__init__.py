"""One module a language: what a file's imports lead to in a repository, and what a file offers."""
