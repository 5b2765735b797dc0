"""The page as it is opened: numbers, buttons, keys, the link; texts that stay texts; who can use it."""

import json
import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.browser import Browser
from support.pictures import PRISM, STAR, Outline

import nqsat
from nqsat.counting import Solved
from nqsat.errors import InvalidModel
from nqsat.modelling import Factor, Kind, Model, Number, Placement, Tour
from nqsat.reporting.page import page
from nqsat.rules import Constraint, Exactly, Setting, Variables
from nqsat.sources import find_family
from nqsat.viewing import View
from nqsat.viewing import view as with_panels
from nqsat.viewing.document import model_data

#: The panels of extensions are no part of most pages here.
view = partial(with_panels, panels=())

HOSTILE = "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>\u2028&amp;\"'"

QUEENS = Placement("8x8", {"Q": 8})


def opened(window: Browser, folder: Path, made: View, state: str = "") -> None:
    made.save(folder / "page.html")
    window.show(folder / "page.html", state)


def numbers(window: Browser) -> dict[str, int]:
    """What every free square says remains with a piece there."""
    found = {}
    for name, label in window.labels().items():
        match = re.match(r"([\d,]+) of [\d,]+ (remain|go on)", label)
        found[name] = int(match[1].replace(",", "")) if match else 0
    return found


@cache
def queens_page(n: int) -> View:
    return view("queens", n=n)


@cache
def solutions(model: Placement) -> tuple[frozenset[str], ...]:
    name = model.board.name
    return tuple(
        frozenset(name(piece.square) for piece in x.pieces) for x in nqsat.solutions(model)
    )


def left(pieces: Iterable[str], model: Placement = QUEENS) -> int:
    return sum(one.issuperset(pieces) for one in solutions(model))


@pytest.mark.parametrize(
    ("model", "pieces", "state", "limit"),
    [
        (Placement("torus:5x5", {"Q": 5}, presets=["-@c3"]), ["a1"], "m=0a1", 1000),
        (Placement("4x4", {"K": "any"}), ["a1", "d4"], "m=0a1.0d4", 10),  # by layers
        (Placement("3x3x3", {"Q": 3}), ["f3"], "m=0f3", 1000),
        (STAR, ["a2"], "m=0a2", 1000),
        (Placement("hex:3", {"K": 3}), ["c1"], "m=0c1", 1000),
        (Placement(PRISM, {"W": 2}), ["x.1"], "m=0n2", 1000),
    ],
)
def test_every_square_says_what_remains(
    window: Browser, tmp_path: Path, model: Placement, pieces: list[str], state: str, limit: int
) -> None:
    opened(window, tmp_path, view(model, limit=limit), state)
    names = map(model.board.name, model.board.squares)
    assert numbers(window) == {x: 0 if x in pieces else left([*pieces, x], model) for x in names}
    verb = "remains" if left(pieces, model) == 1 else "remain"
    said = f"{left(pieces, model):,} of {left([], model):,} placements {verb}."
    assert window.text(".status").startswith(said)


ARMIES = nqsat.sources.parse("4x4 white:Q=2 black:Q=1..2 armies")


def test_what_is_shown_of_a_model_is_counted(window: Browser, tmp_path: Path) -> None:
    model = ARMIES.project("white:Q")
    opened(window, tmp_path, view(model, time_limit=None), "m=0a1")

    def after(*squares: str) -> int:
        given = ARMIES.changed(presets=[f"white:Q@{square}" for square in squares])
        every = nqsat.solutions(given, engine="backtrack")
        return len({frozenset(p for p in one.pieces if p.kind == "white:Q") for one in every})

    names = [ARMIES.board.name(square) for square in ARMIES.board.squares]
    assert numbers(window) == {x: 0 if x == "a1" else after("a1", x) for x in names}
    assert window.text(".status") == f"{after('a1')} of {after()} projections remain."
    text = window.text("main").replace("olutions that agree on white:Q count once", "")
    assert "olution" not in text
    assert "two black queens on 4×4, told apart by white:Q" in text
    assert "Not checked and not explained here: the pieces that are not shown decide." in text
    asked = re.search(r"nqsat\.count\((.*)\)\.value", text)
    assert asked is not None
    assert nqsat.count(eval(asked[1])).value == after("a1")  # what the page says


