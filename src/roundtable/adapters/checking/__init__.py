"""What can be found out about a tree of files: whether it parses, lints, and passes its tests."""
