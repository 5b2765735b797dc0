"""Claims: which runner is doing which part, so that no two do the same one.

A runner has one small file with its identity. A claim is a hard link to this file under the name of the
part. A link is made whole or not at all, also over NFS; touching the file is a sign of life for all claims.
A claim is free again when its process is gone, if that ran on this machine; otherwise when it has given no
sign of life for a minute. Claims save time and nothing else: a part that is done twice counts once.

Times of files are compared with one another, and waiting is measured by a clock that never goes back.
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

#: Seconds without a sign of life after which a claim is free, and between two signs.
EXPIRES, BEAT = 60.0, 10.0

#: Names of files may not be longer, on most systems.
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Owner:
    """A process, so that others on its machine can tell whether it is there still.

    Args:
        machine: the machine since it was started, and the numbering of processes on it.
        pid: its number.
        born: when it was started, as the system counts; empty where that is unknown.
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
        """Whether it is known to be gone; of processes of other machines nothing is."""
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
    """When a process was started, in ticks since the machine was; None if there is none at work."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    words = text.rpartition(")")[2].split()  # its name, before that, may have any characters
    return None if words[0] in "ZX" else words[19]


class Claims:
    """The claims of one runner.

    Args:
        folder: where all runners have theirs.
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
                # If two runners do so at once, one may remove the other's new claim: both do the part.
                path.unlink(missing_ok=True)
            else:
                self._held.add(name)
                return True
        return False

    def drop(self, name: str) -> None:
        """Give a part back, or up."""
        if name in self._held:
            self._held.remove(name)
            path = self._path(name)
            with suppress(OSError):
                if path.samefile(self._mine):  # no other runner has taken it over
                    path.unlink()

    def beat(self) -> None:
        """Give a sign of life, if it is time."""
        if time.monotonic() - self._beaten > BEAT:
            self._beaten = time.monotonic()
            with suppress(OSError):
                os.utime(self._mine)

    def close(self) -> None:
        """Give up all of them."""
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
        """Whether its owner is gone, or has given no sign of life for too long."""
        try:
            about, mine = path.stat(), self._mine.stat()
            if _owner(path).dead or about.st_ino == mine.st_ino:  # ours, and could not be dropped
                return True
        except FileNotFoundError:
            return True
        except (OSError, ValueError, TypeError):
            return self._is_silent(path)
        return mine.st_mtime - about.st_mtime > EXPIRES or self._is_silent(path)

    def _is_silent(self, path: Path) -> bool:
        """Whether a claim has not been touched for long, by this process's own clock."""
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
        """Take away what runners have left that are gone for certain."""
        for path in self._folder.iterdir():
            with suppress(OSError, ValueError, TypeError):
                if _owner(path).dead:
                    path.unlink()


def at_work(folder: Path) -> dict[str, int]:
    """How many parts each runner is doing, of those that are not known to be gone."""
    found = {}
    for path in folder.glob(".*"):
        with suppress(OSError, ValueError, TypeError):
            if not _owner(path).dead:
                found[path.name[1:]] = path.stat().st_nlink - 1
    return found


def _owner(path: Path) -> Owner:
    return Owner(**json.loads(path.read_text(encoding="utf-8")))
