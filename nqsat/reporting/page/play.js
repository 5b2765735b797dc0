// The three games: what a click on a square does, and what the square shows. Pieces are placed and taken away; a tour
// continues from square to square; moves are made from a square that is chosen first.

import { Game } from "./game.js";
import { TEXTS } from "./texts.js";

export class PlacementGame extends Game {
  constructor(app) {
    super(app, "m");
  }

  /** Pieces as the link has them: the number of the kind and the square, each. */
  read(text) {
    const { kinds } = this.atoms;
    const on = new Map(this.given.map((piece) => [this.atoms.square(piece), piece]));
    for (const word of text.split(".")) {
      const [, kind, name] = /^(\d+)([a-z]+\d+)$/.exec(word) ?? [];
      const square = this.layout.words.get(name);
      if (square !== undefined && Number(kind) < kinds.length && !on.has(square)) {
        on.set(square, this.atoms.of(square, Number(kind)));
      }
    }
    this.on = on;
    this.placed = [...on.values()];
    this.kind = Math.min(Number(this.app.state.k ?? 0) || 0, kinds.length - 1);
    this.attacked = new Set(this.placed.flatMap((piece) => [...this.atoms.attacks(piece, this.seenPast)]));
    this.clashes = this.attacksAmong(this.requirements?.exclusions(this.placed) ?? []);
  }

  /** What stops riders: null if nothing does. */
  get seenPast() {
    return this.doc.model.blocking ? this.on : null;
  }

  /** Of sets of pieces that exclude one another, the pairs of which one attacks the other. */
  attacksAmong(sets) {
    const sees = (a, b) => this.atoms.attacks(a, this.seenPast).has(this.atoms.square(b));
    const pairs = sets.flatMap((pieces) =>
      pieces.flatMap((a, i) => pieces.slice(0, i).map((b) => (sees(b, a) ? [b, a] : [a, b]))),
    );
    const found = pairs.filter(([a, b]) => sees(a, b));
    return [...new Map(found.map((pair) => [pair.join(), pair])).values()];
  }

  written(pieces) {
    const word = (piece) => `${piece % this.atoms.kinds.length}${this.layout.word(this.atoms.square(piece))}`;
    return pieces
      .filter((piece) => !this.given.includes(piece))
      .map(word)
      .join(".");
  }

  get opening() {
    return this.puzzling ? TEXTS.startPuzzle : TEXTS.games.m.start(this.atoms.kinds[0]?.words ?? "");
  }

  get asked() {
    const name = (piece) => `${this.atoms.kind(piece).name}@${this.name(this.atoms.square(piece))}`;
    return { presets: this.removable.map(name) };
  }

  get options() {
    const free = [...this.layout.squares.keys()].filter((square) => !this.on.has(square));
    return free.flatMap((square) => this.atoms.kinds.map((_, kind) => this.atoms.of(square, kind)));
  }

  /** Whether squares are shaded and dots are notes: then a dot attacks nothing, and none is needed. */
  get dotted() {
    return this.atoms.kinds.length > 1 && this.atoms.kinds[0].called === "Shade";
  }

  get isSolution() {
    const shades = (atoms) => atoms.filter((atom) => atom % this.atoms.kinds.length === 0);
    if (!this.puzzling || !this.dotted) return super.isSolution;
    const [answer] = this.answers.list;
    return shades(this.placed).length === shades(answer).length && this.placed.every((atom) => answer.includes(atom));
  }

  content(square, full) {
    const attacked = this.attacked.has(square) && !this.dotted ? ["attacked"] : [];
    const piece = this.on.get(square);
    if (piece === undefined) {
      const alike = this.alike(square);
      const open = alike.find((one) => !this.crossed.has(one) && !this.seen(one).length);
      const shown = this.offered(open ?? alike[0], full);
      const example = this.example?.find((other) => this.atoms.square(other) === square);
      const faint = example === undefined ? null : this.atoms.kind(example);
      return { ...shown, faint, classes: [...shown.classes, ...attacked] };
    }
    const kind = this.atoms.kind(piece);
    const given = this.given.includes(piece);
    const label = `${kind.called} ${given ? "is given" : "stands here"}`;
    return { piece: kind, classes: [...attacked, "occupied", given ? "given" : "placed"], label };
  }

  act(square) {
    if (this.on.has(square)) this.remove(this.on.get(square));
    else this.add(this.chosen(square));
  }

