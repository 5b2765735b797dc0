// All that the page says, in one table. A text that takes something is a function.

export const number = (x) => String(x).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
export const remains = (x) => (String(x) === "1" ? "remains" : "remain");
export const several = (x, one, more) => `${number(x)} ${String(x) === "1" ? one : more}`;
/** A number with its unit, which loses its first "s" of a plural: "1 placement", "1 set of moves". */
export const counted = (x, unit) => several(x, unit.replace(/s(?= |$)/, ""), unit);

/** Words in a row: "a1", "a1 and b2", "a1, b2 and c3". */
export const together = (words, last = "and") =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;

/** The same in fewer words, if they are many. */
export const few = (words) => (words.length > 4 ? String(words.length) : together(words));

export const ofThose = (x, left) =>
  String(x) === String(left)
    ? String(left) === "1"
      ? "the only one that remains"
      : `all ${number(left)} that remain`
    : `${number(x)} of the ${number(left)} that remain`;

export const TEXTS = {
  board: "The board",
  list: "Solutions",
  see: "See the solutions",
  faint: "One solution is drawn faintly; it disappears when you begin.",
  showOne: "Show a solution",
  onlyOne: "Yes: one solution remains.",
  answer: "The answer, and why there is no other",
  squareAt: (name, content) => `${name}: ${content}`,
  unknown: "not counted beyond the start",
  startPuzzle: "Hint gives the next step and its reason. The answer is shown only if you ask for it.",
  unsolved: "A puzzle with one solution.",
  solved: "Solved!",
  free: "free",
  ruledOut: "ruled out by a hint",
  wrong: (what) => `${what} is wrong: remove it first.`,
  region: (name) => `the region of ${name}`,
  noOther: (what) => `Only ${what} is possible: the other squares give the reasons.`,
  right: (what) => `The solution has ${what}.`,
  again: (text, make) => `${text} Press Hint again to ${make} it.`,
  rightSoFar: "Right so far.",
  areWrong: (x) => `${number(x)} wrong.`,
  complete: (n, total) => `This is solution ${number(n)} of ${number(total)}.`,
  oneOfThem: (placed) => `${placed ? "This position" : "The empty board"} is one of them.`,
  takeBack: (what, left) => `Take back ${what}: then ${several(left, "remains", "remain")}.`,
  goBack: (square, left) => `Go back to ${square}: from there ${several(left, "tour continues", "tours continue")}.`,
  tooMany: "This page does not count: there are too many solutions to list.",
  stopped: "The remaining solutions are unknown: the count was stopped. nqsat view --time-limit inf finishes it.",
  tryIt: "Try anyway: a square that must stay empty gives the reason.",
  noBeginning: "Clear the board: no tour begins on this square.",
  hopeless: "There is no solution.",
  mustGo: (pieces, left) => `Without ${together(pieces)}, ${several(left, "remains", "remain")}.`,
  showLeft: "Show how many solutions remain",
  countIt: "Count this position yourself",
  undo: "Undo",
  redo: "Redo",
  clear: "Clear",
  check: "Check",
  fixed: "It is given and cannot be changed.",

  // What the three games say, by their keys in the link: pieces, tours, sets of moves.
  games: {
    m: {
      start: (kind) => `Place ${kind}. Every free square then shows how many solutions remain.`,
      keys: (kinds) =>
        `Arrow keys move, Enter places or removes, ` +
        `${kinds > 1 ? `1–${Math.min(kinds, 9)} choose the piece, ` : ""}u undoes, r redoes, h hints.`,
      remain: (x, left, kind) => `${number(x)} of ${number(left)} ${remains(x)} with ${kind} here`,
      make: "place",
      added: (what) => `${what} is placed`,
      removed: (what) => `${what} is removed.`,
      best: (what, x, left) => `${what} is in ${ofThose(x, left)}. Press Hint again to place it.`,
      dead: "dead",
      never: "no solution has a piece here",
      none: "No solution has all these pieces.",
      noneLeft: (line) => `then ${line} has no square left, but every solution has a piece there`,
    },
    t: {
      start: "Choose a square, then continue move by move. Every square in reach shows how many tours remain.",
      keys: () => "Arrow keys move, Enter moves to a square or back to it, u undoes, r redoes, h hints.",
      remain: (x, left) => `${number(x)} of ${number(left)} continue here`,
      make: "make",
      added: (name) => `On to ${name}`,
      best: (name, x, left) => `${ofThose(x, left)} continue to ${name}. Press Hint again to go there.`,
      dead: "no tour continues here",
      never: "no tour has this move",
      none: "No tour begins like this.",
      noneLeft: (name) => `then ${name} has no move left`,
    },
    e: {
      start:
        "Choose a square, then one that its piece reaches: that makes the move between them. Every square in reach " +
        "shows how many solutions remain with its move.",
      keys: () =>
        "Arrow keys move, Enter chooses a square and makes or takes back a move, u undoes, r redoes, h hints.",
      remain: (x, left, name) => `${number(x)} of ${number(left)} ${remains(x)} with ${name}`,
      make: "draw",
      added: (name) => `${name} is made`,
      removed: (name) => `${name} is taken back.`,
      best: (name, x, left) => `${name} is in ${ofThose(x, left)}. Press Hint again to make it.`,
      dead: "dead",
      never: "no solution has this move",
      none: "No solution has all these moves.",
      noneLeft: (name) => `then ${name} has no move left`,
    },
  },

  isNot: (left, place) => `No: ${number(left)} remain. Two of them differ on ${place}.`,
  uncounted: "That is not counted here.",
  atLeast: (x) => `at least ${number(x)}`,
  made: (version) => `Made by nqsat ${version}. This page loads nothing; its address contains the position.`,
  ask: { command: "On the command line", python: "In Python, after import nqsat" },
  marks: { x: "hole", "#": "wall", "-": "stays empty", "": "free" },
  swatches: { x: "hole", "#": "wall", "-": "light", "": "dark" },
  wrongNumber: (text) => `${JSON.stringify(text)} is not allowed: write 8, any, 3..5, 3.. or ..5`,
  wrongPiece: (text, known) =>
    known
      ? `${text.trim()} is here already; colours tell kinds apart, as in white:Q and black:Q`
      : `${JSON.stringify(text)} is not a piece: write a name (queen) or Betza notation (Q, BN, (1,4)), or white:Q`,
  excluded: (some) => `${few(some)} ${some.length > 1 ? "exclude" : "excludes"} it`,
  standAlready: (some) =>
    some.length ? `${few(some)} ${some.length > 1 ? "stand" : "stands"} already` : "not allowed",
  tooFewLeft: (pieces) => `too few can follow${pieces.length ? ` with ${few(pieces)}` : ""}`,
  endsHere: "a click ends the path here",
  fullAt: (name, x) => `${name} has ${several(x, "move", "moves")} already, the most that it may have`,
  movesForced: (name, moves) => `${moves.length ? `with ${few(moves)} ` : ""}${name} must have other moves`,
  together: (pieces) => `no solution has it together with ${pieces}`,
  startPaper:
    "Choose a square, then one next to it, to draw a line between them. Hint gives the next step and its reason.",
  movesAt: (x) => (x ? `${several(x, "move", "moves")} here` : "no move here"),
  squareChosen: (name) => `From ${name}: choose a square that the piece reaches.`,
  group: (names) => (names[1] ? `the group ${names.slice(0, 4).join(", ")}${names.length > 4 ? ", …" : ""}` : names[0]),
  played: (i) => `Solution ${number(i)} is on the board.`,
  copied: "Copied.",
  sorts: { number: "number", size: "size of the orbit", pieces: "number of pieces" },
  images: (x) => several(x, "image", "images"),
  orbit: (i, all, size, kept) =>
    `Orbit ${number(i)} of ${number(all)}, with ${several(size, "solution", "solutions")}; unchanged by ` +
    (kept === "no symmetry" ? "the identity alone" : `the identity and ${kept}`),
  copyAs: { text: "Copy text", fen: "Copy FEN", svg: "Copy SVG" },
  checkedAll: (x) =>
    `All ${number(x)} solutions are checked in this page: each obeys the rules, and no two are the same.`,
  checkedSome: (x, total) =>
    `The ${number(x)} examples here, of ${number(total)} solutions, are checked in this page: each obeys ` +
    `the rules, and no two are the same.`,
  against: (texts) => `Checked in this page: ${texts.map((text) => text.replace(/\.$/, "")).join("; ")}.`,
  notExplained:
    "Not checked and not explained here: a rule of the model would be too large for this page, or has no encoding.",
  noOthers:
    "This page does not prove that there are no others: nqsat certify writes a proof, and nqsat check checks it.",
  hidden: "Not checked and not explained here: the pieces that are not shown decide.",
};

/**
 * On a page of projections, where two solutions that show the same are one, all texts say so.
 * @param {any} texts
 */
export const sayProjections = (texts = TEXTS) => {
  const said = (text) => text.replace(/(s|S)olution/g, (_, s) => (s === "s" ? "projection" : "Projection"));
  for (const [key, text] of Object.entries(texts))
    if (typeof text === "object") sayProjections(text);
    else texts[key] = typeof text === "function" ? (...given) => said(text(...given)) : said(text);
  if (texts.hidden) texts.notExplained = texts.hidden;
};