def test_some_of_what_is_shown(window: Browser, tmp_path: Path) -> None:
    made = view(ARMIES.project("white:Q"), limit=3, time_limit=None)
    total = nqsat.count(ARMIES.project("white:Q")).value
    assert made.left[0] == f"3 projections are here, of {total}; --limit says how many"
    opened(window, tmp_path, made)
    assert "too many projections to list" in window.text("main")


def test_squares_in_use_and_some_literals_are_shown(window: Browser, tmp_path: Path) -> None:
    tour = Tour("3x4", "N", closed=False, visit="some")
    opened(window, tmp_path, view(tour.project("squares"), time_limit=None), "m=0a1")
    used = {frozenset(path.squares) for path in nqsat.solutions(tour, engine="backtrack")}
    a1 = tour.board.parse_square("a1")
    found = numbers(window)
    assert found.pop("a1") == 0
    for name, number in found.items():
        square = tour.board.parse_square(name)
        assert number == sum({a1, square} <= some for some in used), name
    assert window.text(".status").endswith(f"of {len(used)} projections remain.")
    group = tour.symmetries()
    orbits = {frozenset(frozenset(map(g, some)) for g in group) for some in used}
    assert f"{len(orbits)} up to symmetry" in window.text("main")
    assert "nqsat.count(" not in window.text("main")
    # No symmetry of the board but the identity leaves b1 where it is.
    opened(window, tmp_path, view(ARMIES.project("white:Q@b1"), time_limit=None), "m=")
    assert "2 of 2 projections remain." in window.text(".status")
    assert {x for x, number in numbers(window).items() if number} == {"b1"}
    assert "up to symmetry" not in window.text("main")


@pytest.mark.parametrize(
    ("model", "words", "why"),
    [
        (ARMIES, ("white:Q", "a1"), "a piece on a square, or whether the square is in use"),
        (Tour("3x4", "N", closed=False), ("a1-b3",), "enumerate also lists moves"),
    ],
)
def test_what_a_page_does_not_show(model: Model, words: tuple[str, ...], why: str) -> None:
    with pytest.raises(InvalidModel, match=f"show: .*{why}"):
        view(model.project(*words))


def test_tours_go_on(window: Browser, tmp_path: Path) -> None:
    tour = Tour("5x6", "N")
    opened(window, tmp_path, view(tour), "t=a1.b3.c5")
    found = numbers(window)
    reached = {square: number for square, number in found.items() if number}
    for square, number in reached.items():
        more = ["a1-b3", "b3-c5", f"c5-{square}"]
        assert number == nqsat.count(tour.changed(through=more)).value, square
    assert sum(found.values()) == nqsat.count(tour.changed(through=["a1-b3", "b3-c5"])).value
    # Both squares from which one comes to a1 are behind: it cannot be reached any more.
    opened(window, tmp_path, view(Tour("3x4", "N", closed=False)), "t=c2.a3.b1.d2.b3.c1")
    assert window.labels()["a1"] == "can no longer be reached"


def test_moves_are_made_and_taken_back(window: Browser, tmp_path: Path) -> None:
    factor = Factor("4x5", "N", "2")
    opened(window, tmp_path, view(factor, command="nqsat count it"))
    faint = "return document.querySelector('.line.faint')?.getAttribute('d').split('M').length ?? 0"
    assert window.run(faint) == len(factor.board.squares) + 1
    window.click(".cell[aria-label^=a1]")
    assert window.run(faint) == 0
    wanted = {f"{name}": 0 for name in map(factor.board.name, factor.board.squares)}
    for square in ("b3", "c2"):
        wanted[square] = nqsat.count(factor.changed(through=[f"a1-{square}"])).value
    assert numbers(window) == wanted
    # The second square is chosen next: it may have one more move.
    window.click(".cell[aria-label^=b3]")
    left = nqsat.count(factor.changed(through=["a1-b3"])).value
    every = nqsat.count(factor).value
    assert window.text(".status").startswith(f"{left:,} of {every:,} 2-factor remains")
    for square, number in numbers(window).items():
        if number:
            more = factor.changed(through=["a1-b3", f"b3-{square}"])
            assert number == nqsat.count(more).value, square
    assert window.text(".asked .command") == "nqsat count it --through b3-a1"
    assert 'through=["b3-a1"]' in window.text(".asked .python")
    window.click(".cell[aria-label^=a1]")
    assert window.text(".detail") == "b3-a1 is taken back."
    assert numbers(window)["a1"] == left


