// All that the panel says, in one table, as texts.js of the page.

import { number, several } from "../../reporting/page/texts.js";

export const SEARCH = {
  panel: { heading: "Watch the search", way: "Watch the search", folded: "Watch the search, step by step" },
  engines: {
    textbook: "Textbook backtracking",
    backtrack: "nqsat's reference",
    sat: "CaDiCaL, a SAT solver",
    warnsdorff: "Warnsdorff's heuristic",
    shuffle: "random rotations",
  },
  engineName: (engine) => SEARCH.engines[engine] ?? engine,
  origins: {
    pigeonhole: "as many pieces as lines: every line has one",
    learned: "a learned clause",
    found: "a solution that was found before",
    "dead end": "squares that the piece has not been to",
    "cut off": "these could no longer be reached",
    "no way through": "a square next to it would have a way in and no way out",
    unwanted: "not a solution: no way back, a requirement fails, or the other direction of a tour",
  },
  clocks: { events: "every step", tries: "piece by piece" },
  playing: (now) => (now ? "Pause" : "Play"),
  whereNow: (time, end, tries) =>
    `${number(time)} of ${several(end, tries ? "try" : "step", tries ? "tries" : "steps")}`,
  searchKeys:
    "Space plays and pauses, left and right step, Home and End, + and − speed, n next solution, d next dead " +
    "end, p where two searches part.",
  treeKeys:
    "A click or Enter goes to a node, a double click or space folds it; arrow keys walk the tree. Triangles " +
    "are folded; the hollow ones came before, move for move.",
  below: (x) => `${several(x, "node", "nodes")} below`,
  standing: (names) => (names.length ? `standing: ${names.join(", ")}` : "no pieces"),
  oneOf: (names) => (names.length === 1 ? `${names[0]} must stand` : `one of ${names.join(", ")} must stand`),
  notPiece: (name) => `not ${name}`,
  noReason: "no clause is found that forces it",
  nothing: "that there is nothing else",
  suppose: (names) => (names.length ? `Suppose ${names.join(" and ")}.` : "Suppose nothing."),
  because: (there, gone, origin) =>
    [
      [there.length ? `because of ${there.join(" and ")}` : "", gone.length ? `as ${gone.join(", ")} cannot` : ""]
        .filter(Boolean)
        .join(", "),
      `(${origin})`,
    ]
      .filter(Boolean)
      .join(" "),
  brackets: (text) => `(${text})`,
  jump: (level) => (level ? `It jumps back to level ${level}.` : "It jumps back to the beginning."),
  forcedIn: (name, why) => `${name} must stand ${why}.`,
  forcedOut: (name, why) => `Not ${name} ${why}.`,
  fewest: (name, choices) => `On to ${name}, where the fewest ways lead on: ${choices}.`,
  was: (name, nodes, solutions) =>
    `${name}: ${several(nodes, "node", "nodes")}, ` +
    `${solutions ? several(solutions, "solution", "solutions") : "no solution"}`,
  mayNot: (name, why) => `${name} ✗ ${why}`,
  must: (name, why) => `${name} ✓ ${why}`,
  rows: {
    solutions: "Solutions",
    nodes: "Nodes (a solver's: decisions)",
    checks: "Pieces checked for each solution",
    conflicts: "Dead ends (a solver's: conflicts)",
    refused: "Refused pieces, by rule",
    dead: "Reasons for dead ends",
    aligned: "Not reported by the solver",
    time: "Time, while recorded",
    events: "Steps that can be watched",
  },
  mean: (first, mean, of) =>
    `${number(first)} for the first, ${mean.toFixed(mean < 10 ? 1 : 0)} on average of ${number(of)}`,
  aligned: (unnamed, unfound) =>
    [
      unnamed
        ? `${several(unnamed, "try fails", "tries fail")} at once, and CaDiCaL does not report which`
        : "every try is reported",
      unfound
        ? `for ${several(unfound, "piece", "pieces")} no clause is found that forces it`
        : "for every piece that is forced a clause is found",
    ].join("; "),
  learned: (x) => `${several(x, "clause", "clauses")} learned, in the order of the proof`,
  kept: (kept, left, complete) =>
    left
      ? `${number(kept)}; the next ${number(left)} are left out${complete ? "" : ", and more follow"} (--events)`
      : `${number(kept)}, all`,
};