  /** The pieces on a square that look as the kind that is placed: the islands of Nurikabe are one to the player. */
  alike(square) {
    const { kinds } = this.atoms;
    return kinds.flatMap(({ look }, i) => (look === kinds[this.kind].look ? [this.atoms.of(square, i)] : []));
  }

  /** The one of these that a click adds: with the most solutions, or that of the solution. */
  chosen(square) {
    const alike = this.alike(square);
    const right = (one) => Number(this.now.of(one)) || this.answers.list[0]?.includes(one);
    return alike.find(right) ?? alike[0];
  }

  hint() {
    super.hint();
    if (this.hinted !== null && this.hinted % this.atoms.kinds.length !== this.kind) {
      this.app.put({ k: String(this.hinted % this.atoms.kinds.length) });
    }
  }
}

export class TourGame extends Game {
  constructor(app) {
    super(app, "t");
  }

  read(text) {
    const words = text.split(".").map((name) => this.layout.words.get(name));
    this.line = [];
    /** Whether the path ends here, where it may leave squares out: the link has its last square twice. */
    this.ended = false;
    for (const square of words) {
      if (square === undefined || this.line.includes(square) || !this.reaches(square)) {
        this.ended = square === this.line.at(-1) && this.ending !== undefined;
        break;
      }
      this.line.push(square);
    }
    this.ended ||= this.ending !== undefined && this.line.at(-1) === this.atoms.tour.end;
    this.placed = this.links(this.line);
    this.lost = this.unreachable();
  }

  /** The squares in order; of a closed tour the first of them is not a move. */
  links(line) {
    const { closed, some } = this.atoms.tour;
    const whole = some ? this.ended : line.length === this.layout.squares.length;
    const found = [
      closed || !line.length ? undefined : this.atoms.begin(line[0]),
      ...line.slice(1).map((square, i) => this.atoms.of(line[i], square)),
      whole ? (closed ? this.atoms.of(line.at(-1), line[0]) : this.atoms.end(line.at(-1))) : undefined,
    ];
    return found.filter((move) => move !== undefined);
  }

  /** The way out of a path of some squares, where it may end; else undefined. */
  get ending() {
    return this.atoms.tour.some && this.line.length > 1 ? this.atoms.end(this.line.at(-1)) : undefined;
  }

  /** The move to a square from the end of the line; undefined if there is none. */
  moveTo(square) {
    return this.line.length ? this.atoms.of(this.line.at(-1), square) : this.atoms.begin(square);
  }

  /** Whether the line may continue to a square: to any, at the beginning of a closed tour. */
  reaches(square) {
    const { closed, start, end } = this.atoms.tour;
    if (this.line.length) return !this.ended && this.moveTo(square) !== undefined;
    if (closed) return true;
    return (start ?? square) === square && (end !== square || this.layout.squares.length === 1);
  }

  /** Squares that a tour can no longer reach: not linked to the end of the line over squares still free. */
  unreachable() {
    if (!this.line.length || this.atoms.tour.some) return new Set();
    const seen = new Set(this.line.slice(-1));
    for (const square of seen) {
      for (const target of this.layout.attacks(0, square)) if (!this.line.includes(target)) seen.add(target);
    }
    const all = [...this.layout.squares.keys()];
    return new Set(all.filter((square) => !seen.has(square) && !this.line.includes(square)));
  }

  linked(line) {
    return line.map((square) => this.layout.word(square)).join(".");
  }

  written(moves) {
    const path = this.atoms.path(moves);
    return this.linked(this.atoms.tour.some ? [...path, ...path.slice(-1)] : path);
  }

  get removable() {
    return []; // only the end of the line
  }

  get lines() {
    const drawn = (some) => some.map((move) => this.atoms.squares(move)).filter((squares) => squares.length === 2);
    return { made: drawn(this.placed), faint: drawn(this.example ?? []) };
  }

  /** The line: as moves of a closed tour without direction, else as numbers of squares. */
  get asked() {
    const { closed, directed, start, end, some } = this.atoms.tour;
    const names = this.line.map((square) => this.name(square));
    const through = names.slice(1).map((name, i) => `${names[i]}-${name}`);
    if (closed && !directed) return { through };
    const first = names.length && start === null ? { start: names[0] } : {};
    if (some) return { ...first, ...(this.ended && end === null ? { end: names.at(-1) } : {}), through };
    return { ...first, numbers: names.slice(1).map((name, i) => `${name}=${i + 2}`) };
  }