def test_a_move_that_no_solution_has_says_why(window: Browser, tmp_path: Path) -> None:
    opened(window, tmp_path, view(Factor("2x4", "W", "1")), "e=b1-c1.b2")
    labels = window.labels()
    assert labels["b1"] == "dead: b1 has 1 move already, the most that it may have"
    assert labels["c2"] == "1 of 1 remains with b2-c2"
    opened(window, tmp_path, view(Factor("3x4", "W", "1")), "e=b3-c3.a1")
    assert window.labels()["a2"] == "dead: with b3-c3 a2 must have other moves"
    window.click(".cell[aria-label^=a2]")
    one = "Take back one of them: b3-c3 or a2-a1."
    assert window.text(".status") == f"No solution has all these moves. {one}"


def test_pieces_of_one_colour_do_not_attack_one_another(window: Browser, tmp_path: Path) -> None:
    model = Placement("4x4", {"white:Q": "any", "black:Q": "any"}, ["armies=equal"])
    opened(window, tmp_path, view(model), "m=0a1.0d4.0b3")
    window.click(".cell[aria-label^=c2]")
    assert "White queen on c2 is placed, but White queen on d4" in window.text(".detail")


def test_a_dead_square_says_why(window: Browser, tmp_path: Path) -> None:
    opened(window, tmp_path, queens_page(8), "m=0a1.0c2")
    board, queen = nqsat.Board(8, 8), nqsat.Piece.parse("Q")
    relation = nqsat.chess.attacks(queen, board)
    attacked = relation[board.parse_square("a1")] | relation[board.parse_square("c2")]
    labels, alive = window.labels(), {name for name, number in numbers(window).items() if number}
    assert labels["a8"] == "dead: attacked by a1 (no piece attacks another)"
    unseen = []
    for name, label in labels.items():
        if name not in ("a1", "c2"):
            assert ("attacked by" in label) == (board.parse_square(name) in attacked), name
            unseen += [] if "attacked by" in label or name in alive else [name]
    assert unseen
    # Not attacked and dead: some of the pieces, without any of whom there would be a solution.
    for name in unseen:
        window.run(f"document.querySelector('.cell[aria-label^={name}]').focus()")
        pieces = re.findall(r"Queen on ([a-h][1-8])", window.text(".detail").partition(": then")[0])
        fewer = (pieces[:i] + pieces[i + 1 :] for i in range(len(pieces)))
        for some, remain in ((pieces, False), *((one, True) for one in fewer)):
            assert bool(left([*some, name])) == remain, (name, pieces)
    # Shades attack nothing.
    opened(window, tmp_path, view("hitori", numbers="1334/3141/4134/1213"), "m=0a4")
    window.run("document.querySelector('input[type=checkbox]').click()")
    assert window.labels()["b4"] == "dead: a4 excludes it"


def test_a_hint_leads_a_tour_back_to_where_it_goes_on(window: Browser, tmp_path: Path) -> None:
    made = view(Tour("3x4", "N", closed=False))
    lines = [str(one).split() for one in nqsat.solutions(Tour("3x4", "N", closed=False))]
    for line in ("d3.c1", "d2.b1.c3", "c2.a3.b1"):
        opened(window, tmp_path, made, f"t={line}")
        window.click(".board .tools button")
        squares = line.split(".")
        going = [
            sum(one[: i + 1] == squares[: i + 1] for one in lines) for i in range(len(squares))
        ]
        assert not going[-1]
        alive = [(x, square) for x, square in zip(going, squares, strict=True) if x]
        said = "Clear the board: no tour begins on this square."
        if alive:
            x, square = alive[-1]
            tours = "1 tour continues" if x == 1 else f"{x} tours continue"
            said = f"Go back to {square}: from there {tours}."
        assert window.text(".detail") == said
        assert window.text(".status") == f"No tour begins like this. {said}"


