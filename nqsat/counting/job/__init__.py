"""Long counts as folders: parts that any number of runners do, and append-only files of what came out."""

from nqsat.counting.job.head import Job, begun, new_job, open_job
from nqsat.counting.job.result import Result, Status, result, status, verify
from nqsat.counting.job.runner import run_job

__all__ = [
    "Job",
    "Result",
    "Status",
    "begun",
    "new_job",
    "open_job",
    "result",
    "run_job",
    "status",
    "verify",
]
