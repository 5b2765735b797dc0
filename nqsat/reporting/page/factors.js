// Sets of moves: which remain, what is wrong with one, and the game in which moves are made and taken back.

import { atomAnswers } from "./answers.js";
import { Game } from "./game.js";
import { TEXTS } from "./texts.js";

/** The numbers of moves by their two squares, in either order; undefined where there is none. */
export function numbering(moves) {
  const key = (a, b) => `${Math.min(a, b)},${Math.max(a, b)}`;
  const numbers = new Map(moves.map(([a, b], i) => [key(a, b), i]));
  return (a, b) => numbers.get(key(a, b));
}

/** How many of some moves each square has. */
function degreesOf(geometry, moves, some) {
  const found = geometry.squares.map(() => 0);
  some.forEach((move) => moves[move].forEach((square) => found[square]++));
  return found;
}

/** On each square that has a move the number of its component, from 1 in the order of the squares. */
export function components(moves, some) {
  const beside = new Map();
  for (const [a, b] of some.map((move) => moves[move])) {
    beside.set(a, [...(beside.get(a) ?? []), b]);
    beside.set(b, [...(beside.get(b) ?? []), a]);
  }
  const found = new Map();
  let number = 0;
  for (const square of [...beside.keys()].sort((a, b) => a - b)) {
    if (found.has(square)) continue;
    number += 1;
    const waiting = [square];
    while (waiting.length) {
      const one = waiting.pop();
      if (found.has(one)) continue;
      found.set(one, String(number));
      waiting.push(...beside.get(one));
    }
  }
  return found;
}

/** What is wrong with a set of moves as a solution of a model, as texts. */
export function brokenFactor(model, geometry, one) {
  const { moves, low, high, maximal, through, avoiding, images } = model.factor;
  const most = high ?? Infinity;
  const number = numbering(moves);
  const made = new Set(one);
  const degrees = degreesOf(geometry, moves, one);
  const found = [];
  if (one.some((move) => !geometry.attacks(0, moves[move][0]).has(moves[move][1]))) found.push(TEXTS.noSuchMove);
  if (degrees.some((x) => x < low || x > most)) found.push(TEXTS.degrees);
  const addable = ([a, b], move) => !made.has(move) && degrees[a] < most && degrees[b] < most;
  if (maximal && moves.some(addable)) found.push(TEXTS.addable);
  const has = ([a, b]) => made.has(number(a, b));
  if (!through.every(has) || avoiding.some(has)) found.push(TEXTS.movesGiven);
  const moved = (image) => (move) => has(moves[move].map((square) => image[square]));
  if (!images.every((image) => one.every(moved(image)))) found.push(TEXTS.ownImage);
  return found;
}

/** A square is chosen, then another: the move between them is made or taken back. */
export class MovesGame extends Game {
  constructor(app) {
    const { factor } = app.doc.model;
    const number = numbering(factor.moves);
    super(app, "e", atomAnswers(app.doc, factor.moves.length, number));
    this.number = number;
    this.factor = factor;
    this.most = factor.high ?? Infinity;
    this.given = factor.through.map(([a, b]) => number(a, b));
    this.keys = TEXTS.keysMoves;
    this.update();
  }

  get opening() {
    return TEXTS.startMoves;
  }

  /** The link has moves as two squares, and the square that is chosen, if any, as one. */
  update() {
    const made = new Set(this.given);
    /** @type {number | null} */
    this.from = null;
    for (const word of (this.app.state.e ?? "").split(".")) {
      const [a, b, ...more] = word.split("-").map((name) => this.geometry.words.get(name));
      if (a === undefined || more.length) continue;
      if (!word.includes("-")) this.from = a;
      else if (b !== undefined && this.number(a, b) !== undefined) made.add(this.number(a, b));
    }
    this.made = [...made];
    this.degrees = degreesOf(this.geometry, this.factor.moves, this.made);
    this.now = this.answers.after(this.made);
  }

  get placed() {
    return this.made;
  }

  get lines() {
    const drawn = (some) => some.map((move) => this.factor.moves[move]);
    const [made, faint] = [drawn(this.made), drawn(this.example ?? [])];
    // The chosen square has the piece, and those where its moves can be taken back have a cross.
    const plain = (square) => square !== this.from && !this.made.includes(this.moveTo(square));
    return { made, faint, ends: made.flat().filter(plain), faintEnds: faint.flat() };
  }

  get atom() {
    return "move";
  }

  pictured(some) {
    return { moves: some.map((move) => this.factor.moves[move]) };
  }

