"""Write a formula as a short program in Python that needs OR-Tools only, and prints the solutions.

The constraints are a table of sums, low ≤ number of true literals ≤ high, with the names of the atoms;
``~`` negates. Auxiliary variables have names with ``_``. Solutions are sets of the names that are shown, so
values of auxiliaries do not count.
"""

from __future__ import annotations

from collections.abc import Iterator

from nqsat.compiling import Formula, without_components
from nqsat.errors import InvalidModel

_PROGRAM = """
model = cp_model.CpModel()
x = {name: model.new_bool_var(name) for name in [*SHOWN, *AUXILIARY]}
x |= {f"~{name}": ~variable for name, variable in x.items()}
for low, high, names in SUMS:
    model.add_linear_constraint(sum(x[name] for name in names.split()), low, high)
"""

_EVERY = """

class Solutions(cp_model.CpSolverSolutionCallback):
    found = set()

    def on_solution_callback(self):
        solution = " ".join(name for name in SHOWN if self.value(x[name]))
        if solution not in self.found:
            print(solution or "(empty)")
        self.found.add(solution)


solver, solutions = cp_model.CpSolver(), Solutions()
solver.parameters.enumerate_all_solutions = True
solver.parameters.num_workers = 1  # with more, solutions are lost
complete = solver.solve(model, solutions) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
print("exactly" if complete else "at least", len(solutions.found))
"""

_BEST = """model.{sense}(sum(x[name] for name in GOAL))
solver = cp_model.CpSolver()
proved = solver.solve(model) == cp_model.OPTIMAL
print(*(name for name in SHOWN if solver.value(x[name])))
print(round(solver.objective_value), "proved best" if proved else "not proved best")
"""


def program_lines(formula: Formula, title: str) -> Iterator[str]:
    """Yield the lines of the program; with an objective, it prints one best solution."""
    formula = without_components(formula)
    sums = formula.sums
    if len(sums) < sum(1 for _ in formula.constraints):
        raise InvalidModel(
            "format", "a Python program cannot hold the circuits of tours; choose cpsat"
        )
    names = [formula.reader.name(x).replace(" ", "") for x in formula.projection]
    auxiliary = [f"_{x}" for x in range(len(names) + 1, formula.variables + 1)]
    every = ["", *names, *auxiliary]

    def text(literals: tuple[int, ...]) -> str:
        return " ".join(every[x] if x > 0 else f"~{every[-x]}" for x in literals)

    yield repr(f"{title}: written by nqsat; pip install ortools, then run this file.")
    yield ""
    yield "from ortools.sat.python import cp_model"
    yield ""
    yield f"SHOWN = {' '.join(names)!r}.split()"
    yield f"AUXILIARY = {' '.join(auxiliary)!r}.split()"
    if formula.goal is not None:
        yield f"GOAL = {text(formula.goal.literals)!r}.split()"
    yield "SUMS = [  # at least, at most, of these"
    for bound in sums:
        if bound.literals or bound.is_impossible:
            high = max(bound.low, len(bound.literals)) if bound.high is None else bound.high
            yield f"    ({bound.low}, {high}, {text(bound.literals)!r}),"
    yield "]"
    yield from _PROGRAM.split("\n")[:-1]
    if formula.goal is None:
        yield from _EVERY.split("\n")[:-1]
    else:
        sense = "maximize" if formula.goal.maximise else "minimize"
        yield from _BEST.format(sense=sense).split("\n")[:-1]
