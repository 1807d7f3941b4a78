"""One module a language: where its files are cut into units."""
