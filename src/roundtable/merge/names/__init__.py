"""One module a language: which names its code reads and binds, and how its functions are called."""