def test_an_example_is_drawn_faintly_until_something_is_placed(
    window: Browser, tmp_path: Path
) -> None:
    opened(window, tmp_path, queens_page(6))
    faint = "return document.querySelectorAll('.faint').length"
    assert window.run(faint) == 6
    assert window.text(".detail").startswith("Place a queen.")
    assert window.run("return document.querySelector('.sheets').matches('.bare')")
    numbers = ".choice:has(.numbers)"
    assert window.text(numbers) == "Show how many solutions remain"
    window.click(".cell[aria-label^=b1]")
    assert window.text(numbers) == "Show how many solutions remain"
    assert window.run("return document.querySelector('.numbers').checked")
    assert window.run(faint) == 0
    assert not window.run("return document.querySelector('.sheets').matches('.bare')")
    opened(window, tmp_path, view(Tour("5x6", "N")))
    line = "return document.querySelector('.line.faint')?.getAttribute('d').split('M').length ?? 0"
    assert window.run(line) == 31
    window.click(".cell[aria-label^=a1]")
    assert window.run(line) == 0


@pytest.mark.parametrize(
    ("pieces", "lines"), [("c3 a1 b5", 1), ("a1 b2 c3", 3), ("a1 c2 f7", 0), ("a1 c2 e5 f7 g3", 2)]
)
def test_in_a_dead_position_the_page_says_who_has_to_go(
    window: Browser, tmp_path: Path, pieces: str, lines: int
) -> None:
    opened(window, tmp_path, queens_page(8), "m=" + ".".join(f"0{x}" for x in pieces.split()))
    assert window.run("return document.querySelectorAll('.overlay .attack').length") == lines
    said = window.text(".status").removeprefix("No solution has all these pieces. ")
    named = set(re.findall(r"[a-h][1-8]", said))

    placed = set(pieces.split())
    alone = {one for one in placed if left(placed - {one})}
    if alone:  # any of them will do
        assert named == alone
    else:  # all of them together, and none could stay
        assert named
        assert left(placed - named)
        assert not any(left(placed - named | {one}) for one in named)
    # A hint names the one to take back, or several if no single one will do.
    window.click(".board .tools button")
    said = window.text(".detail")
    named = set(re.findall(r"Queen on ([a-h][1-8])", said))
    assert said.startswith("Take back Queen on ")
    remaining, single = left(placed - named), max(left(placed - {one}) for one in placed)
    assert said.endswith(f": then {remaining} {'remains' if remaining == 1 else 'remain'}.")
    assert remaining == single or (not single and len(named) > 1)
    window.click(".board .tools button:nth-child(5)")
    assert window.text(".detail") == "No: none is left."
    window.run("document.querySelector('.tools button:nth-child(4)').click()")  # Clear
    assert window.run("return document.querySelectorAll('.overlay .attack').length") == 0


def test_the_board_and_its_buttons_fit_the_window(window: Browser, tmp_path: Path) -> None:
    opened(window, tmp_path, queens_page(8))
    bottoms = """return [...document.querySelectorAll('.frame, .board .tools')]
        .map((one) => one.getBoundingClientRect().bottom - innerHeight);"""
    for wide, high in [(1280, 720), (1280, 900), (1920, 1080), (390, 844)]:
        window.looks(wide, high)
        assert max(window.run(bottoms)) <= 0, (wide, high)
    window.looks(1280, 1000)


