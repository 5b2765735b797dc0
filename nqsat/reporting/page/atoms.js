// What solutions are sets of: pieces on squares, or moves between squares. An atom is a number, as the document has it.

import { several, together, TEXTS } from "./texts.js";

/** Outside the board, where an open tour begins and ends. */
const OUTSIDE = -1;

/** Pieces: square × kinds + kind. */
export class Pieces {
  constructor(layout, { regions = [], paper = false } = {}) {
    this.layout = layout;
    this.regions = regions; // rows of their letters
    this.paper = paper; // whether pieces are marks: then none attacks another
    this.kinds = layout.kinds;
    this.size = layout.squares.length * this.kinds.length;
    this.called = "piece";
  }

  of(square, kind) {
    return square * this.kinds.length + kind;
  }

  square(piece) {
    return Math.floor(piece / this.kinds.length);
  }

  kind(piece) {
    return this.kinds[piece % this.kinds.length];
  }

  /** The squares on which something of it is. */
  squares(piece) {
    return [this.square(piece)];
  }

  /** A piece in words; in fewer, where all pieces are of one kind. */
  name(piece) {
    return this.kinds.length > 1 ? this.text(piece) : this.layout.squares[this.square(piece)].name;
  }

  text(piece) {
    return `${this.kind(piece).called} on ${this.layout.squares[this.square(piece)].name}`;
  }

  /** Where a symmetry leads, given by the images of all squares. */
  image(piece, images) {
    return this.of(images[this.square(piece)], piece % this.kinds.length);
  }

  /** What it is that may be added on a square. */
  here(piece) {
    return this.kind(piece).words;
  }

  /** Where some pieces stand, in words: the board, a whole rank, file or region, or their squares. */
  place(pieces) {
    const { squares, rows, ranked } = this.layout;
    const some = [...new Set(pieces.map((piece) => squares[this.square(piece)]))];
    const are = (alike) => squares.every((one) => (alike(one) === alike(some[0])) === some.includes(one));
    if (some.length > 1 && are(() => true)) return "all of the board";
    if (some.length > 1 && ranked && are(({ row }) => row)) return `rank ${rows - some[0].row}`;
    if (some.length > 1 && ranked && are(({ column }) => column)) return `file ${some[0].name.replace(/\d+/, "")}`;
    if (this.regions.length && are(({ row, column }) => this.regions[row][column])) return TEXTS.region(some[0].name);
    return TEXTS.group(some.map(({ name }) => name));
  }

  /** The squares that a piece attacks; pieces on `occupied`, if given, stop it. */
  attacks(piece, occupied = null) {
    return this.layout.attacks(piece % this.kinds.length, this.square(piece), occupied);
  }

  /** Why a rule keeps a piece off: the pieces placed already, whether they attack; else that too few could follow. */
  explained(piece, { text, attacks = [], breaks }) {
    const others = [...new Set(breaks.flatMap(({ atoms }) => atoms))];
    const names = (some) => some.map((other) => this.name(other));
    const kind = (one) => one % this.kinds.length;
    const apart = (a, b) => attacks.some(([one, other]) => one === kind(a) && other === kind(b));
    const sees = (a, b) => apart(a, b) && this.attacks(a).has(this.square(b));
    const from = others.filter((other) => sees(other, piece));
    const to = others.filter((other) => sees(piece, other));
    if (this.paper && attacks && from.length) return TEXTS.excluded(names(from));
    let said = TEXTS.standAlready(names(others));
    if (!breaks.some(({ above, sum }) => above || sum.literals.includes(-piece - 1)))
      said = TEXTS.tooFewLeft(names(others));
    else if (from.length) said = `attacked by ${together(names(from))}`;
    else if (to.length) said = `would attack ${together(names(to))}`;
    return `${said} (${text})`;
  }

  /** The squares from a piece along the shortest ray to another that it attacks; both ends among them. */
  way(piece, other) {
    return this.layout.way(piece % this.kinds.length, this.square(piece), this.square(other));
  }

  /** A set of them as `picture` takes it. */
  pictured(some) {
    return { pieces: some };
  }

  /** The squares of a set, as Python writes them. */
  written(some) {
    const { squares, rows } = this.layout;
    const place = (piece) => squares[this.square(piece)].column * rows - squares[this.square(piece)].row;
    const texts = this.kinds.map((kind) => {
      const own = some.filter((piece) => this.kind(piece) === kind).sort((a, b) => place(a) - place(b));
      const label = this.kinds.length > 1 ? `${kind.name}@` : "";
      return own.map((piece) => label + squares[this.square(piece)].name).join(" ");
    });
    return texts.filter((text) => text).join(" ") || "(empty)";
  }