  /** A tour whose first square is given has a direction. */
  base(command) {
    return this.atoms.tour.closed ? command : command.replace(" --unit undirected", "");
  }

  get options() {
    const free = [...this.layout.squares.keys()].filter((square) => !this.line.includes(square));
    const moves = free.filter((square) => this.reaches(square)).map((square) => this.moveTo(square));
    return [...moves, this.ended ? undefined : this.ending].filter((move) => move !== undefined);
  }

  content(square) {
    const place = this.line.indexOf(square);
    if (place >= 0) {
      const last = place === this.line.length - 1;
      const shown = last ? { piece: this.layout.kinds[0] } : { mark: String(place + 1) };
      const ends = last && this.options.includes(this.ending) ? `; ${TEXTS.endsHere}` : "";
      return { ...shown, classes: ["visited"], label: `visited, number ${place + 1}${ends}` };
    }
    if (this.lost.has(square)) return { classes: ["dead", "lost"], mark: "×", label: "can no longer be reached" };
    const never = this.line.length ? `no move from ${this.name(this.line.at(-1))}` : "a tour cannot begin here";
    if (!this.reaches(square)) return { classes: [], label: never };
    const move = this.moveTo(square);
    const shown = move === undefined ? this.anywhere() : this.offered(move, true);
    return { ...shown, classes: [...shown.classes, "reached"] };
  }

  /** The first square of a closed tour: every tour visits it. */
  anywhere() {
    if (this.left === null) return { classes: [], label: TEXTS.unknown };
    if (this.isDead) return { classes: ["dead"], mark: "0", label: this.words.dead };
    return this.alive(this.left, this.words.remain(this.left, this.left));
  }

  act(square) {
    const place = this.line.indexOf(square);
    if (place >= 0) {
      const last = place === this.line.length - 1;
      if (last && this.options.includes(this.ending)) return this.add(this.ending);
      const kept = last && (!this.ended || square === this.atoms.tour.end) ? place : place + 1;
      return this.go(this.linked(this.line.slice(0, kept)), `Back at ${this.name(square)}.`);
    }
    if (!this.reaches(square)) return this.tell(this.content(square).label);
    const move = this.moveTo(square);
    if (move === undefined) this.go(this.linked([square]), `On to ${this.name(square)}.`);
    else this.add(move);
  }

  add(move) {
    super.add(move, this.linked([...this.line, this.target(move)]));
  }

  /** The last square of the line from which tours continue. */
  get advice() {
    const left = this.line.map((_, i) => Number(this.answers.after(this.links(this.line.slice(0, i + 1))).left ?? 0));
    const last = left.findLastIndex(Boolean);
    return last < 0 ? TEXTS.noBeginning : TEXTS.goBack(this.name(this.line[last]), left[last]);
  }

  get wayOut() {
    return this.advice;
  }

  called(move) {
    return move === this.ending ? `the end, ${this.name(this.target(move))}` : this.name(this.target(move));
  }

  /** The square to which a move leads from the end of the line; the last one if it ends there. */
  target(move) {
    return this.atoms.squares(move).find((square) => square !== this.line.at(-1)) ?? this.line.at(-1);
  }

  hint() {
    if (this.line.length || !this.atoms.tour.closed) super.hint();
    else this.act(0); // all of them visit it
  }
}

/** A square is chosen, then another: the move between them is made or taken back. */
export class MovesGame extends Game {
  constructor(app) {
    super(app, "e");
  }

  get most() {
    return this.doc.model.most ?? Infinity;
  }

  /** The link has moves as two squares, and the square that is chosen, if any, as one. */
  read(text) {
    const made = new Set(this.given);
    this.from = null;
    for (const word of text.split(".")) {
      const [a, b, ...more] = word.split("-").map((name) => this.layout.words.get(name));
      if (a === undefined || more.length) continue;
      if (!word.includes("-")) this.from = a;
      else if (b !== undefined && this.atoms.of(a, b) !== undefined) made.add(this.atoms.of(a, b));
    }
    this.placed = [...made];
  }