  /** @param {number[]} made @param {number | null} from */
  written(made, from = null) {
    const words = made
      .filter((move) => !this.given.includes(move))
      .map((move) => this.factor.moves[move].map((square) => this.geometry.word(square)).join("-"));
    return [...words, ...(from === null ? [] : [this.geometry.word(from)])].join(".");
  }

  called(move) {
    return this.factor.moves[move].map((square) => this.name(square)).join("-");
  }

  get asked() {
    return { through: this.made.filter((move) => !this.given.includes(move)).map((move) => this.called(move)) };
  }

  /** The move from the chosen square to another; undefined if there is none. */
  moveTo(square) {
    return this.from === null ? undefined : this.number(this.from, square);
  }

  content(square) {
    const label = this.about(square);
    if (square === this.from) return { man: this.geometry.kinds[0], classes: ["visited"], label };
    const move = this.moveTo(square);
    if (move === undefined) return { classes: this.degrees[square] >= this.most ? ["visited"] : [], label };
    if (this.made.includes(move)) return { classes: ["visited", "reached"], mark: "×", label };
    const shown = this.numbered(this.now.of(move));
    return { ...shown, classes: [...shown.classes, "reached"], label: shown.label ?? label };
  }

  about(square) {
    const move = this.moveTo(square);
    if (move === undefined) return TEXTS.movesAt(this.degrees[square]);
    if (this.given.includes(move)) return TEXTS.fixed;
    if (this.made.includes(move)) return TEXTS.isMade(this.called(move));
    const x = this.now.of(move);
    if (x === null) return TEXTS.unknown;
    return Number(x) ? TEXTS.remainWith(x, this.left, this.called(move)) : `${TEXTS.dead}: ${this.why(move)}`;
  }

  /** Why no solution has a move besides those made: what is seen at once, else moves that exclude it, each needed. */
  why(move) {
    const ends = this.factor.moves[move];
    if (this.factor.avoiding.some(([a, b]) => this.number(a, b) === move)) return TEXTS.notToBeMade;
    const full = ends.find((square) => this.degrees[square] >= this.most);
    if (full !== undefined) return TEXTS.fullAt(this.name(full), this.most);
    let needed = [...this.made];
    for (const other of this.made) {
      const fewer = needed.filter((one) => one !== other);
      if (!Number(this.answers.after([...fewer, move]).left)) needed = fewer;
    }
    return needed.length ? TEXTS.together(needed.map((one) => this.called(one)).join(", ")) : TEXTS.neverMove;
  }

  act(square) {
    const move = this.moveTo(square);
    if (square === this.from) return this.go(this.written(this.made), TEXTS.squareLeft(this.name(square)));
    if (move === undefined) return this.go(this.written(this.made, square), TEXTS.squareChosen(this.name(square)));
    if (this.given.includes(move)) return this.tell(TEXTS.fixed);
    if (!this.made.includes(move)) return this.make(move, square);
    const fewer = this.made.filter((one) => one !== move);
    this.go(this.written(fewer, this.from), TEXTS.unmade(this.called(move)));
  }

  /** A move is made; the board goes on from a square of its, if that may have more. */
  make(move, square) {
    const inVain = this.left !== null && Number(this.left) && !Number(this.now.of(move) ?? 1);
    const said = inVain ? TEXTS.madeInVain(this.called(move), this.why(move)) : TEXTS.made_(this.called(move));
    const from = this.degrees[square] + 1 < this.most ? square : null;
    this.go(this.written([...this.made, move], from), said);
  }

  candidates() {
    const free = this.factor.moves.map((_, move) => move).filter((move) => !this.made.includes(move));
    return free.map((move) => [move, this.now.of(move)]).filter(([, x]) => x !== null && Number(x));
  }

  suggest(move, x) {
    this.hinted = move;
    this.onfind(this.factor.moves[move][1]);
    this.tell(TEXTS.bestSet(this.called(move), x, this.left));
  }

  accept(move) {
    this.make(move, this.factor.moves[move][1]);
  }

  status() {
    if (this.left !== null && !Number(this.left)) {
      const placed = this.made.filter((move) => !this.given.includes(move));
      if (!placed.length) return TEXTS.noSolution;
      const without = (move) => this.answers.after(this.made.filter((one) => one !== move));
      const single = placed.filter((move) => Number(without(move).left ?? 0)).map((move) => this.called(move));
      return single.length ? `${TEXTS.noSet} ${TEXTS.oneMustGo(single)}` : TEXTS.noSet;
    }
    const found = this.whole ? this.answers.matching(this.made) : [];
    return found.some((i) => this.answers.list[i].length === this.made.length) ? this.solved() : this.remain();
  }
}
