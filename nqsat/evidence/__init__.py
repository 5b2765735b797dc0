"""What lets somebody trust a count: engines against one another, invariants, published values."""

from nqsat.evidence.known import Known, known_counts
from nqsat.evidence.verify import Check, Report, Result, verify

__all__ = ["Check", "Known", "Report", "Result", "known_counts", "verify"]
