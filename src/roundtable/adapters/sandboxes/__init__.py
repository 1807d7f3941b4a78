"""Places where code that nobody has read yet may run."""
