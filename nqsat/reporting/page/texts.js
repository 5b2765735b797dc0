// All that the page says, in one table. A text that takes something is a function.

const number = (x) => String(x).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
const remains = (x) => (String(x) === "1" ? "remains" : "remain");
const several = (x, one, more) => `${number(x)} ${String(x) === "1" ? one : more}`;
/** A number with its unit, which loses its first "s" of a plural: "1 placement", "1 set of moves". */
const counted = (x, unit) => several(x, unit.replace(/s(?= |$)/, ""), unit);

/** Words in a row: "a1", "a1 and b2", "a1, b2 and c3". */
const together = (words, last = "and") =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;

/** The same in fewer words, if they are many. */
const few = (words) => (words.length > 4 ? String(words.length) : together(words));

const ofThose = (x, left) =>
  String(x) === String(left)
    ? String(left) === "1"
      ? "the only one that remains"
      : `all ${number(left)} that remain`
    : `${number(x)} of the ${number(left)} that remain`;

export const TEXTS = {
  number,
  numbersIn: (text) => text.replace(/\d{4,}/g, number),
  board: "The board",
  curious: "For the curious: the search and the count, step by step",
  ways: {
    list: "See the solutions",
    evidence: "Why believe it",
    search: "Watch the search",
    layers: "See how it is counted",
  },
  layer: (at) => `layer ${at.map((x) => x + 1).join(", block ")}`,
  squareAt: (name, content) => `${name}: ${content}`,
  remain: (left, total, unit) => `${number(left)} of ${counted(total, unit)} ${remains(left)}.`,
  unknown: "not counted beyond the start",
  uncountedHere: "Go on from here as you like.",
  stopped: "What remains is not known here: the count was stopped. nqsat view with --count finishes it.",
  limited: "This page does not count what remains: there are too many solutions to list.",
  showOne: "Show a solution",
  stands: (kind) => `${kind} stands here`,
  given: (kind) => `${kind} is given`,
  wall: "wall",
  hole: "hole",
  dead: "dead",
  free: "free",
  startPuzzle: (kind) => `Place ${kind}. A square on which none can stand says why.`,
  startInVain: "Try it all the same: a square on which nothing may stand says why.",
  faint: "One solution is drawn faintly; it goes when you begin.",
  complete: (n, total) => `This is solution ${number(n)} of ${number(total)}.`,
  oneOfThem: (placed) => `${placed ? "This position" : "The empty board"} is one of them.`,
  oneMustGo: (men) => `One of them has to go: ${together(men, "or")}.`,
  mustGo: (men, left) => `Without ${together(men)}, ${several(left, "remains", "remain")}.`,
  kinds: "Which piece to place",
  hint: "Hint",
  undo: "Undo",
  redo: "Redo",
  clear: "Clear",
  takeBack: "Take it back",
  unique: "Only one left?",
  numbers: "Show how many solutions remain",
  legend: "in none … in all of them",
  undone: "Undone.",
  redone: "Done again.",
  cleared: "The board is as it was given.",
  fixed: "It is given and stays.",

  // What the three games say, by their keys in the link: men, tours, sets of moves.
  games: {
    m: {
      start: (kind) => `Place ${kind}. Every free square then shows how many solutions remain.`,
      keys: (kinds) =>
        `Arrow keys move, Enter places or takes away, ` +
        `${kinds > 1 ? `1–${Math.min(kinds, 9)} choose the piece, ` : ""}u undoes, r does again, h hints.`,
      remain: (x, left, kind) => `${number(x)} of ${number(left)} ${remains(x)} with ${kind} here`,
      added: (what) => `${what} is placed.`,
      addedInVain: (what, why) => `${what} is placed, but ${why}.`,
      removed: (what) => `${what} is taken away.`,
      best: (what, x, left) => `${what} stands in ${ofThose(x, left)}. Press Hint again to place it.`,
      dead: "dead",
      never: "no solution at all has a piece here",
      none: "No solution has all these pieces.",
      noneLeft: (line) => `then ${line} has no square left, and every solution has a piece there`,
    },
    t: {
      start: "Choose a square, then go on move by move. Every square in reach shows how many tours remain.",
      keys: () => "Arrow keys move, Enter goes on to a square or back to it, u undoes, r does again, h hints.",
      remain: (x, left) => `${number(x)} of ${number(left)} go on here`,
      added: (name) => `On to ${name}.`,
      addedInVain: (name, why) => `On to ${name}, but ${why}.`,
      best: (name, x, left) => `${ofThose(x, left)} go on to ${name}. Press Hint again to go there.`,
      dead: "no tour goes on here",
      never: "no tour at all has this move",
      none: "No tour begins like this.",
      noneLeft: (name) => `then ${name} has no move left`,
    },
    e: {
      start:
        "Choose a square, then one that its piece reaches: that makes the move between them. Every square in reach " +
        "shows how many solutions remain with its move.",
      keys: () =>
        "Arrow keys move, Enter chooses a square and makes or takes back a move, u undoes, r does again, h hints.",
      remain: (x, left, name) => `${number(x)} of ${number(left)} ${remains(x)} with ${name}`,
      added: (name) => `${name} is made.`,
      addedInVain: (name, why) => `${name} is made, but ${why}.`,
      removed: (name) => `${name} is taken back.`,
      best: (name, x, left) => `${name} is in ${ofThose(x, left)}. Press Hint again to make it.`,
      dead: "dead",
      never: "no solution at all has this move",
      none: "No solution has all these moves.",
      noneLeft: (name) => `then ${name} has no move left`,
    },
  },

  noHint: "Nothing can be placed: nothing remains, or all is placed.",
  isUnique: "Yes: one solution remains.",
  isNot: (left, place) => `No: ${number(left)} remain. Two of them differ on ${place}.`,
  several: (left) => `No: ${number(left)} remain.`,
  isNone: "None remains.",
  uncounted: "That is not counted here.",
  noSolution: "There is no solution.",
  atLeast: (x) => `at least ${number(x)}`,
  made: (version) => `Made by nqsat ${version}. This page loads nothing; its link holds what it shows.`,
  by: (text) => `counted by ${text}`,
  upTo: (orbits) => `${number(orbits)} up to symmetry`,
  leftOut: "What this page leaves out",
  statement: "What must hold",
  asked: "Ask for this position",
  ask: { command: "On the command line", python: "In Python, after import nqsat" },
  copy: "Copy",
  askDrawn: "Count what is drawn",
  palette: "What a click puts on a square; a second one takes it away",
  marks: { x: "hole", "#": "wall", "-": "stays empty", "": "free" },
  erase: "erase",
  swatches: { x: "hole", "#": "wall", "-": "light", "": "dark" },
  addPiece: "Another piece",
  add: "Add",
  removePiece: (name) => `Leave out ${name}`,
  wrongNumber: (text) => `${JSON.stringify(text)} is not allowed: write 8, any, 3..5, 3.. or ..5`,
  wrongPiece: (text, known) =>
    known
      ? `${text.trim()} is here already; colours tell kinds apart, as in white:Q and black:Q`
      : `${JSON.stringify(text)} is no piece: write a name (queen) or Betza notation (Q, BN, (1,4)), or white:Q`,
  noPiece: "Add a piece: without one there is nothing to count.",
  editorKeys: "Arrow keys move, Enter puts, Delete takes away, u undoes, r does again.",
  numberOf: (kind) => `the number of ${kind}`,
  attackedBy: (men) => `attacked by ${together(men)}`,
  attacksThem: (men) => `would attack ${together(men)}`,
  standAlready: (men) => (men.length ? `${few(men)} ${men.length > 1 ? "stand" : "stands"} already` : "not allowed"),
  tooFewLeft: (men) => `too few can follow${men.length ? ` with ${few(men)}` : ""}`,
  notAllowed: (text) => `not allowed (${text})`,
  fullAt: (name, x) => `${name} has ${several(x, "move", "moves")} already, and no more may be there`,
  movesForced: (name, moves) => `${moves.length ? `with ${few(moves)} ` : ""}${name} must have other moves`,
  movesLeft: (name, x) => `then ${name} has ${x ? `only ${several(x, "move", "moves")}` : "no move"} left`,
  notFirst: "a tour cannot begin here",
  visited: (place) => `visited, number ${place}`,
  lost: "can no longer be reached",
  noMove: (name) => `no move from ${name}`,
  back: (name) => `Back at ${name}.`,
  rank: (x) => `rank ${x}`,
  file: (x) => `file ${x}`,
  together: (men) => `no solution has it together with ${men}`,
  movesAt: (x) => (x ? `${several(x, "move", "moves")} here` : "no move here"),
  squareChosen: (name) => `From ${name}: choose a square that the piece reaches.`,
  squareLeft: (name) => `${name} is let go.`,
  isMade: (name) => `${name} is made; a click takes it back`,
  list: "Solutions",
  group: (names) => `the group ${names.slice(0, 4).join(", ")}${names.length > 4 ? ", …" : ""}`,
  evidence: "Why believe it",
  noSymmetry: "no symmetry",
  manySymmetries: (x, some) => `${x} symmetries: ${some}, …`,
  numbered: (i) => `No. ${number(i)}`,
  example: (i) => `example ${number(i)}`,
  played: (i) => `Solution ${number(i)} stands on the board.`,
  copied: "Copied.",
  copyByHand: "Copy the selected text.",
  text: "The solution as text",
  fundamental: "one of each orbit",
  withMen: "only those that go on from the board above",
  symmetry: "symmetry ",
  any: "any",
  sort: "sorted by ",
  sortMoves: "number of moves",
  sorts: { number: "number", size: "size of the orbit", men: "number of pieces" },
  images: (x) => several(x, "image", "images"),
  orbit: (i, all, size, kept) =>
    `Orbit ${number(i)} of ${number(all)}, with ${several(size, "solution", "solutions")}; left as it is by ${kept}`,
  previous: "Previous",
  next: "Next",
  play: "Put it on the board",
  copyAs: { text: "Copy text", fen: "Copy FEN", svg: "Copy SVG" },
  copyPng: "Copy PNG",
  pngSaved: "The picture is saved: this browser does not copy pictures.",
  back_: "Page back",
  forward: "Page on",
  listed: (x, total, unit) => `${number(x)} of ${counted(total, unit)}`,
  checking: "Solutions checked",
  checked: (i, all) => `${number(i)} of ${number(all)} checked`,
  checkedAll: (x) =>
    `All ${number(x)} solutions are checked in this page: each keeps what must hold, and no two are the same.`,
  checkedSome: (x, total) =>
    `The ${number(x)} examples here, of ${number(total)} solutions, are checked in this page: each keeps ` +
    `what must hold, and no two are the same.`,
  wrong: (x, all, text) => `${number(x)} of ${number(all)} are no solutions: ${text}`,
  twice: "Something is wrong: a solution stands here twice.",
  checkAgain: "Check again",
  against: (texts) =>
    `Checked, in the form in which solvers have it: ${texts.map((text) => text.replace(/\.$/, "")).join("; ")}.`,
  notExplained:
    "Not checked and not explained here: what the model requires would take too much of this page, or has no encoding.",
  noOthers:
    "That there are no others is not checked here: nqsat certify writes a proof of it, and nqsat check checks that.",
  // The search, watched.
  search: "The search, watched",
  engines: {
    textbook: "Textbook backtracking",
    backtrack: "nqsat's reference",
    sat: "CaDiCaL, a SAT solver",
    warnsdorff: "Warnsdorff's heuristic",
  },
  engineName: (engine) => TEXTS.engines[engine] ?? engine,
  origins: {
    pigeonhole: "as many pieces as lines: every line has one",
    learned: "a learned clause",
    found: "a solution that was found before",
    "dead end": "squares that the piece has not been to",
    "cut off": "these could no longer be reached",
    "no way through": "a square beside it would have a way in and none out",
    unwanted: "not what is asked for, or the other direction of it",
  },
  watch: "Watch",
  beside: "beside",
  nobodyElse: "no other",
  clock: "clock",
  clocks: { events: "every step", tries: "piece by piece" },
  speed: "speed",
  perSecond: (x) => `${x} a second`,
  slider: "Time",
  timeline: "Timeline",
  playing: (now) => (now ? "Pause" : "Play"),
  toStart: "To the beginning",
  stepBack: "One step back",
  step: "One step",
  toEnd: "To the end",
  toSolution: "Next solution",
  toDead: "Next dead end",
  part: "Where they part",
  neverPart: "They try the same to the end.",
  noMore: "There is no other after this.",
  whereNow: (time, end, tries) =>
    `${number(time)} of ${several(end, tries ? "try" : "step", tries ? "tries" : "steps")}`,
  searchKeys:
    "Space plays and pauses, left and right step, Home and End, + and − speed, n next solution, d next dead " +
    "end, p where two searches part.",
  unwatched: (engine, why) => `${engine} is not watched: ${why}.`,
  tree: "The tree of the search",
  treeKeys:
    "A click or Enter goes to a node, a double click or space folds it; arrow keys walk the tree. Triangles " +
    "are folded; the hollow ones came before, move for move.",
  foldAll: "Fold all",
  unfoldAll: "Unfold all",
  root: "the beginning",
  leads: (x) => `leads to ${several(x, "solution", "solutions")}`,
  leadsNowhere: "leads to no solution",
  below: (x) => `${several(x, "node", "nodes")} below`,
  twin: (trail) => `the same subtree as below ${trail}`,
  standing: (names) => (names.length ? `standing: ${names.join(", ")}` : "no piece stands"),
  helper: (x) => `helper ${x}`,
  oneOf: (names) => (names.length === 1 ? `${names[0]} must stand` : `one of ${names.join(", ")} must stand`),
  notAll: (names) =>
    names.length === 1
      ? `${names[0]} cannot stand`
      : `${names.slice(0, -1).join(", ")} and ${names.at(-1)} cannot ${names.length === 2 ? "both" : "all"} stand`,
  notMan: (name) => `not ${name}`,
  or: " or ",
  tooFew: (origin) => `too few are left for the ${origin}`,
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
  therefore: (name, why) => `Then ${name} ${why}.`,
  contradiction: (why) => `But this fails: ${why}.`,
  before: "The beginning. Press play, or step.",
  solutionNo: (x) => `Solution ${number(x)}.`,
  jump: (level) => (level ? `It jumps back to level ${level}.` : "It jumps back to the beginning."),
  takenBack: "Back: the last piece is taken away.",
  learns: (clause) => `It learns: ${clause}.`,
  deadEnd: (why) => `Dead end: ${why}.`,
  forcedIn: (name, why) => `${name} must stand ${why}.`,
  forcedOut: (name, why) => `Not ${name} ${why}.`,
  fewest: (name, choices) => `On to ${name}, where the fewest ways lead on: ${choices}.`,
  exitsOf: (name, x) => `${x} from ${name}`,
  goesTo: (name) => `On to ${name}.`,
  tries: (name) => `Tries ${name}.`,
  triesUnknown: "Tries a piece; which one CaDiCaL does not tell, as it fails at once.",
  was: (name, nodes, solutions) =>
    `${name}: ${several(nodes, "node", "nodes")}, ` +
    `${solutions ? several(solutions, "solution", "solutions") : "no solution"}`,
  mayNot: (name, why) => `${name} ✗ ${why}`,
  noMoreOf: "as no more of its kind may stand",
  must: (name, why) => `${name} ✓ ${why}`,
  rows: {
    solutions: "Solutions",
    nodes: "Nodes (a solver's: decisions)",
    checks: "Pieces checked for each solution",
    conflicts: "Dead ends (a solver's: conflicts)",
    refused: "What is refused, by which rule",
    dead: "What kills the branches",
    aligned: "What the solver does not tell",
    time: "Time, while it was watched",
    events: "Steps that can be watched",
  },
  ofKept: (text) => `${text}, in the steps that are kept`,
  mean: (first, mean, of) =>
    `${number(first)} for the first, ${mean.toFixed(mean < 10 ? 1 : 0)} on average of ${number(of)}`,
  aligned: (unnamed, unfound) =>
    [
      unnamed
        ? `${several(unnamed, "try fails", "tries fail")} at once, and CaDiCaL does not tell which`
        : "every try is told",
      unfound
        ? `for ${several(unfound, "piece", "pieces")} no clause is found that forces it`
        : "for every piece that is forced a clause is found",
    ].join("; "),
  learned: (x) => `${several(x, "clause", "clauses")} learned, in the order of the proof`,
  seconds: (x) => `${x} s`,
  kept: (kept, left, complete) =>
    left
      ? `${number(kept)}; the next ${number(left)} are left out${complete ? "" : ", and it goes on"} (--events)`
      : `${number(kept)}, all`,
  depth: (x) => `depth ${x}`,
  byDepth: (engine) => `Nodes by depth: ${engine}`,
  // Counting, watched.
  layers: "Counting, watched",
  layerOf: "Layer",
  stateOf: "State",
  graph: "The states of the count, layer after layer",
  graphKeys: "Left and right go from layer to layer, up and down from state to state",
  layersTell: (layers, states, total, atom) =>
    `Nothing is listed. One ${atom} after the other is decided, ${number(layers)} times; partial boards after ` +
    `which the same is asked of the rest are one state. ${number(states)} states, and so ${number(total)} ` +
    `is a sum you can follow.`,
  layerValue: (layer) => `after ${several(layer, "decision", "decisions")}`,
  stateValue: (state, all) => `${number(state)} of ${number(all)}`,
  stateSays: (state, all, layer, into, on, both) =>
    `State ${number(state)} of ${number(all)} after ${several(layer, "decision", "decisions")}: ` +
    `${several(into, "way", "ways")} before it, ${number(on)} after it, so ` +
    `${several(both, "solution goes", "solutions go")} through it.`,
  decidesNext: (name) => `Next is decided: ${name}.`,
  allDecided: "All is decided.",
  layerSum: (states, total) =>
    `Ways before times ways after, summed over ` +
    `${states === 1 ? "the only state" : `the ${number(states)} states`} of this layer: ${number(total)}.`,
  manOn: (kind, name) => `${kind} on ${name}`,
  anHelper: "a helper of the formula",
  followNo: (atom) => (atom === "move" ? "Next: is not made" : "Next: does not stand"),
  followYes: (atom) => (atom === "move" ? "Next: is made" : "Next: stands"),
  stateBack: "Back",
  nothingFollows: "No solution goes on like that.",
  noStates: "There is no state in this layer: nothing is left.",
  partial: (atoms, atom) => `a partial board with ${several(atoms, atom, `${atom}s`)}`,
  merged: (few, all) =>
    String(all) === "1"
      ? "This partial board alone is the state."
      : String(few) === String(all)
        ? `These ${number(all)} partial boards are one state.`
        : `These are ${number(few)} of the ${number(all)} partial boards that are one state.`,
  terms: (x) => `The sum over this layer, ${several(x, "term", "terms")}`,
  product: (into, on, both) => `${number(into)} × ${number(on)} = ${number(both)}`,
  together_: "together",
};
