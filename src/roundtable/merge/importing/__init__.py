"""One module a language: how its imports are read and how one is added."""
