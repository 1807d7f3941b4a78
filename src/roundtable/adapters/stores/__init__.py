"""Event logs that last."""
