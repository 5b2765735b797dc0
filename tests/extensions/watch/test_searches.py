"""Searches that are watched: replayed, every step must be allowed, and what they find is what there is."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from support.oracle.brute_force import DEEP, brute_force
from support.strategies import ruled_models

from nqsat import Arrangement, InvalidModel, Placement, Tour, solutions
from nqsat.engines import WarnsdorffEngine
from nqsat.extensions.watch.recording import Event, Reason, Recording, Watched
from nqsat.extensions.watch.searches import first_searches, watch
from nqsat.modelling import Model, PlacedPiece
from nqsat.rules import Domination, Maximal, NonAttacking, NoThreeInLine, Objective, Pieces

PLACEMENTS = [
    Placement("4x4", {"Q": 4}, [NonAttacking()]),
    Placement("6x6", {"Q": 6}, [NonAttacking()]),
    Placement("3x3", {"Q": 3}, [NonAttacking()]),
    Placement("5x5", {"Q": 5}, [NonAttacking()], presets=["Q@a2"]),
    Placement("3x4", {"K": "any"}, [NonAttacking()]),
    Placement("3x3", {"N": "..2", "R": "1"}, [NonAttacking()]),
    Placement("3x3", {"Q": "any"}, [Domination()]),
    Placement("3x3", {"B": "any"}, [NonAttacking(), Maximal()]),
    Placement("3x3", {"blocker": "4"}, [NoThreeInLine()]),
    Placement("torus:4x4", {"Q": "2"}, [NonAttacking()]),
    Placement("2x2", {"R": "2"}, [NonAttacking()], presets=["R@a1", "R@a2"]),
    Placement("2x2", {"Q": "0"}, [NonAttacking()]),
]
TOURS = [Tour("3x4", "N", closed=False), Tour("3x3", "K", start="a1"), Tour("4x4", "N")]


def test_a_tour_that_does_not_return_leaves_no_square_out() -> None:
    watched = watch(Tour("6x6", "N"))
    (recording,) = (found for found in watched.recordings if found.engine == "warnsdorff")
    visited, dead = 0, set[tuple[bool, str]]()
    for what, _, number in recording.events:
        if what == "dead":
            dead.add((visited == 36, watched.reasons[number].origin))
        visited = visited + 1 if what == "try" else visited if what == "dead" else 0
    assert (True, "unwanted") in dead
    assert dead <= {(True, "unwanted"), (False, "dead end")}


class Replay:
    """The events of a recording, one after the other, on an empty board."""

    def __init__(self, model: Model, watched: Watched, recording: Recording) -> None:
        self.model, self.watched, self.recording = model, watched, recording
        self.levels: list[list[int]] = [[]]
        self.found: list[frozenset[PlacedPiece]] = []
        given = [
            preset.kind and PlacedPiece(preset.square, preset.kind)
            for preset in getattr(model, "presets", ())
        ]
        self.given = (
            frozenset(piece for piece in given if piece)
            if recording.engine != "sat"
            else frozenset()
        )

    @property
    def true(self) -> set[int]:
        own = {x for level in self.levels for x in level}
        return own | {
            x for x, pieces in enumerate(self.watched.pieces, 1) if set(pieces) & self.given
        }

    def standing(self) -> frozenset[PlacedPiece]:
        return frozenset(piece for x in self.true if x > 0 for piece in self.watched.pieces[x - 1])

    def reason(self, event: Event) -> Reason:
        return self.watched.reasons[event.number]

    def run(self) -> list[frozenset[PlacedPiece]]:
        for event in self.recording.events:
            getattr(self, f"on_{event.what}")(event)
        assert len(self.levels) == 1
        return self.found

    def on_try(self, event: Event) -> None:
        assert not {event.literal, -event.literal} & self.true
        self.levels.append([event.literal] if event.literal else [])

    def on_force(self, event: Event) -> None:
        assert -event.literal not in self.true, "he stands"
        clause = self.reason(event).clause
        assert event.literal in clause
        assert all(-x in self.true for x in clause if x != event.literal), "not forced"
        self.levels[-1].append(event.literal)

    def on_dead(self, event: Event) -> None:
        assert isinstance(self.model, Placement)
        reason = self.reason(event)
        if self.recording.engine == "sat":
            return  # what it had assigned is not heard: see the derivation that follows
        if not reason.clause:  # a rule that speaks of all pieces, or numbers that cannot be reached
            rule = next((rule for rule in self.model.rules if rule.name == reason.origin), None)
            pieces = tuple(sorted(self.standing()))
            assert rule is None or not rule.holds(Arrangement(self.model.setting, pieces))
        apart = {r.clause for r in self.watched.reasons if len(r.clause) == 2}
        numbers = Counter(piece.kind for piece in self.standing())
        full = {one.name for one in self.model.kinds if numbers[one.name] == one.number.high}
        for x in reason.clause:  # false, or not to be joined with those who stand
            kept = any((-min(x, y), -max(x, y)) in apart for y in self.true)
            assert -x in self.true or kept or self.watched.pieces[x - 1][0].kind in full

    def on_learn(self, event: Event) -> None:
        """Unit propagation in the order of the steps: all but the last force a literal."""
        reason = self.reason(event)
        true = {-x for x in reason.clause}
        *forcing, last = (self.watched.reasons[number].clause for number in reason.steps)
        for clause in forcing:
            (literal,) = [x for x in clause if -x not in true]
            true.add(literal)
        assert all(-x in true for x in last)

    def on_back(self, event: Event) -> None:
        assert event.number < len(self.levels)
        del self.levels[event.number + 1 :]

    def on_solution(self, _: Event) -> None:
        self.found.append(self.standing())


@pytest.mark.parametrize("model", PLACEMENTS, ids=repr)
def test_a_replay_is_a_search_for_all_solutions(model: Placement) -> None:
    check(model)


@settings(max_examples=200 if DEEP else 8)
@given(ruled_models())
def test_so_it_is_for_random_models(model: Placement) -> None:
    check(model)


def check(model: Placement) -> None:
    """Every recording is a search that is allowed, and finds what there is."""
    watched = watch(model, events=20_000)
    every = (
        {frozenset(solution.pieces) for solution in brute_force(model)}
        if len(model.board.squares) < 13
        else {frozenset(solution.pieces) for solution in solutions(model)}
    )
    assert [one.engine for one in watched.recordings] == ["textbook", "backtrack", "sat"]
    for recording in watched.recordings:
        found = Replay(model, watched, recording).run()
        assert sorted(map(sorted, found)) == sorted(map(sorted, every)), recording.engine
        assert (recording.left, recording.complete, recording.solutions) == (0, True, len(every))
        tried = sum(event.what == "try" for event in recording.events)
        assert sum(recording.nodes[1:]) == tried
        assert sum(event.what == "dead" for event in recording.events) == recording.conflicts
        named = (event for event in recording.events if event.what in ("dead", "force"))
        assert all(watched.reasons[event.number].origin for event in named)
    for origin, clause, steps in watched.reasons:
        literals = {x: watched.pieces[abs(x) - 1] for x in clause}
        if origin not in ("learned", "found") and all(literals.values()):
            for pieces in every:  # what is named as a rule holds of every solution
                assert not clause or any((x > 0) == (pieces >= set(literals[x])) for x in clause)
        assert not steps or origin == "learned"


def test_checks_are_as_in_the_textbook() -> None:
    # Wirth, Algorithms + Data Structures = Programs, table 3.2, and "on the average, 161 tests".
    watched = watch(Placement("8x8", {"Q": 8}, [NonAttacking()]), events=2500)
    textbook, reference, sat = watched.recordings
    assert textbook.checks[:12] == [876, 264, 200, 136, 504, 400, 72, 280, 240, 264, 160, 336]
    assert round(sum(textbook.checks) / 92) == 161
    assert textbook.nodes == [1, 8, 42, 140, 344, 568, 550, 312, 92]
    for one in (textbook, reference, sat):
        assert len(one.events) == 2500
        assert one.left > 0
        assert one.solutions == 92


@pytest.mark.parametrize(("n", "nodes"), [(2, [1, 2]), (3, [1, 3, 2]), (4, [1, 4, 6, 4, 2])])
def test_the_textbook_goes_rank_by_rank_on_small_boards(n: int, nodes: list[int]) -> None:
    # By hand: on 3 × 3 only the queens of the corners leave a square of the next rank.
    textbook, *_ = watch(Placement(f"{n}x{n}", {"Q": n}, [NonAttacking()])).recordings
    assert textbook.nodes == nodes


def test_what_is_left_out_is_counted_all_the_same() -> None:
    few, all_ = (watch(Placement("6x6", {"Q": 6}), events=number) for number in (200, 5000))
    for one, whole in zip(few.recordings, all_.recordings, strict=True):
        assert one.events == whole.events[:200]
        assert one.left == len(whole.events) - 200
        assert replace(one, events=[]) == replace(whole, events=[])


def test_a_search_that_is_too_long_is_given_up() -> None:
    watched = watch(Placement("7x7", {"Q": "any"}, [NonAttacking()]), events=50)
    for one in watched.recordings:
        assert not one.complete
        assert len(one.events) == 50
    (engine, why), *_ = watch(Placement("20x20", {"Q": 20}, [NonAttacking()])).unwatched
    assert (engine, why) == ("textbook", "400 pieces are possible; searches are watched up to 150")
    with pytest.raises(InvalidModel, match="objective"):
        watch(
            Placement(
                "4x4", {"Q": "any"}, [Domination()], objective=Objective("minimise", Pieces())
            )
        )


@pytest.mark.parametrize("tour", TOURS, ids=repr)
def test_tours_are_walked_as_they_are_found(tour: Tour) -> None:
    watched = watch(tour, events=20_000)
    heuristic, reference = watched.recordings
    assert reference.solutions == len(list(solutions(tour)))
    for recording in watched.recordings:
        path: list[PlacedPiece] = []
        for event in recording.events:
            if event.what == "back":
                del path[event.number :]
            elif event.what == "try":
                path += watched.pieces[event.literal - 1]
            elif event.what == "solution":
                assert tour.holds(tour.path([piece.square for piece in path]))
    walk = [one for one in heuristic.events if one.what == "try" and one.number >= 0]
    for event in walk:  # he goes where the fewest exits are
        choice = heuristic.choices[event.number]
        exits = dict(zip(choice.literals, choice.exits, strict=True))
        assert exits[event.literal] == min(exits.values())


def test_the_heuristic_is_the_engine() -> None:
    tour = Tour("6x6", "N", closed=False)
    found = next(one for one in WarnsdorffEngine().search(tour) if one is not None)
    watched = watch(tour)
    walked = [
        watched.pieces[one.literal - 1][0].square
        for one in watched.recordings[0].events
        if one.what == "try"
    ]
    assert tour.path(walked[-36:]) == found


def nodes_to_the_first(n: int, columns: tuple[int, ...] = ()) -> tuple[int, bool]:
    """Nodes of the search rank by rank, until n queens stand; and whether they do."""
    if len(columns) == n:
        return 1, True
    nodes = 1
    for x in range(n):
        down = enumerate(reversed(columns), start=1)
        if all(x != y and abs(x - y) != away for away, y in down):
            more, found = nodes_to_the_first(n, (*columns, x))
            nodes += more
            if found:
                return nodes, True
    return nodes, False


@pytest.mark.parametrize("n", [1, 4, 6, 8])  # of smaller ones groups are more than ranks
def test_searches_end_with_the_first_solution(n: int) -> None:
    by_name = {one.engine: one for one in first_searches(Placement(f"{n}x{n}", {"Q": n}))}
    assert set(by_name) == {"textbook", "backtrack", "sat"}
    nodes, found = nodes_to_the_first(n)
    assert sum(by_name["textbook"].nodes) == nodes
    if n == 8:
        assert by_name["textbook"].checks == [876]  # N. Wirth
    for one in by_name.values():
        assert (one.complete, one.solutions, one.events) == (True, int(found), [])


def test_a_heuristic_and_a_limit_prove_nothing() -> None:
    heuristic, reference = first_searches(Tour("4x4", "N", closed=False))
    assert (heuristic.complete, reference.complete) == (False, True)
    assert (heuristic.solutions, reference.solutions) == (0, 0)
    stopped = [*first_searches(Placement("12x12", {"Q": 13}), 1e-9)]
    assert [(one.complete, one.solutions) for one in stopped[:1]] == [(False, 0)]
