"""Python as Python itself reads it; a text that it cannot read is None, never an error."""

import ast
import warnings


def parsed(text: str) -> ast.Module | None:
    with warnings.catch_warnings():
        # What models write has odd escapes; that is their affair, not a word to our users.
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
