"""Evidence for a count: comparison of engines, invariants, published values, and certificates."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from nqsat.errors import CertificateRejected, InvalidModel, Undecided
from nqsat.evidence import checker as checker
from nqsat.evidence.certificate import lrat as lrat
from nqsat.evidence.certificate.facts import ordered_facts as ordered_facts
from nqsat.evidence.certificate.partial import new_folder as new_folder
from nqsat.evidence.certificate.partial import write_lines as write_lines
from nqsat.evidence.certificate.writing import Certificate as Certificate
from nqsat.evidence.certificate.writing import Proof as Proof
from nqsat.evidence.certificate.writing import certify as certify
from nqsat.evidence.comparisons import USUAL as USUAL
from nqsat.evidence.comparisons import Effort as Effort
from nqsat.evidence.grounds import Check as Check
from nqsat.evidence.grounds import Ground as Ground
from nqsat.evidence.grounds import Result as Result
from nqsat.evidence.grounds import Unfinished as Unfinished
from nqsat.evidence.grounds import ground_of as ground_of
from nqsat.evidence.grounds import require_complete as require_complete
from nqsat.evidence.known import PublishedCount as PublishedCount
from nqsat.evidence.known import known_counts as known_counts
from nqsat.evidence.known import known_question as known_question
from nqsat.evidence.verification import WITNESSES as WITNESSES
from nqsat.evidence.verification import Report as Report
from nqsat.evidence.verification import verify as verify


def check(
    folder: Path | str,
    max_states: int | None = None,
    *,
    step: int | None = None,
    by: Callable[[Path], checker.Accepted] | None = None,
) -> checker.Accepted:
    """Check a certificate of a count with the independent checker, which shares no code with nqsat.

    Args:
        folder: the folder of the certificate.
        max_states: the maximum number of states of a recount; None for 20 million.
        step: check only that this layer follows from the one before, in a certificate with layers.
        by: another checker of the folder, which raises the same errors as ``checker.check``.

    Returns:
        the count that it proves, with its unit, what was established, and what you must trust.

    Raises:
        CertificateRejected: the certificate is not accepted; the text says where and why.
        Undecided: it exceeds a limit of the checker.
        InvalidModel: there is no such folder, no certificate in it, or no such step; or ``max_states`` or
            ``step`` is given with another checker, which has neither.
    """
    if not Path(folder).is_dir():
        raise InvalidModel("certificate", f"{str(folder)!r} is not a folder")
    if not Path(folder, "certificate.json").exists():
        reason = "has none: no certificate.json; name the folder that certify wrote"
        if Path(folder, "evidence.json").exists():
            reason = "is the evidence for a sequence: python check.py in it checks all"
        for proof, program in (("CPOG", "cpog-check"), ("LRAT", "lrat-check")):
            if any(Path(folder).glob(f"*.{proof.lower()}")):
                reason = f"holds a {proof} proof for other checkers ({program}); nqsat check reads"
                reason += " the certificates of models that certify writes"
        raise InvalidModel("certificate", f"{str(folder)!r} {reason}")
    for name, value in (("max_states", max_states), ("step", step)):
        if by is not None and value is not None:
            raise InvalidModel(name, "is for the checker's own recount; leave it out")
    try:
        if by is not None:
            return by(Path(folder))
        most = checker.MOST_STATES if max_states is None else max_states
        return checker.check(folder, most, step)
    except checker.NoStep as wrong:
        raise InvalidModel("step", str(wrong)) from None
    except checker.TooLarge as refused:
        raise Undecided(f"too large: {refused}; neither accepted nor rejected") from None
    except checker.Rejected as rejected:
        raise CertificateRejected(f"rejected: {rejected}") from None
