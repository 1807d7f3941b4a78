"""Pages for people; those that can be made from the source are made by `docs.generate`."""