def test_buttons_keys_and_the_link(window: Browser, tmp_path: Path) -> None:
    opened(window, tmp_path, queens_page(6))
    assert window.text("h1") == "Six queens"
    assert window.text("header .statement").startswith("Place 6 queens on a 6 × 6 board")
    assert window.text(".total") == "4 placements1 up to symmetry"

    def press(button: int, said: str, where: str = ".status") -> None:
        window.click(f".board .tools button:nth-child({button})")
        assert said in window.text(where)

    hint, undo, redo, clear, unique = range(1, 6)
    press(unique, "No: 4 remain. Two of them differ on ", ".detail")
    press(hint, "Press Hint again to place it.", ".detail")
    press(hint, "is placed.", ".detail")
    press(undo, "4 of 4 placements remain.")
    window.click(".cell[aria-label^=b1]")
    assert window.text(".status") == "1 of 4 placements remains."
    press(unique, "Yes: one solution remains.", ".detail")
    press(undo, "4 of 4 placements remain.")
    press(redo, "1 of 4 placements remains.")
    press(clear, "4 of 4 placements remain.")
    # By keys alone: from the corner below on the left to the right, and a piece there.
    window.run("document.querySelector('.cell[aria-label^=a1]').focus()")
    right, enter, up, home, end = "\ue014", "\ue007", "\ue013", "\ue011", "\ue010"
    window.press(right, enter)
    assert window.labels()["b1"] == "Queen stands here"
    window.press("u", "r", "h", up, home, end)
    assert window.text(".status") == "1 of 4 placements remains."
    window.click("input.numbers")
    assert window.run("return document.querySelector('.sheets').matches('.bare')")
    # The link brings all of it back; a whole solution is known by its number.
    link = window.driver.current_url.partition("#")[2]
    window.open(tmp_path / "page.html", link)
    assert window.labels()["b1"] == "Queen stands here"
    assert window.run("return document.querySelector('.sheets').matches('.bare')")
    solution = cast("nqsat.Arrangement", nqsat.nth("queens", 2, n=6))
    squares = ".".join(f"0{piece.square.name(6)}" for piece in solution.pieces)
    window.open(tmp_path / "page.html", f"m={squares}")
    assert window.text(".status") == "This is solution 2 of 4."


def test_a_position_that_is_a_solution_says_so(window: Browser, tmp_path: Path) -> None:
    opened(window, tmp_path, view(Placement("3x3", {"K": "any"})))
    total = nqsat.count(Placement("3x3", {"K": "any"})).value
    said = f"{total} of {total} placements remain. The empty board is one of them."
    assert window.text(".status") == said
    window.open(tmp_path / "page.html", "m=0a1.0c3.0a3")
    said = f"2 of {total} placements remain. This position is one of them."
    assert window.text(".status") == said
    assert window.text(".detail") == ""
    opened(window, tmp_path, view(Factor("2x3", "W", "..1")), "e=a1-b1")
    left = nqsat.count(Factor("2x3", "W", "..1", through=["a1-b1"])).value
    assert window.text(".status").startswith(f"{left} of ")
    assert window.text(".status").endswith(" remain. This position is one of them.")


def test_the_list_and_its_check(window: Browser, tmp_path: Path) -> None:
    made, model = view("queens", n=7), Placement("7x7", {"Q": 7})
    opened(window, tmp_path, made)
    assert window.text(".count") == "40 of 40 placements"
    window.click(".controls input")  # one of each orbit
    orbits = nqsat.count(model, modulo="symmetry").value
    assert window.text(".count") == f"{orbits} of 40 placements"
    group = model.symmetries()
    half = sum(len(one.orbit(group)) == 4 for one in nqsat.solutions(model))
    opened(window, tmp_path, made, "y=rot180")
    assert window.text(".count") == f"{half} of 40 placements"
    opened(window, tmp_path, made, "m=0a1&w=1&o=size")
    number = nqsat.count(model, assumptions=["Q@a1"]).value
    assert window.text(".count") == f"{number} of 40 placements"
    opened(window, tmp_path, made, "s=39&p=1")
    solution = nqsat.nth(model, 39)
    assert window.text(".names") == str(solution)
    alone = len(solution.orbit(group)) == len(group)  # orbit and stabiliser: the identity is one
    kept = "the identity alone" if alone else "the identity and rot180"
    assert window.text(".names + .soft").endswith(f"; unchanged by {kept}")
    plain = "\n".join(line[2:] for line in solution.draw().split("\n")[:7])
    for name, text in (("fen", solution.fen), ("text", plain)):
        window.click(f".copy-{name}")
        assert window.run("return document.querySelector('textarea').value") == text
    window.click(".copy-svg")
    assert window.run("return document.querySelector('textarea').value").startswith("<svg")
    window.click(".copy-png")
    said = "document.querySelector('[aria-live=polite]').textContent"
    window.wait(f"return /^(Copied|The picture is saved)/.test({said})")
    window.click(".play")
    assert window.text(".status") == "This is solution 39 of 40."
    for button, name in (
        (".previous", "No. 38"),
        (".next", "No. 39"),
        (".thumb", "No. 25"),
        (".back", "No. 25"),
    ):
        window.click(button)
        assert window.text(".one h3") == name
    window.click(".back")
    window.click(".forward")
    window.click(".check")
    window.wait("return document.querySelector('.verdict.good')")
    assert window.text(".verdict").startswith("All 40 solutions are checked in this page")


