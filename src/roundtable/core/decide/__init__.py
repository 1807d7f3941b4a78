"""Policies, one module each: from the state of a session to the next step, and nothing else."""
