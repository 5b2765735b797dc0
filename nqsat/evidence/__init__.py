"""What lets somebody trust a count: engines against one another, invariants, published values."""

from nqsat.evidence.checks import Check, Result
from nqsat.evidence.known import Known, known_counts
from nqsat.evidence.verify import WITNESSES, Report, verify

__all__ = ["WITNESSES", "Check", "Known", "Report", "Result", "known_counts", "verify"]