def test_a_count_that_was_stopped_is_a_least_number(window: Browser, tmp_path: Path) -> None:
    many = Placement("14x14", {"Q": 14})
    opened(window, tmp_path, view(many, engine="backtrack", time_limit=0.5))
    here, least = re.findall(r"(\d+) of at least ([\d,]+) placements", window.text(".count"))[0]
    assert int(here) <= int(least.replace(",", ""))


# -- what is outside stays text ----------------------------------------------------------


@given(st.text() | st.sampled_from([HOSTILE, "]]>", "<!--<script>", "\ud800", "\0\ufeff"]))
def test_no_text_leaves_its_place(text: str) -> None:
    document = {"title": text, text: [text]}
    parsed = Outline(page(document, title=text, plain=""))
    drawn = ["div", "svg", "defs", "pattern", "rect", "path"]
    assert parsed.tags == ["html", "head", *["meta"] * 4, "title", "style", "body", "main", *drawn,
                           "script", "script"]  # fmt: skip
    assert json.loads(parsed.scripts[0]) == document


def test_hostile_names(window: Browser, tmp_path: Path) -> None:
    name = "<img/src=x/onerror=alert(1)></script><script>alert(2)</script>"[:80]
    kind = Kind(name, nqsat.Piece.parse("Q"), Number(1, 1), symbol="S")
    model = Placement("3x3", [kind, Kind.parse("white:R", 1)], presets=[f"{name}@a1"])
    opened(window, tmp_path, view(model, title=HOSTILE))
    assert window.text("h1") == HOSTILE
    assert window.labels()["a1"] == f"{name} is given"
    assert window.run("return document.querySelectorAll('img, script').length") == 2
    # Nor does what stands in a link break anything.
    for state in (
        "m=<b>.9a1.0zz9.0a1.0a1&k=7&s=-3&p=99&y=%3Cb%3E&o=x&f=1",
        "t=a1.q9&n=0&w=1&s=x",
        "%&=&&",
    ):
        window.open(tmp_path / "page.html", state)
        assert set(window.labels()) == {square.name(3) for square in model.board.squares}


def test_in_a_notebook(window: Browser, tmp_path: Path) -> None:
    (tmp_path / "cell.html").write_text(view("queens", n=6)._repr_html_(), encoding="utf-8")
    window.open(tmp_path / "cell.html")
    window.driver.switch_to.frame(0)
    window.wait("return document.querySelector('.cell')")  # a frame may be read after its page
    window.click(".cell[aria-label^=b1]")
    assert window.text(".status") == "1 of 4 placements remains."
    window.driver.switch_to.default_content()


