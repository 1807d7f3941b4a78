"""The developer's repository as the table may see it: bounded, without secrets, read-only."""