  /** What stands on the squares of a drawing in letters. */
  letters(some) {
    return new Map(some.map((piece) => [this.square(piece), this.kind(piece).symbol]));
  }
}

/** Moves, each a pair of squares; in tours, as arcs, from the first to the second. */
export class Moves {
  constructor(layout, { moves, tour = null }) {
    this.layout = layout;
    this.pairs = moves;
    this.tour = tour;
    this.size = moves.length;
    this.called = "move";
    this.text = this.here = this.name;
    this.numbers = new Map(moves.map(([a, b], i) => [this.key(a, b), i]));
  }

  key(a, b) {
    return this.tour?.arcs || a < b ? `${a},${b}` : `${b},${a}`;
  }

  /** The number of the move between two squares; undefined if there is none. */
  of(a, b) {
    return this.numbers.get(this.key(a, b));
  }

  /** The move into a tour, or out of it. */
  begin(square) {
    return this.of(OUTSIDE, square);
  }

  end(square) {
    return this.of(square, OUTSIDE);
  }

  squares(move) {
    return this.pairs[move].filter((square) => square !== OUTSIDE);
  }

  name(move) {
    return this.squares(move)
      .map((square) => this.layout.squares[square].name)
      .join("-");
  }

  /** The only square that some moves have in common, in words; "" if there is none. */
  place(moves) {
    const common = moves.map((move) => this.squares(move)).reduce((all, some) => all.filter((x) => some.includes(x)));
    return common.length === 1 ? this.layout.squares[common[0]].name : "";
  }

  /** Why a move cannot be made: a square that has too many moves then, or too few; else the rule. */
  explained(_move, { text, breaks }) {
    const plain = breaks.find(({ sum, atoms }) => atoms.every((other) => sum.literals.includes(other + 1)));
    const { sum, above, count, atoms } = plain ?? breaks[0];
    const moves = sum.literals.map((x) => x - 1);
    const place = moves.every((move) => this.pairs[move]) ? this.place(moves) : "";
    if (!place) return `not allowed (${text})`;
    if (!above) return `then ${place} has ${count ? `only ${several(count, "move", "moves")}` : "no move"} left`;
    const names = atoms.map((other) => this.name(other));
    return plain ? TEXTS.fullAt(place, sum.high) : TEXTS.movesForced(place, names);
  }

  image(move, images) {
    const [a, b] = this.pairs[move].map((square) => (square === OUTSIDE ? OUTSIDE : images[square]));
    return this.of(a, b);
  }

  pictured(some) {
    return this.tour ? { line: this.path(some), closed: this.tour.closed } : { moves: some.map((x) => this.pairs[x]) };
  }

  written(some) {
    if (!this.tour) return some.map((move) => this.name(move)).join(" ") || "(empty)";
    const path = this.path(some);
    const closing = this.tour.closed ? path.slice(0, 1) : [];
    return [...path, ...closing].map((square) => this.layout.squares[square].name).join(" ");
  }

  letters(some) {
    if (!this.tour) return this.components(some);
    return new Map(this.path(some).map((square, i) => [square, String(i + 1)]));
  }

  /** Of each square those that some moves join to it; as arcs, those to which they lead. */
  beside(some) {
    const found = new Map();
    const join = (a, b) => found.set(a, [...(found.get(a) ?? []), b]);
    for (const [a, b] of some.map((move) => this.pairs[move])) {
      join(a, b);
      if (!this.tour?.arcs) join(b, a);
    }
    return found;
  }

  /** The squares of a tour in the order in which Python has them. */
  path(some) {
    const beside = this.beside(some);
    const { closed, start, end } = this.tour;
    const first = closed ? (start ?? 0) : OUTSIDE;
    const ways = beside.get(first);
    const possible = ways.filter((square) => square !== end || ways.length === 1); // an end that is given comes last
    const path = [first, possible.includes(start) ? start : Math.min(...possible)];
    while (path.length < beside.size) {
      const [one, other = one] = beside.get(path.at(-1));
      path.push(one === path.at(-2) ? other : one);
    }
    return first === OUTSIDE ? path.slice(1) : path;
  }

  /** On each square that has a move the number of its component, from 1 in the order of the squares. */
  components(some) {
    const beside = this.beside(some);
    const found = new Map();
    let number = 0;
    for (const first of [...beside.keys()].sort((a, b) => a - b)) {
      if (found.has(first)) continue;
      number += 1;
      const waiting = new Set([first]);
      for (const square of waiting) {
        found.set(square, String(number));
        beside.get(square).forEach((other) => waiting.add(other));
      }
    }
    return found;
  }
}

/** The atoms of a model. */
export function atomsOf(model, layout) {
  return model.moves ? new Moves(layout, model) : new Pieces(layout, model);
}
