"""The table in a browser: one process, one origin, the API at /api and the client beside it."""
