"""Jobs: long counts in folders; any number of runners do the parts and append the results to ledgers."""

from nqsat.counting.job.manifest import Job, named_in, new_job, open_job, open_or_create_job
from nqsat.counting.job.result import JobResult, Status, result, rows_of, status, verify
from nqsat.counting.job.runner import run_job

__all__ = [
    "Job",
    "JobResult",
    "Status",
    "named_in",
    "new_job",
    "open_job",
    "open_or_create_job",
    "result",
    "rows_of",
    "run_job",
    "status",
    "verify",
]
