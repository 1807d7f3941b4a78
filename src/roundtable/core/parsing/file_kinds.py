"""What kind of file a path names, judged by its name alone."""

from typing import Literal

Kind = Literal[
    "document", "python", "curly", "hash", "yaml", "markup", "data", "patch", "binary", "other"
]
"""`curly` and `hash` say how a language is written: with braces and `//`, or with `#` or `--`."""

CODE: frozenset[Kind] = frozenset({"python", "curly", "hash", "markup"})
"""Kinds in which a sentence at the start of a line is a mistake."""

_ENDINGS: dict[Kind, str] = {
    "document": "md markdown mdx mkd qmd rmd rst adoc asciidoc org textile txt text tex prompt"
    " j2 jinja jinja2 tmpl tpl",
    "python": "py pyi pyx",
    "curly": "js jsx mjs cjs ts tsx mts cts java kt kts scala go rs c h cc cpp cxx hpp hh cs swift"
    " dart php css scss less json json5 jsonc groovy gradle proto graphql gql zig sol tf hcl",
    "hash": "sh bash zsh fish rb pl pm r jl ex exs toml ini cfg conf nim ps1 sql lua hs mk cmake"
    " dockerfile properties",
    "yaml": "yaml yml",
    "markup": "html htm xhtml xml svg vue svelte astro xaml plist",
    "data": "csv tsv dat log jsonl ndjson lock po pot ics vcf",
    "patch": "diff patch rej",
    "binary": "png jpg jpeg gif webp ico bmp tiff pdf zip gz tgz bz2 xz 7z rar jar war class pyc"
    " so dll dylib exe bin wasm woff woff2 ttf otf eot mp3 mp4 wav ogg mov avi sqlite sqlite3 db"
    " parquet docx xlsx pptx psd pkl npy",
}
_BY_ENDING: dict[str, Kind] = {
    ending: kind for kind, endings in _ENDINGS.items() for ending in endings.split()
}
_BY_NAME: dict[str, Kind] = {
    **dict.fromkeys(("dockerfile", "containerfile", "makefile", "gemfile", "rakefile"), "hash"),
    **dict.fromkeys(("justfile", "procfile", "vagrantfile", "brewfile", "gnumakefile"), "hash"),
    **dict.fromkeys(("readme", "license", "licence", "changelog", "contributing"), "document"),
    **dict.fromkeys(("authors", "notice", "copying", "todo", "news", "version"), "document"),
    "jenkinsfile": "curly",
    "caddyfile": "other",
    "codeowners": "other",
    "tiltfile": "python",
}
_MAY_BE_EMPTY = frozenset(
    {
        *("__init__.py", "__init__.pyi", "py.typed", "conftest.py", ".nojekyll", ".placeholder"),
        *(".gitkeep", ".keep", ".empty", ".gitignore", ".dockerignore", ".npmignore"),
        *(".eslintignore", ".prettierignore", ".hushlogin", "mod.rs"),
    }
)


def kind_of(path: str) -> Kind:
    """The kind of a file; `other` when its name does not tell."""
    name = path.rsplit("/", 1)[-1].casefold()
    if name in _BY_NAME:
        return _BY_NAME[name]
    if name.startswith(("dockerfile.", "makefile.")):
        return "hash"
    return _BY_ENDING.get(name.rpartition(".")[2], "other") if "." in name else "other"


def may_be_empty(path: str) -> bool:
    """Whether a file of this name does its work by being there."""
    return path.rsplit("/", 1)[-1].casefold() in _MAY_BE_EMPTY


def is_file_name(name: str) -> bool:
    """Whether a single word is the name of a file: a known ending, or a known name."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1].casefold()
    return last in _BY_NAME or last in _MAY_BE_EMPTY or kind_of(last) != "other"
