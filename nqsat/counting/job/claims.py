"""Claims: locks that say which runner is doing which part, so that no two runners do the same part.

Each runner has one small file with its identity. A claim is a hard link to this file, named after the part.
Creating a link is atomic, also over NFS; touching the file is a heartbeat for all claims of the runner.
A claim is released when its process has ended, if that ran on this machine; otherwise if there was no
heartbeat for a minute. Claims only save time: a part that is done twice counts once.

File times are only compared with each other, and waiting is measured by a monotonic clock.
"""

from __future__ import annotations

import json
import os
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

#: Seconds without a heartbeat after which a claim expires; seconds between two heartbeats.
EXPIRES, BEAT = 60.0, 10.0

#: The longest file name that is used; most systems allow 255 bytes.
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Owner:
    """The identity of a process, so that others on its machine can see whether it still runs.

    Args:
        machine: the machine, its boot id and its PID namespace.
        pid: the process id.
        born: the start time of the process in the system's ticks; empty if unknown.
        host: the name of the machine.
    """

    machine: str
    pid: int
    born: str
    host: str

    @classmethod
    def me(cls) -> Owner:
        """This process."""
        host, pid = socket.gethostname(), os.getpid()
        return cls(_machine(host), pid, _born(pid) or "", host)

    @property
    def dead(self) -> bool:
        """Whether the process is known to have ended; False for a process of another machine."""
        if self.machine != _machine(socket.gethostname()):
            return False
        if Path("/proc/self/stat").exists():
            return _born(self.pid) != self.born
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            pass
        return False


def _machine(host: str) -> str:
    words = [host]
    with suppress(OSError):
        words.append(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip())
        words.append(str(Path("/proc/self/ns/pid").readlink()))
    return " ".join(words)


def _born(pid: int) -> str | None:
    """Return a process's start time, in ticks since boot; None if no such process is running."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    words = text.rpartition(")")[2].split()  # the name before it may contain any characters
    return None if words[0] in "ZX" else words[19]


class Claims:
    """The claims of one runner.

    Args:
        folder: the folder for the claims of all runners.
        label: the runner's name.
    """

    def __init__(self, folder: Path, label: str) -> None:
        self._folder, self._mine = folder, folder / f".{label}"
        self._held: set[str] = set()
        self._seen: dict[str, tuple[tuple[int, int], float]] = {}
        self._beaten = time.monotonic()
        me = Owner.me()
        text = json.dumps({name: getattr(me, name) for name in Owner.__slots__})
        self._sweep()
        self._mine.write_text(text, encoding="utf-8")

    def take(self, name: str) -> bool:
        """Claim a part, unless another runner is doing it."""
        path = self._path(name)
        for _ in range(2):
            try:
                os.link(self._mine, path)
            except FileExistsError:
                if name in self._held or not self._is_free(path):
                    return False
                # If two runners do this at once, one may remove the other's new claim: both do the part.
                path.unlink(missing_ok=True)
            else:
                self._held.add(name)
                return True
        return False

    def drop(self, name: str) -> None:
        """Release the claim of a part."""
        if name in self._held:
            self._held.remove(name)
            path = self._path(name)
            with suppress(OSError):
                if path.samefile(self._mine):  # no other runner has claimed it since
                    path.unlink()

    def beat(self) -> None:
        """Send a heartbeat if it is due."""
        if time.monotonic() - self._beaten > BEAT:
            self._beaten = time.monotonic()
            with suppress(OSError):
                os.utime(self._mine)

    def close(self) -> None:
        """Release all claims."""
        for name in tuple(self._held):
            self.drop(name)
        with suppress(OSError):
            self._mine.unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        words = quote(name, safe=" ,+@=")
        return self._folder / (
            words if len(words) <= _LONGEST else sha256(name.encode()).hexdigest()
        )

    def _is_free(self, path: Path) -> bool:
        """Return whether the claim's owner has ended, or its last heartbeat is too old."""
        try:
            about, mine = path.stat(), self._mine.stat()
            if _owner(path).dead or about.st_ino == mine.st_ino:  # ours, and could not be released
                return True
        except FileNotFoundError:
            return True
        except (OSError, ValueError, TypeError):
            return self._is_silent(path)
        return mine.st_mtime - about.st_mtime > EXPIRES or self._is_silent(path)

    def _is_silent(self, path: Path) -> bool:
        """Return whether a claim has had no heartbeat for too long, by this process's own clock."""
        now = time.monotonic()
        with suppress(OSError):
            about = path.stat()
            sign = about.st_ino, about.st_mtime_ns
            before, since = self._seen.get(path.name, (None, now))
            if before == sign:
                return now - since > EXPIRES
            self._seen[path.name] = sign, now
        return False

    def _sweep(self) -> None:
        """Remove the files of runners that have certainly ended."""
        for path in self._folder.iterdir():
            with suppress(OSError, ValueError, TypeError):
                if _owner(path).dead:
                    path.unlink()


def at_work(folder: Path) -> dict[str, int]:
    """Return how many parts each runner is doing, except runners that are known to have ended."""
    found = {}
    for path in folder.glob(".*"):
        with suppress(OSError, ValueError, TypeError):
            if not _owner(path).dead:
                found[path.name[1:]] = path.stat().st_nlink - 1
    return found


def _owner(path: Path) -> Owner:
    return Owner(**json.loads(path.read_text(encoding="utf-8")))
