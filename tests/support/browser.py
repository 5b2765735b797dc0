"""A real browser for the tests of the page: headless chromium, driven by selenium.

If it is missing, it is installed from the distribution, given root and apt; otherwise the tests are skipped
with a reason. axe-core, an accessibility checker, is fetched by npm into the user's cache, never into the
repository; without it only that check is skipped.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from support.timeouts import HANG, until

AXE = "axe-core@4.10.2"


@lru_cache(maxsize=1)
def _installed() -> str:
    """Return "" if chromium and its driver are installed, else why not."""
    wanted = ("chromium", "chromedriver")
    if all(map(shutil.which, wanted)):
        return ""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return "no chromium, and it cannot be installed here"
    with (Path(tempfile.gettempdir()) / "nqsat-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # test files run in parallel
        for words in (["update"], ["install", "-y", "-q", "chromium", "chromium-driver"]):
            if all(map(shutil.which, wanted)):
                break
            done = subprocess.run(
                ["apt-get", *words], check=False, capture_output=True, text=True, timeout=600
            )
            if done.returncode:
                return f"chromium cannot be installed: {done.stderr.strip()[-200:]}"
    return "" if all(map(shutil.which, wanted)) else "chromium is not where it should be"


@contextmanager
def browser() -> Iterator[Browser]:
    why = _installed()
    if why:
        pytest.skip(why)
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    driver.set_script_timeout(HANG)  # no verdict by speed
    try:
        yield Browser(driver)
    finally:
        driver.quit()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve the files of a folder; yield their address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


#: The texts that stand over one another. What a box cuts off is not seen, nor what a closed element has.
_OVERLAPS = """
const seen = (rect, element) => {
    for (let box = element; box; box = box.parentElement) {
        const style = getComputedStyle(box), { left, right, top, bottom } = box.getBoundingClientRect();
        if (style.clipPath !== 'none' || style.visibility === 'hidden') return false;
        const inside = rect.left < right && rect.right > left && rect.top < bottom && rect.bottom > top;
        if (style.overflow !== 'visible' && box !== document.documentElement && !inside) return false;
    }
    return rect.width > 1 && rect.height > 1;
};
const found = [], over = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
    const text = walker.currentNode, range = document.createRange();
    if (!text.data.trim() || text.parentElement.closest('script, style, option, textarea')) continue;
    if (!text.parentElement.checkVisibility()) continue;
    range.selectNodeContents(text);
    const shrink = (r) => new DOMRect(r.left + 1, r.top + r.height / 5, r.width - 2, r.height * 0.6);
    for (const rect of range.getClientRects())
        if (seen(rect, text.parentElement)) found.push([text, shrink(rect)]);
}
found.forEach(([a, x], i) => found.slice(0, i).forEach(([b, y]) => {
    if (a !== b && x.left < y.right && y.left < x.right && x.top < y.bottom && y.top < x.bottom)
        over.push(`${a.data.trim().slice(0, 40)} over ${b.data.trim().slice(0, 40)}`);
}));
return over;
"""

#: The number of colours of a picture.
_COLOURS = """
const [picture] = arguments, image = new Image();
image.src = `data:image/png;base64,${picture}`;
return image.decode().then(() => {
    const { width, height } = image, canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return new Set(new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)).size;
});
"""


class Browser:
    def __init__(self, driver: Any) -> None:
        self.driver = driver
        self._opened = False

    def open(self, path: Path, state: str = "") -> None:
        """Open a file in a fresh page; the one before must have complained of nothing."""
        self.leave()
        self.driver.get(path.as_uri() + (f"#{state}" if state else ""))
        self._opened = True

    def leave(self) -> None:
        """Leave a page that was opened, which must have complained of nothing; clear the logs."""
        said, self._opened = self.complaints() if self._opened else [], False
        self.driver.get("about:blank")
        for log in ("browser", "performance"):
            self.driver.get_log(log)
        assert said == []

    def show(self, path: Path, state: str = "") -> None:
        """Open a page of nqsat and wait until it is complete: a busy browser reports this too early."""
        self.open(path, state)
        self.run(
            "return new Promise(done => { const look = () =>"
            " document.readyState === 'complete' && document.querySelector('.panel') ? done()"
            " : setTimeout(look, 20); look(); })"
        )

    def looks(self, width: int, height: int, *, dark: bool = False, scripts: bool = True) -> None:
        """Set the window size, the colour scheme, and whether scripts run."""
        self.tell("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.tell("Emulation.setEmulatedMedia", features=[scheme])
        self.tell("Emulation.setScriptExecutionDisabled", value=not scripts)

    def tell(self, command: str, **values: object) -> Any:
        return self.driver.execute_cdp_cmd(command, values)

    def run(self, script: str, *given: object) -> Any:
        return self.driver.execute_script(script, *given)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def click(self, selector: str) -> None:
        self.driver.find_element("css selector", selector).click()

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def wait(self, script: str) -> None:
        """Wait until a script returns a true value."""
        assert until(lambda: self.run(script))

    def colours(self, selector: str) -> int:
        """Return how many colours the first matching element has on the screen."""
        picture = self.driver.find_element("css selector", selector).screenshot_as_base64
        return int(self.run(_COLOURS, picture))

    def misfits(self) -> list[str]:
        """Return what is wider than the window, and which text stands over other text."""
        wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        more = int(self.run(wide))
        return [f"{more} pixels too wide"] * (more > 0) + list(self.run(_OVERLAPS))

    def labels(self) -> dict[str, str]:
        """Return the label of every square of the board, by the square's name."""
        found = self.run(
            "return [...document.querySelectorAll('.cell[tabindex]')].map(x => x.ariaLabel)"
        )
        return dict(label.split(": ", 1) for label in found)

    def complaints(self) -> list[str]:
        """Return the console messages and the network requests."""
        said = [entry["message"] for entry in self.driver.get_log("browser")]
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                if url.startswith(("data:", "blob:")):
                    continue  # the page's own data
                if not url.startswith(("file:", "about:")) or not url.split("#")[0].endswith(
                    ".html"
                ):
                    said.append(f"request of {url[:200]}")
        return said

    def axe(self) -> list[str]:
        """Return the accessibility violations that axe-core finds."""
        self.run(_axe())
        done = self.driver.execute_async_script(
            "const done = arguments[0]; axe.run().then(done,"
            " error => done({violations: [{id: String(error), nodes: []}]}))"
        )
        return [
            f"{one['id']}: {[node['html'][:160] for node in one['nodes']][:3]}"
            for one in done["violations"]
        ]


@lru_cache(maxsize=1)
def _axe() -> str:
    home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "nqsat-tests"
    script = home / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        if shutil.which("npm") is None:
            pytest.skip("no npm to fetch axe-core")
        home.mkdir(parents=True, exist_ok=True)
        words = ["npm", "install", "--prefix", str(home), "--no-save", "--ignore-scripts", AXE]
        try:
            done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=60)
            reason = done.stderr.strip()[-200:]
        except subprocess.TimeoutExpired:
            reason = "npm did not end within a minute"
        if not script.exists():
            pytest.skip(f"axe-core cannot be fetched: {reason}")
    return script.read_text(encoding="utf-8")
