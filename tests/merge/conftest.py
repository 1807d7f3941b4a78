"""What the tests of merging share: probes that a busy machine does not make late."""

from tests.patience import patience

__all__ = ["patience"]
