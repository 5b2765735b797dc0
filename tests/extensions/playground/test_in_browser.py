"""The playground in a browser: with a worker that has the driver's answers, and with Python itself."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from support.browser import Browser, served

from nqsat.errors import InvalidModel
from nqsat.extensions.playground import build as building
from nqsat.extensions.playground import driver

VIEW = "import nqsat\n\nnqsat.view('queens', n=6)\n"
WRONG = "import nqsat\n\nnqsat.view('queens', n=6)\nnqsat.Placement(8, {'Springer': 1})\nprint(1)\n"
WARNING = "import sys\nprint('slow', file=sys.stderr)\nprint('x' * 300)\n"
ENDLESS = "while True: pass\n"

#: A worker: it says what the test tells all workers, and answers programs as the driver did.
WORKER = """
const answers = ANSWERS;
const told = new BroadcastChannel('test');
const ready = new Promise((done) => (told.onmessage = ({ data }) => (postMessage(data), done())));
postMessage({ kind: 'step', text: 'Step 1 of 3: fetching Python' });
new BroadcastChannel('begun').postMessage('');
onmessage = async ({ data }) => {
    await ready;
    (answers[data] ?? []).forEach(([kind, text]) => postMessage({ kind, text }));
};
"""


class Sent(io.StringIO):
    def __init__(self, kind: str, messages: list[tuple[str, str]]) -> None:
        super().__init__()
        self.kind, self.messages = kind, messages

    def write(self, text: str) -> int:
        self.messages.append((self.kind, text))
        return len(text)


def answer(text: str) -> list[tuple[str, str]]:
    """The messages that the worker sends about a program."""
    found: list[tuple[str, str]] = []
    with redirect_stdout(Sent("out", found)), redirect_stderr(Sent("note", found)):
        driver.run(text, lambda kind, said: found.append((kind, said)))
    return [*found, ("done", "0.12")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("playground") / "site"
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(tmp_path_factory.mktemp("here"))
        patched.setattr(building, "_runtime", lambda: [("pyodide.mjs", b"")])
        patched.setattr(building, "_packages", lambda: [("libraries.zip", b"")])
        building.build(folder)
        answers = {text: answer(text) for text in (VIEW, WRONG, WARNING)}
    (folder / "worker.js").write_text(WORKER.replace("ANSWERS", json.dumps(answers)), "utf-8")
    return folder


@pytest.fixture
def place(window: Browser, site: Path) -> Iterator[str]:
    """The address of the page, which is open and knows no earlier visit."""
    with served(site) as address:
        window.driver.get(address)
        window.run("localStorage.clear()")
        visit(window, address)
        yield address


def visit(window: Browser, address: str) -> None:
    window.driver.get(address)
    window.wait("return document.getElementById('program')?.value")
    is_said(window, "Step 1 of 3")


def tell(window: Browser, kind: str, text: str = "") -> None:
    said = {"kind": kind, "text": text}
    window.run("new BroadcastChannel('test').postMessage(arguments[0])", said)


def is_said(window: Browser, words: str) -> None:
    window.wait(f"return document.getElementById('status').textContent.startsWith({words!r})")


def write(window: Browser, text: str) -> None:
    window.run(
        "const program = document.getElementById('program');"
        "program.value = arguments[0]; program.dispatchEvent(new Event('input'))",
        text,
    )


def run(window: Browser, text: str) -> None:
    write(window, text)
    window.click("#run")


def test_an_answer_is_there_before_python(window: Browser, place: str) -> None:
    window.wait("return document.querySelector('#shown svg')")
    assert window.text("#text") == ""
    is_said(window, "Step 1 of 3: fetching Python.")
    window.wait("return document.getElementById('clock').textContent.endsWith(' s')")
    groups = window.run("return [...document.querySelectorAll('optgroup')].map((x) => x.label)")
    assert groups == ["Count and list", "Pages, puzzles, proofs", "Your own models and rules"]
    assert "Ctrl-Enter" in window.driver.find_element("id", "run").text
    # A program may be started before Python is there.
    run(window, ENDLESS)
    is_said(window, "Step 1 of 3: fetching Python; then your program runs.")
    tell(window, "broken", "no memory")
    is_said(window, "Python did not start: no memory. Run tries again.")
    assert window.run("return document.getElementById('status').classList.contains('bad')")
    window.click("#run")
    is_said(window, "Step 1 of 3: fetching Python.")


def test_a_page_is_seen_and_answers(window: Browser, place: str) -> None:
    tell(window, "ready")
    for _ in range(2):  # a second one takes the place of the first
        run(window, VIEW)
        is_said(window, "Done after 0.12 s.")
        frame = window.driver.find_element("css selector", "iframe")
        window.driver.switch_to.frame(frame)
        window.wait("return document.querySelector('.frame')?.getBoundingClientRect().width")
        sizes = "const { width, height } = document.querySelector(arguments[0]).getBoundingClientRect();"
        for shown in ("body", ".frame", ".cell[tabindex]"):
            assert min(window.run(f"{sizes} return [width, height]", shown)) > 30, shown
        window.click(".cell[aria-label^=b1]")
        assert window.text(".status") == "1 of 4 placements remains."
        window.driver.switch_to.default_content()
        assert window.colours("iframe") > 100
    assert len(window.driver.find_elements("css selector", "iframe")) == 1


def test_an_error_is_no_answer(window: Browser, place: str) -> None:
    tell(window, "ready")
    run(window, WRONG)
    is_said(window, "Error after 0.12 s.")
    assert window.run("return document.getElementById('status').classList.contains('bad')")
    assert window.text(".error").startswith("line 4: InvalidNotation: ")
    line = "return document.getElementById('program').style.getPropertyValue('--wrong')"
    marked = "return document.getElementById('program').getAttribute('aria-invalid')"
    assert (window.run(line), window.run(marked)) == ("4", "true")
    assert (
        window.run("return getComputedStyle(document.getElementById('program')).borderTopWidth")
        == "1px"
    )
    write(window, WARNING)
    assert window.run(marked) is None
    window.click("#run")
    is_said(window, "Done after 0.12 s.")
    assert not window.driver.find_elements("css selector", ".error")
    assert not window.run("return document.getElementById('status').classList.contains('bad')")


def test_a_program_survives(window: Browser, place: str) -> None:
    tell(window, "ready")
    write(window, "x = '♛'")
    shown = "return document.getElementById('program').value"
    chosen = "return document.getElementById('lesson').value"
    window.driver.refresh()
    window.wait(f"{shown} === \"x = '♛'\"")
    assert window.run(chosen) == "own"
    # An example takes the place of one's own program, which stays in the menu.
    menu = "const menu = document.getElementById('lesson'); menu.value = arguments[0]; menu.onchange();"
    window.run(menu, "1")
    assert "nqsat.count" in window.run(shown)
    window.run(menu, "own")
    assert window.run(shown) == "x = '♛'"
    # A program that runs is in the address; one that is changed is not.
    run(window, WARNING)
    window.wait("return location.hash.length > 1")
    link = window.driver.current_url
    write(window, "y = 1")
    assert window.run("return location.hash") == ""
    window.driver.get("about:blank")
    window.driver.get(link)
    window.wait(f"{shown} === {json.dumps(WARNING)}")
    window.run("location.hash = '#x'")
    is_said(window, "The program in the address cannot be read")


def test_a_long_program_is_stopped(window: Browser, place: str) -> None:
    tell(window, "ready")
    is_said(window, "Ready.")
    window.run("new BroadcastChannel('begun').onmessage = () => (window.begun = true)")
    run(window, ENDLESS)
    is_said(window, "Running.")
    pace = "document.getElementById('pace').textContent"
    assert window.run(f"return {pace}") == "A large count may take days."
    tell(window, "note", "estimate: bitboard will take about 3 days\n")
    window.wait(f"return {pace} === 'Its estimate: bitboard will take about 3 days.'")
    assert not window.driver.find_element("id", "run").is_enabled()
    window.wait("return window.begun")  # a second worker, which loads Python meanwhile
    tell(window, "ready")
    window.click("#stop")
    assert window.text("#status") == "Stopped; names that earlier programs defined are lost."
    run(window, WARNING)
    assert window.run(f"return {pace}") == "A large count may take days."
    is_said(window, "Done after 0.12 s.")


def test_it_opens_again_without_a_network(window: Browser, site: Path) -> None:
    with served(site) as address:
        visit(window, address)
        tell(window, "ready")
        window.wait("return navigator.serviceWorker.ready.then(() => true)")
        window.wait("return caches.match('lessons.json').then((found) => Boolean(found))")
    window.driver.get(address)
    window.wait("return document.getElementById('lesson')?.length > 10")
    window.wait("return document.querySelector('#shown svg')")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [375, 1280])
def test_it_fits_and_everybody_can_read_it(
    window: Browser, place: str, width: int, dark: bool
) -> None:
    window.looks(width, 800, dark=dark)
    tell(window, "ready")
    for text in (VIEW, WRONG, WARNING):
        run(window, text)
        window.wait("return /after/.test(document.getElementById('status').textContent)")
        assert window.misfits() == [], text
        assert window.axe() == [], text
        # The answer is in sight, also where it stands below the program.
        top = "return document.getElementById('answer').getBoundingClientRect().top"
        window.wait(f"{top} > -20 && {top[7:]} < innerHeight - 100")


# -- with Python ----------------------------------------------------------------------------


@pytest.mark.deep
def test_every_example_runs_twice(window: Browser, tmp_path: Path) -> None:
    try:
        building.build(tmp_path / "site")
    except InvalidModel as error:
        pytest.skip(f"no network: {error}")
    lessons: list[Any] = json.loads((tmp_path / "site" / "lessons.json").read_text("utf-8"))
    with served(tmp_path / "site") as address:
        window.driver.get(address)
        is_said(window, "Ready.")
        wrong = []
        for lesson in lessons:
            for turn in range(2):
                run(window, lesson["text"])
                window.wait("return /after/.test(document.getElementById('status').textContent)")
                if not window.text("#status").startswith("Done"):
                    wrong.append((lesson["title"], turn, window.text(".error")))
    assert not wrong, "\n".join(map(str, wrong))