  /** @param {number[]} made @param {number | null} from */
  written(made, from = null) {
    const words = made
      .filter((move) => !this.given.includes(move))
      .map((move) => this.atoms.pairs[move].map((square) => this.layout.word(square)).join("-"));
    return [...words, ...(from === null ? [] : [this.layout.word(from)])].join(".");
  }

  get opening() {
    return this.puzzling && this.paper ? TEXTS.startPaper : super.opening;
  }

  /** Whether it is drawn as puzzles on paper are: lines without dots, and no piece. */
  get paper() {
    return Boolean(this.doc.model.paper);
  }

  get lines() {
    const drawn = (some) => some.map((move) => this.atoms.pairs[move]);
    const [made, faint] = [drawn(this.placed), drawn(this.example ?? [])];
    const crossed = drawn(this.isSolution ? [] : [...this.crossed].filter((move) => !this.placed.includes(move)));
    if (this.paper) return { made, faint, crossed };
    // The chosen square has the piece, and those where its moves can be taken back have a cross.
    const plain = (square) => square !== this.from && !this.placed.includes(this.moveTo(square));
    return { made, faint, crossed, ends: made.flat().filter(plain), faintEnds: faint.flat() };
  }

  get asked() {
    return { through: this.removable.map((move) => this.atoms.name(move)) };
  }

  get options() {
    return this.atoms.pairs.map((_, move) => move).filter((move) => !this.placed.includes(move));
  }

  /** The move from the chosen square to another; undefined if there is none. */
  moveTo(square) {
    const move = this.from === null ? undefined : this.atoms.of(this.from, square);
    return this.doc.model.walls?.includes(move) ? undefined : move;
  }

  /** Whether squares that are left out are shaded now: when the puzzle is solved. */
  get shades() {
    return this.doc.model.shades && this.isSolution;
  }

  /** How many moves of the position a square has. */
  degree(square) {
    return this.placed.filter((move) => this.atoms.pairs[move].includes(square)).length;
  }

  content(square) {
    const shown = this.contentOf(square);
    if (!this.paper) return shown;
    const note = this.notes.get(square);
    const classes = shown.classes.filter((name) => name !== "visited");
    if (note !== undefined) return { ...shown, mark: note, classes: [...classes, "note"] };
    return { ...shown, classes, mark: undefined };
  }

  contentOf(square) {
    const move = this.moveTo(square);
    const full = this.degree(square) >= this.most;
    const mark = this.doc.model.ends?.[square];
    const shaded = this.shades && !this.degree(square) ? ["shaded"] : [];
    const label = `${mark ? `end ${mark}, ` : ""}${TEXTS.movesAt(this.degree(square))}`;
    if (square === this.from) {
      return this.paper ? { classes: ["chosen"], label } : { piece: this.layout.kinds[0], classes: ["visited"], label };
    }
    if (move === undefined) return { classes: [...shaded, ...(full || mark ? ["visited"] : [])], label, mark };
    if (this.placed.includes(move)) {
      const made = this.given.includes(move) ? TEXTS.fixed : `${this.called(move)} is made; a click takes it back`;
      return { classes: ["visited", "reached"], mark: "×", label: made };
    }
    const shown = this.offered(move, true);
    return { ...shown, classes: [...shown.classes, "reached"] };
  }

  /** A line that is drawn from one square to another, without a click on the first. */
  drag(from, square) {
    if (this.from !== from) this.go(this.written(this.placed, from), TEXTS.squareChosen(this.name(from)));
    const move = this.moveTo(square);
    if (move !== undefined && !this.placed.includes(move)) this.add(move, this.written([...this.placed, move], square));
  }

  act(square) {
    const move = this.moveTo(square);
    if (square === this.from) return this.go(this.written(this.placed), `${this.name(square)} is no longer chosen.`);
    if (move === undefined) return this.go(this.written(this.placed, square), TEXTS.squareChosen(this.name(square)));
    if (this.placed.includes(move)) this.remove(move);
    else this.add(move, this.onward(move, square));
  }

  remove(move) {
    const fewer = this.placed.filter((other) => other !== move);
    super.remove(move, this.written(fewer, this.from));
  }

  /** A position with one more move, which continues from a square of its, if that may have more. */
  onward(move, square) {
    return this.written([...this.placed, move], this.degree(square) + 1 < this.most ? square : null);
  }

  add(move, text = this.onward(move, this.atoms.pairs[move][1])) {
    super.add(move, text);
  }
}