# -- for everybody -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "dark", "models"),
    [
        (320, True, [Placement("torus:5x5", {"Q": 5}), Placement("3x3x3", {"Q": "any"})]),
        pytest.param(1920, False, [STAR, Tour("3x4", "N", closed=False)], marks=pytest.mark.deep),
        pytest.param(
            1024,
            True,
            [Placement("4x4", {"white:Q": 2, "black:N": 1}, [nqsat.rules.Armies()])],
            marks=pytest.mark.deep,
        ),
    ],
)
def test_it_fits_and_everybody_can_use_it(
    window: Browser, tmp_path: Path, width: int, dark: bool, models: list[Model]
) -> None:
    window.looks(width, 800, dark=dark)
    for model in models:
        opened(window, tmp_path, with_panels(model), "m=0a1&t=a1")
        assert window.run("return document.documentElement.scrollWidth") <= width, model
        assert window.axe() == [], model


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [375, 1280])
def test_no_text_stands_over_another(
    window: Browser, tmp_path: Path, width: int, dark: bool
) -> None:
    window.looks(width, 900, dark=dark)
    pytest.importorskip("nqsat.extensions.puzzles")
    puzzle = nqsat.puzzle("queens-puzzle", regions="6x6", difficulty="hard", seed=1).model
    two_kinds = Placement("4x4", {"white:Q": 2, "black:N": 1}, [nqsat.rules.Armies()])
    pages = [(with_panels("queens", n=8, command="nqsat count queens 8"), "m=0a1.0b3.0c5.0g8")]
    pages += [
        (with_panels(two_kinds), "m=0a1"),
        (view(Tour("5x6", "N")), "t=a1.b3"),
        (view(puzzle), ""),
    ]
    for made, state in pages:
        made.save(tmp_path / "page.html")
        window.show(tmp_path / "page.html", state)
        window.run("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert window.misfits() == [], made.title
        assert window.axe() == [], made.title
        assert window.colours(".frame") > 20


class Quarter(nqsat.Rule):
    name = "quarter"

    def holds(self, arrangement: nqsat.Arrangement) -> bool:
        return sum(row < 2 for (row, _), _ in arrangement.pieces) == 2

    def lower(self, setting: Setting, variables: Variables) -> list[Constraint]:
        return [Exactly(2, variables.group("Q", [s for s in setting.board.squares if s.row < 2]))]


def test_a_rule_of_ones_own_is_judged_and_explained(
    window: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.warns(UserWarning, match="may attack"):
        model = Placement("4x4", {"Q": 4}, [Quarter()])
    upper = "m=0a4.0b4"
    opened(window, tmp_path, view(model, time_limit=None), upper)
    labels = window.labels()
    for name in ("c4", "d3"):
        assert labels[name] == "dead: a4 and b4 stand already (quarter)"
    assert "; quarter." in window.text(".evidence .soft")
    window.wait("return document.querySelector('.verdict.good')")
    # Without its constraints the page says that it explains nothing, and counts all the same.
    monkeypatch.setattr("nqsat.viewing.atoms.ROOM", 100)
    opened(window, tmp_path, view(model, time_limit=None), upper)
    assert window.labels()["c4"] == "dead"
    window.run("document.querySelector('.cell[aria-label^=c4]').focus()")
    together = "no solution has it together with Queen on a4, Queen on b4"
    assert window.text(".detail") == f"c4: dead: {together}"
    assert window.text(".evidence .bad").startswith("Not checked and not explained here")
    monkeypatch.setattr("nqsat.viewing.document.MOST_IMAGES", 7)
    assert any(text.startswith("orbits are left out") for text in view("queens", n=4).left)


def hints(window: Browser) -> list[str]:
    """Press Hint until the puzzle is solved: what was said."""
    said: list[str] = []
    while not said or (said[-1] != "Solved!" and len(said) < 100):
        window.click(".board .tools button")
        said.append(window.text(".detail"))
    return said


@pytest.mark.parametrize(
    "make",
    [
        lambda: nqsat.puzzle("queens-puzzle", regions="6x6", difficulty="hard", seed=1),
        lambda: nqsat.puzzle("queens", n=8, seed=2),
        lambda: nqsat.puzzle(Tour("4x4", "K", closed=False), seed=2),
    ],
    ids=["regions", "pieces", "numbers"],
)
def test_a_puzzle_keeps_its_answer_and_hints_lead_to_it(
    window: Browser, tmp_path: Path, make: Callable[[], Solved]
) -> None:
    pytest.importorskip("nqsat.extensions.puzzles")
    model = make().model
    opened(window, tmp_path, view(model))
    assert "uzzle: " not in window.text("h1")
    assert not any(re.match(r"\d", label) for label in window.labels().values())
    assert not window.run("return document.querySelector('details.curious').open")
    said = hints(window)
    assert said[-1] == "Solved!"
    if isinstance(model, Placement):
        (answer,) = solutions(model)
        crossed = {
            x
            for text in said
            if text.startswith("Not ")
            for x in re.findall(r"[a-h]\d", text.split(":")[0])
        }
        assert crossed.isdisjoint(answer)  # what hints rule out is wrong
    assert window.text(".status") == "Solved!"


#: Of the puzzles that ``test_modules.py`` solves a loop and a path of numbers.
ON_PAPER = {
    "slitherlink": {"clues": "..../10../3.31/..2."},
    "hidato": {"numbers": "1.3/.5./7.9"},
}


def press_button(window: Browser, text: str) -> str:
    """Press a button of the board by its text; return what is said then."""
    window.run(
        "[...document.querySelectorAll('.board .tools button')]"
        ".find(x => x.textContent === arguments[0]).click()",
        text,
    )
    return window.text(".detail")


@pytest.mark.parametrize("name", ON_PAPER)
def test_puzzles_on_paper_are_solved_by_hints(window: Browser, tmp_path: Path, name: str) -> None:
    made = view(find_family(name)(**ON_PAPER[name]))
    for width, height, dark in ((1280, 900, False), (375, 812, True)):
        window.looks(width, height, dark=dark)
        opened(window, tmp_path, made)
        assert press_button(window, "Check") == "Right so far."
        said: list[str] = []
        while not said or (said[-1] != "Solved!" and len(said) < 200):
            said.append(press_button(window, "Hint"))
        assert (said[-1], window.text(".status")) == ("Solved!", "Solved!")
        assert any(": " in text or "left" in text for text in said)  # reasons
        assert press_button(window, "Check") == "Solved!"
        assert window.misfits() == []


def test_a_loop_is_drawn_by_clicks_keys_and_a_line(window: Browser, tmp_path: Path) -> None:
    from selenium.webdriver import ActionChains

    window.looks(1280, 900)
    opened(window, tmp_path, view(find_family("slitherlink")(**ON_PAPER["slitherlink"])))

    def cell(name: str) -> str:
        return f".cell[aria-label^='{name}:']"

    for name in ("a3", "b3"):
        window.click(cell(name))
    assert window.text(".detail") == "a3-b3 is made."
    window.press("\ue012", "\n")  # back to a3: the line goes
    assert window.text(".detail") == "a3-b3 is taken back."
    window.press("\ue014", "\ue014", "\n")
    assert press_button(window, "Check") == "1 wrong."
    assert press_button(window, "Hint") == "b3-c3 is wrong: remove it first."
    press_button(window, "Clear")
    drag = ActionChains(window.driver)
    drag.click_and_hold(window.driver.find_element("css selector", cell("b3")))
    for name in ("a3", "a2", "b2"):
        drag.move_to_element(window.driver.find_element("css selector", cell(name)))
    drag.release().perform()
    lines = (
        "return document.querySelector('.overlay .line').getAttribute('d').split('M').length - 1"
    )
    assert window.run(lines) == 3
    link = str(window.run("return location.hash"))
    assert "e=a3-b3.a3-a2.a2-b2" in link.replace("b3-a3", "a3-b3")


def test_without_scripts(window: Browser, tmp_path: Path) -> None:
    window.looks(800, 600, scripts=False)
    queens_page(6).save(tmp_path / "page.html")
    window.open(tmp_path / "page.html")
    shown = window.driver.find_element("css selector", "main").text
    assert "4 placements" in shown
    for number in range(1, 5):
        assert f"{number}. {nqsat.nth('queens', number, n=6)}" in shown
    assert window.driver.find_elements("css selector", "svg .squares path")


def test_what_is_too_large_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    kings = Placement("5x5", {"K": "any"})
    some = view(kings, limit=3)
    total = nqsat.count(kings).value
    assert some.left[0] == f"3 solutions are here, of {total}; --limit says how many"
    assert "<iframe" in some._repr_html_()
    with monkeypatch.context() as patched:  # more than there is room for: some are enough
        patched.setattr("nqsat.viewing.answers.ROOM", 30_000)
        large = view(kings)
    assert large.left[0] == f"500 solutions are here, of {total}; --limit says how many"
    # A page that is too large all the same is not written.
    monkeypatch.setattr(import_module("nqsat.viewing.views"), "LARGEST", 1000)
    with pytest.raises(InvalidModel, match=r"limit: the page would have .* give a lower --limit"):
        view("queens", n=4)


def test_islands_look_alike_to_the_player_of_nurikabe(window: Browser, tmp_path: Path) -> None:
    # One chose among "Sea wazir", "I1 wazir", "One wazir": the page offers one of each look.
    clues = "3...../...1../..1.../.1..5./....../1.1..2"
    kinds = model_data(find_family("nurikabe")(clues))["kinds"]
    assert {(kind["called"], kind["look"]) for kind in kinds[1:]} == {("Dot", kinds[1]["look"])}
    assert (kinds[0]["called"], len(kinds)) == ("Shade", 5)
    opened(window, tmp_path, view(find_family("nurikabe")("2../...")), "m=0c2.0a1.0b1.0c1")
    assert window.text(".status") == "Solved!"  # without a dot on b2
