"""The search and the count, watched in a real browser: what is shown is what the library recorded."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from support.browser import Browser
from support.day_subset import some

import nqsat
from nqsat.extensions.watch.recording import Recording, Watched
from nqsat.extensions.watch.searches import watch
from nqsat.viewing import view

SIX = nqsat.Placement("6x6", {"Q": 6})
EVERY = """
const slider = document.querySelector(arguments[0]);
return Array.from({length: Number(slider.max) + 1}, (_, value) => {
  slider.value = value;
  slider.dispatchEvent(new Event("input"));
  return eval(arguments[1]);
});
"""


@pytest.fixture(scope="module")
def six(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "six.html"
    view(SIX).save(path)
    return path


def standing(watched: Watched, recording: Recording) -> list[set[str]]:
    levels: list[list[int]] = [[]]
    found: list[set[str]] = [set()]
    for what, literal, number in recording.events:
        if what == "try":
            levels.append([literal])
        elif what == "force":
            levels[-1].append(literal)
        elif what == "back":
            del levels[number + 1 :]
        pieces = [watched.pieces[x - 1][0] for level in levels for x in level if x > 0]
        found.append({piece.square.name(6) for piece in pieces})
    return found


def texts(window: Browser, selector: str) -> list[str]:
    script = "return [...document.querySelectorAll(arguments[0])].map(x => x.textContent)"
    return list(window.run(script, selector))


def test_six_queens_show_why_there_are_four(window: Browser, six: Path) -> None:
    window.show(six)
    assert texts(window, ".total")[0].startswith("4")
    assert "1 up to symmetry" in texts(window, ".total")[0]
    labels = window.labels()
    assert [labels[f"{x}1"].split()[0] for x in "bcde"] == ["1"] * 4
    assert not any(re.match("[1-9]", labels[corner]) for corner in ("a1", "f1"))
    recordings = watch(SIX).recordings
    for recording in recordings[:2]:
        window.show(six, f"watch={recording.engine}")
        counts = [int(text) for text in texts(window, ".depths .count")]
        assert counts == [1, 6, *recording.nodes[2:]]
        window.run("[...document.querySelectorAll('.stage .tools button')].at(-1).click()")
        dead = texts(window, "[role=treeitem].dead title")
        assert len(dead) == leaves(recording) - 4
        assert all("number of Q" in text for text in dead)


def test_repeated_subtrees_are_found(window: Browser, six: Path) -> None:
    for recording in watch(SIX).recordings:
        window.show(six, f"watch={recording.engine}")
        window.run("[...document.querySelectorAll('.stage .tools button')].at(-1).click()")
        again = texts(window, "[role=treeitem].again")
        assert len(again) == repeated(recording)
        assert all("the same subtree as below" in text for text in again)


def repeated(recording: Recording) -> int:
    """How many nodes have below them, and are, what an earlier one is: written out and compared."""
    written: list[list[str]] = [[]]
    inner: list[str] = []
    for event in recording.events:
        if event.what == "try":
            written.append([str(event.literal)])
        elif event.what == "solution":
            written[-1].append("!")
        elif event.what == "back":
            while len(written) > event.number + 1:
                own = "".join(written.pop())
                if "(" in own:
                    inner.append(own)
                written[-1].append(f"({own})")
    return len(inner) - len(set(inner))


def leaves(recording: Recording) -> int:
    """How many nodes have nothing below them: nothing is tried between them and the way back."""
    tries = [event.what for event in recording.events if event.what in ("try", "back")]
    return sum(a == "try" and b == "back" for a, b in pairwise(tries))


@pytest.mark.parametrize("engine", some(["sat", "textbook", "backtrack"], 3))
def test_every_moment_is_as_it_was_recorded(window: Browser, six: Path, engine: str) -> None:
    watched = watch(SIX)
    recording = next(one for one in watched.recordings if one.engine == engine)
    window.show(six, f"watch={engine}")
    board, words = "document.querySelector('.watched-board svg')", "document.querySelector('.said')"
    shown = window.run(EVERY, ".timeline input", f"[{board}.ariaLabel, {words}.textContent]")
    labels, said = zip(*shown, strict=True)
    for label, pieces in zip(labels, standing(watched, recording), strict=True):
        assert set(re.findall(r"\b[a-f][1-6]\b", label)) == pieces
    for event, sentence in zip(recording.events, said[1:], strict=True):
        if event.what == "force":
            origin = watched.reasons[event.number].origin
            assert origin in ("pigeonhole", "learned") or origin in sentence, sentence
    found = [i for i, text in enumerate(said) if text.startswith("Solution ")]
    assert len(found) == 4
    assert not any(text.startswith("It learns: ") for text in said[found[0] :])  # of the others


def test_it_is_played_by_keyboard(window: Browser, six: Path) -> None:
    window.show(six, "watch=textbook,backtrack")

    def slider() -> int:
        return int(window.run("return document.querySelector('.timeline input').value"))

    window.run("document.querySelector('.timeline .main').focus()")
    window.press("n")
    assert texts(window, ".said")[0] == "Solution 1."
    found = slider()
    window.press("\ue014")
    assert slider() == found + 1
    window.press("\ue012", "\ue012", "d")
    assert texts(window, ".said")[0].startswith("Dead end: one of ")
    window.press("\ue011")
    assert slider() == 0
    window.press("k")
    window.run("return new Promise(done => setTimeout(done, 2000))")
    window.press("k")
    assert slider() > 0
    window.press("p")  # the reference sees an empty rank before the textbook does
    boards = texts(window, ".said")
    assert boards[0] != boards[1]
    assert "piece by piece" in window.run(
        "const x = document.querySelectorAll('.timeline select')[2]; return x.selectedOptions[0].text"
    )


def test_the_tree_is_walked_by_keyboard(window: Browser, six: Path) -> None:
    window.show(six, "watch=backtrack")
    window.run("document.querySelector('[role=treeitem]').focus()")
    window.press("\ue015", "\ue014", "\ue007")  # down, right, Enter
    assert texts(window, ".said")[0] == "Tries b6."
    before = len(texts(window, "[role=treeitem]"))
    window.press(" ")
    assert len(texts(window, "[role=treeitem]")) < before
    assert window.run("return document.activeElement.getAttribute('aria-expanded')") == "false"


def test_men_who_are_given_stand_from_the_beginning(window: Browser, tmp_path: Path) -> None:
    view(SIX.changed(presets=["Q@b6"])).save(tmp_path / "page.html")
    window.show(tmp_path / "page.html", "watch=backtrack")
    board = "return document.querySelector('.watched-board svg')"
    assert window.run(f"{board}.ariaLabel") == "standing: b6"
    assert "#nqsat-names" in window.run(f"{board}.innerHTML")
    window.run("document.querySelector('.timeline .main').focus()")
    window.press("d")
    fates = texts(window, ".fates li")
    assert len(fates) == 5  # of the last rank, without b1, which is lost from the beginning
    assert all("(non-attacking)" in text for text in fates)


def test_a_tour_shows_the_exits(window: Browser, tmp_path: Path) -> None:
    tour = nqsat.Tour("5x5", "N", closed=False)
    view(tour).save(tmp_path / "page.html")
    window.show(tmp_path / "page.html", "watch=warnsdorff&at=2")
    recording = watch(tour).recordings[0]
    exits = recording.choices[recording.events[1].number].exits
    assert sorted(texts(window, ".exits")) == sorted(map(str, exits))
    dead = [event.what for event in watch(tour).recordings[1].events].index("dead") + 1
    window.show(tmp_path / "page.html", f"watch=backtrack&at={dead}")
    assert all("of its kind" not in text for text in texts(window, ".fates li"))


def test_the_way_back_is_drawn_when_it_is_there(window: Browser, tmp_path: Path) -> None:
    tour = nqsat.Tour("6x6", "N")
    view(tour).save(tmp_path / "page.html")
    events = watch(tour).recordings[0].events
    for what, moves in (("dead", 35), ("solution", 36)):
        at = 1 + next(n for n, event in enumerate(events) if event.what == what)
        window.show(tmp_path / "page.html", f"watch=warnsdorff&at={at}")
        drawn = "document.querySelector('.watched-board path.line').getAttribute('d')"
        assert window.run(f"return {drawn}").count("M") == moves


def test_nothing_is_wrong_for_those_who_cannot_see(window: Browser, six: Path) -> None:
    window.looks(1280, 1000)
    window.show(six, "watch=textbook,sat&at=160")
    assert window.axe() == []
    assert len(view(nqsat.Placement("8x8", {"Q": 8})).html.encode()) < 325_000


def test_how_many_steps_is_a_number_and_none_is_no_panel() -> None:
    assert "mountSearch" in view(SIX, events=20).html
    for page in (view(SIX, events=0), view(SIX, panels=())):
        assert "mountSearch" not in page.html
        assert page.left == ()
    for wrong in (-1, "many"):
        with pytest.raises(nqsat.InvalidModel, match=f"events: {wrong!r} is not an integer ≥ 0"):
            view(SIX, events=wrong)
    (left,) = view(nqsat.Placement("13x13", {"Q": 1})).left
    assert left == "no search is watched: 169 pieces are possible; searches are watched up to 150"
