"""The runner of tests. It runs inside the sandbox and imports nothing of the rest of us."""
