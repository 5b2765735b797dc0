// What is played on the board: men placed, or a tour drawn, and what is said of every square. No elements.
// Sets of moves are played in factors.js.

import { placementAnswers } from "./answers.js";
import { always, attacksIn, broken, needs, Position, reasons, starved } from "./rules.js";
import { TEXTS } from "./texts.js";
import { steps, tourAnswers, unreachable } from "./tours.js";

/** A word as a shell reads it. */
export const quoted = (word) => (/^[\w@:,.=~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);

/** What an argument of `refined` is called on the command line. */
const OPTIONS = { presets: "--preset", through: "--through", start: "--from", numbers: "--number" };

/** What all games have in common: a sequence of texts in the link, undone and done again. */
export class Game {
  constructor(app, key, answers) {
    this.app = app;
    this.key = key;
    this.answers = answers;
    this.geometry = app.geometry;
    this.doc = app.doc;
    this.past = [];
    this.future = [];
    const { way, total, complete } = app.doc.answers;
    this.detail = this.begun ? "" : this.opening;
    if (way === "none") this.detail = complete ? TEXTS.limited : TEXTS.stopped;
    if (complete && total === "0") this.detail = TEXTS.startInVain;
    this.hinted = null; // what a second press of Hint does
    this.whole = app.doc.answers.way === "listed";
    /** @type {{ left: any, of: (x: number) => any }} what remains: exact, null where it is not known */
    this.now = { left: null, of: () => null };
    /** @type {(text: string) => void} */
    this.onlook = () => {};
    /** @type {(square: number) => void} */
    this.onfind = () => {};
    /** @type {any[]} attacks that are against the rules: [man, man] */
    this.clashes = [];
  }

  /** What to do first. @returns {string} */
  get opening() {
    throw new TypeError("of one kind of model");
  }

  /** What is on the board: numbers of men, squares of a tour, or numbers of moves. @returns {number[]} */
  get placed() {
    throw new TypeError("of one kind of model");
  }

  /**
   * The moves that are drawn, pairs of squares: those made, and those of the example; and squares that get a dot.
   *
   * @returns {{ made: number[][], faint: number[][], ends?: number[], faintEnds?: number[] }}
   */
  get lines() {
    return { made: [], faint: [] };
  }

  /** What a solution consists of. */
  get atom() {
    return "piece";
  }

  /** A man or a move in words. @param {number} _atom @returns {string} */
  called(_atom) {
    throw new TypeError("of one kind of model");
  }

  /** The squares on which something of these is decided. @param {number[]} _atoms @returns {number[]} */
  squaresOf(_atoms) {
    return [];
  }

  /** Men or moves as `picture` takes them. @param {number[]} men @returns {object} */
  pictured(men) {
    return { men };
  }

  /** The kind of the man that the example has on a square. @param {number} _square @returns {any} */
  exampleOn(_square) {
    return null;
  }

  /** What the position adds to the model: arguments of `refined`. @returns {Record<string, string | string[]>} */
  get asked() {
    throw new TypeError("of one kind of model");
  }

  /** The position as the link has it. @param {number[]} _position @returns {string} */
  written(_position) {
    throw new TypeError("of one kind of model");
  }

  /** What is said of a square. @param {number} _square @returns {string} */
  about(_square) {
    throw new TypeError("of one kind of model");
  }

  /** A click. @param {number} _square */
  act(_square) {}

  /** What can be placed next, each with how many solutions have it. @returns {[number, any][]} */
  candidates() {
    return [];
  }

  /** Do what a hint named. @param {number} hinted */
  accept(hinted) {
    this.act(hinted);
  }

  /** Name a hint. @param {number} _candidate @param {any} _count */
  suggest(_candidate, _count) {}

  /** Why more than one solution remains. @returns {string} */
  several() {
    return TEXTS.several(this.left);
  }

  /** Whether something has been put on the board, now or by the link. */
  get begun() {
    return Boolean(this.app.state[this.key]) || this.past.length > 0 || this.future.length > 0;
  }

  /** Whether this is a puzzle of regions with one solution: to show it, or numbers, would give it away. */
  get puzzling() {
    return this.geometry.region.size > 0 && this.doc.answers.complete && String(this.doc.answers.total) === "1";
  }

  /** A solution to be drawn faintly before anything is placed; null afterwards, or if none travelled. */
  get example() {
    return this.begun || this.puzzling ? null : (this.answers.list[0] ?? null);
  }

  /** The command that counts what goes on from here; null if the page was not told how to ask. */
  get command() {
    const { command } = this.doc;
    const words = Object.entries(this.asked).flatMap(([name, given]) =>
      [given].flat().map((word) => `${OPTIONS[name]} ${quoted(word)}`),
    );
    if (!words.length || !command) return command;
    return [this.base(command), this.doc.settled ?? [], words].flat().join(" ");
  }

  base(command) {
    return command;
  }

  /** The same in Python. */
  get python() {
    const { python } = this.doc;
    const text = (given) =>
      Array.isArray(given) ? `[${given.map((word) => JSON.stringify(word)).join(", ")}]` : JSON.stringify(given);
    const words = Object.entries(this.asked).filter(([, given]) => given.length);
    const more = words.length ? `.refined(${words.map(([name, given]) => `${name}=${text(given)}`).join(", ")})` : "";
    return python && `nqsat.count(${python}${more}).value`;
  }

  get canUndo() {
    return this.past.length > 0;
  }

  get canRedo() {
    return this.future.length > 0;
  }

  name(square) {
    return this.geometry.squares[square].name;
  }

  go(text, said) {
    this.past.push(this.app.state[this.key] ?? "");
    this.future = [];
    this.set(text, said);
  }

  set(text, said) {
    this.hinted = null;
    this.detail = said;
    this.app.put({ [this.key]: text || null });
    this.app.say(`${said} ${this.status()}`);
  }

  undo() {
    if (!this.canUndo) return;
    this.future.push(this.app.state[this.key] ?? "");
    this.set(this.past.pop(), TEXTS.undone);
  }

  redo() {
    if (!this.canRedo) return;
    this.past.push(this.app.state[this.key] ?? "");
    this.set(this.future.pop(), TEXTS.redone);
  }

  /** Put a solution on the board. */
  put(solution, said) {
    this.go(this.written([...solution]), said);
  }

  clear() {
    if (this.app.state[this.key]) this.go("", TEXTS.cleared);
  }

  tell(text) {
    this.detail = text;
    this.onlook(text);
    this.app.say(text);
  }

  /** Words about a square under the pointer or the keys. */
  look(square) {
    this.onlook(square === null ? this.detail : TEXTS.squareAt(this.name(square), this.about(square)));
  }

  /** Name the square in most solutions; a second press goes there. */
  hint() {
    if (this.hinted !== null) return this.accept(this.hinted);
    const found = this.candidates();
    if (!found.length) return this.tell(this.left === null ? TEXTS.uncounted : TEXTS.noHint);
    this.suggest(...found.reduce((best, one) => (one[1] > best[1] ? one : best)));
  }

  unique() {
    if (this.left === null) return this.tell(TEXTS.uncounted);
    if (!Number(this.left)) return this.tell(TEXTS.isNone);
    this.tell(Number(this.left) === 1 ? TEXTS.isUnique : this.several());
  }

  /** What the board says above all else. */
  status() {
    return this.remain();
  }

  /** How many solutions go on from here. */
  remain() {
    const { left } = this.now;
    if (left === null) return TEXTS.uncountedHere;
    return TEXTS.remain(left, this.doc.answers.total, this.doc.model.unit);
  }

  /** The status of a position that is a solution itself, perhaps among others that go on from it. */
  solved() {
    if (!this.whole || Number(this.left) > 1) return `${this.remain()} ${TEXTS.oneOfThem(this.placed.length)}`;
    return TEXTS.complete(this.answers.matching(this.placed)[0] + 1, this.doc.answers.total);
  }

  /** A square with a number, alive the more, the more remain. */
  numbered(x) {
    if (x === null) return { classes: [], label: TEXTS.unknown };
    if (!Number(x)) return { classes: ["dead"], mark: "0" };
    const share = Number((BigInt(x) * 1000n) / BigInt(this.left)) / 1000;
    return { classes: ["alive"], number: x, share };
  }

  get left() {
    return this.now.left;
  }
}

export class PlacementGame extends Game {
  /** @type {ReturnType<typeof needs> | undefined} */
  needs;

  constructor(app) {
    super(app, "m", placementAnswers(app.doc, app.geometry));
    this.kinds = app.doc.model.kinds;
    this.keys = TEXTS.keys(this.kinds.length);
    this.given = app.doc.model.presets
      .filter(([, kind]) => kind >= 0)
      .map(([square, kind]) => square * this.kinds.length + kind);
    this.update();
  }

  /** Men as the link has them: the number of the kind and the square, each. */
  parse(text) {
    const men = new Map(this.given.map((man) => [Math.floor(man / this.kinds.length), man]));
    for (const word of text.split(".")) {
      const [, kind, name] = /^(\d+)([a-z]+\d+)$/.exec(word) ?? [];
      const square = this.geometry.words.get(name);
      if (square !== undefined && Number(kind) < this.kinds.length && !men.has(square)) {
        men.set(square, square * this.kinds.length + Number(kind));
      }
    }
    return [...men.values()];
  }

  written(men) {
    return men
      .filter((man) => !this.given.includes(man))
      .map((man) => `${man % this.kinds.length}${this.geometry.word(Math.floor(man / this.kinds.length))}`)
      .join(".");
  }

  update() {
    this.men = this.parse(this.app.state.m ?? "");
    this.kind = Math.min(Number(this.app.state.k ?? 0) || 0, this.kinds.length - 1);
    this.position = new Position(this.geometry, this.men);
    this.now = this.answers.after(this.men);
    this.whys = new Map(); // reasons that were asked for
    this.clashes = attacksIn(this.doc.model, this.position);
    const blocking = this.doc.model.rules.some((rule) => rule.blocking);
    this.attacked = new Set();
    for (const man of this.position.men) {
      const occupied = blocking ? this.position.occupied : null;
      this.geometry.attacks(man.kind, man.square, occupied).forEach((square) => this.attacked.add(square));
    }
  }

  get opening() {
    return (this.puzzling ? TEXTS.startPuzzle : TEXTS.start)(this.app.doc.model.kinds[0]?.words ?? "");
  }

  get placed() {
    return this.men;
  }

  exampleOn(square) {
    const { kinds } = this;
    const man = this.example?.find((one) => Math.floor(one / kinds.length) === square);
    return man === undefined ? null : kinds[man % kinds.length];
  }

  called(man) {
    const { name } = this.kinds[man % this.kinds.length];
    return TEXTS.manOn(this.kinds.length > 1 ? name : "", this.name(Math.floor(man / this.kinds.length)));
  }

  squaresOf(men) {
    return men.map((man) => Math.floor(man / this.kinds.length));
  }

  man(square) {
    return square * this.kinds.length + this.kind;
  }

  content(square) {
    const attacked = this.attacked.has(square) ? ["attacked"] : [];
    const here = this.position.occupied.get(square);
    if (here) {
      const given = this.given.includes(square * this.kinds.length + here.kind);
      const label = given ? TEXTS.given(here.name) : TEXTS.stands(here.name);
      return { man: this.kinds[here.kind], classes: [...attacked, "occupied", given ? "given" : "placed"], label };
    }
    const x = this.now.of(this.man(square));
    const shown = this.numbered(x);
    const label = shown.label ?? (shown.mark ? `${TEXTS.dead}${this.direct(square)}` : this.remaining(x));
    return { ...shown, classes: [...shown.classes, ...attacked], label };
  }

  /** The men of the position that are not given. */
  get asked() {
    const men = this.men.filter((man) => !this.given.includes(man)).map((man) => this.position.man(man));
    return { presets: men.map(({ name, square }) => `${name}@${this.name(square)}`) };
  }

  /** Which men would have to go, in words: any one of some, or as few as are found, none of which could stay alone. */
  get wayOut() {
    const placed = this.men.filter((man) => !this.given.includes(man));
    const left = (men) => Number(this.answers.after(men).left ?? 0);
    const without = (gone) => this.men.filter((man) => !gone.includes(man));
    const words = (men) => men.map((man) => this.position.short(this.position.man(man)));
    const single = placed.filter((man) => left(without([man])));
    if (single.length > 1) return TEXTS.oneMustGo(words(single));
    // With all solutions here: what the one with the most of these men has; then men that can stay are added.
    const having = (one) => placed.filter((man) => one.includes(man));
    const shared = this.whole ? this.answers.list.map(having) : [];
    let kept = shared.reduce((best, one) => (one.length > best.length ? one : best), []).concat(this.given);
    for (const man of placed) if (!kept.includes(man) && left([...kept, man])) kept = [...kept, man];
    return left(kept) ? TEXTS.mustGo(words(this.men.filter((man) => !kept.includes(man))), left(kept)) : "";
  }

  remaining(x) {
    return TEXTS.remainIf(x, this.left, this.kinds[this.kind].name);
  }

  direct(square) {
    const found = reasons(this.doc.model, this.position, this.man(square));
    return found.length ? `, ${found.join("; ")}` : "";
  }

  about(square) {
    const here = this.position.occupied.get(square);
    if (here) return TEXTS.stands(here.name);
    const x = this.now.of(this.man(square));
    if (x === null) return TEXTS.unknown;
    return Number(x) ? this.remaining(x) : `${TEXTS.dead}: ${this.why(square)}`;
  }

  /** Why a square is dead: what is seen at once, else men that no solution has together with one here, each needed. */
  why(square) {
    const man = this.man(square);
    if (!this.whys.has(man)) this.whys.set(man, this.reason(man));
    return this.whys.get(man);
  }

  reason(man) {
    const seen = reasons(this.doc.model, this.position, man);
    if (seen.length) return seen.join("; ");
    let needed = [...this.men];
    for (const other of this.men) {
      const fewer = needed.filter((one) => one !== other);
      if (!Number(this.answers.after([...fewer, man]).left)) needed = fewer;
    }
    if (!needed.length) return TEXTS.never;
    this.needs ??= needs(
      this.doc.model,
      this.geometry,
      this.whole ? always(this.geometry, this.kinds.length, this.answers.list) : [],
    );
    const [line] = starved(this.doc.model, this.position.with(this.position.man(man)), this.needs);
    const together = TEXTS.together(needed.map((one) => this.position.text(this.position.man(one))).join(", "));
    return line ? `${together}: ${TEXTS.noneLeft(line)}` : together;
  }

  act(square) {
    const here = this.position.occupied.get(square);
    const man = here && square * this.kinds.length + here.kind;
    if (here && this.given.includes(man)) return this.tell(TEXTS.fixed);
    if (here) {
      return this.go(this.written(this.men.filter((one) => one !== man)), TEXTS.removed(this.position.text(here)));
    }
    const more = this.man(square);
    const added = this.position.man(more);
    const inVain = this.left !== null && Number(this.left) && this.now.of(more) !== null && !Number(this.now.of(more));
    const refused = inVain || reasons(this.doc.model, this.position, more).length;
    const said = refused
      ? TEXTS.placedInVain(this.position.short(added), this.why(square))
      : TEXTS.placed(this.position.text(added));
    this.go(this.written([...this.men, more]), said);
  }

  /** All men that could be placed, each with the number of remaining solutions that have him. */
  candidates() {
    const free = this.geometry.squares
      .map((_, square) => square)
      .filter((square) => !this.position.occupied.has(square));
    const men = free.flatMap((square) => this.kinds.map((_, kind) => square * this.kinds.length + kind));
    return men.map((man) => [man, this.now.of(man)]).filter(([, x]) => x !== null && Number(x));
  }

  suggest(man, x) {
    const text = this.position.text(this.position.man(man));
    if (man % this.kinds.length !== this.kind) this.app.put({ k: String(man % this.kinds.length) });
    this.hinted = Math.floor(man / this.kinds.length);
    this.onfind(this.hinted);
    this.tell(x == this.left ? TEXTS.forced(text, x) : TEXTS.best(text, x, this.left));
  }

  several() {
    const [man] = this.candidates().find(([, x]) => x != this.left);
    return TEXTS.isNot(this.left, this.name(Math.floor(man / this.kinds.length)));
  }

  status() {
    if (this.left !== null && !Number(this.left)) {
      return this.men.length ? `${TEXTS.nothingRemains} ${this.wayOut}`.trim() : TEXTS.noSolution;
    }
    return this.left === null || broken(this.doc.model, this.position).length ? this.remain() : this.solved();
  }
}

export class TourGame extends Game {
  /** @type {Set<number>[] | undefined} */
  nears;

  constructor(app) {
    super(app, "t", tourAnswers(app.doc, app.geometry));
    this.keys = TEXTS.keysTour;
    this.closed = app.doc.model.tour.closed;
    this.update();
  }

  update() {
    const words = (this.app.state.t ?? "").split(".").map((name) => this.geometry.words.get(name));
    this.line = [];
    for (const square of words) {
      const last = this.line.at(-1);
      if (square === undefined || this.line.includes(square)) break;
      if (last !== undefined && !this.geometry.attacks(0, last).has(square)) break;
      this.line.push(square);
    }
    this.now = this.answers.after(this.line);
    this.lost = unreachable(this.geometry, this.line);
    this.moves = this.line.length ? this.geometry.attacks(0, this.line.at(-1)) : null;
  }

  get opening() {
    return TEXTS.startTour;
  }

  get placed() {
    return this.line;
  }

  get lines() {
    const drawn = (line) => steps(this.geometry, line, this.closed);
    return { made: drawn(this.line), faint: drawn(this.example ?? []) };
  }

  /** The line: as moves of a closed tour without direction, else as numbers of squares. */
  get asked() {
    const { directed, start } = this.doc.model.tour;
    const names = this.line.map((square) => this.name(square));
    if (this.closed && !directed) return { through: names.slice(1).map((name, i) => `${names[i]}-${name}`) };
    const numbers = names.slice(1).map((name, i) => `${name}=${i + 2}`);
    return { ...(names.length && start === null ? { start: names[0] } : {}), numbers };
  }

  /** A tour whose first square is given has a direction. */
  base(command) {
    return this.closed ? command : command.replace(" --unit undirected", "");
  }

  written(line) {
    return line.map((one) => this.geometry.word(one)).join(".");
  }

  content(square) {
    const place = this.line.indexOf(square);
    if (place >= 0) {
      const man = place === this.line.length - 1 ? this.geometry.kinds[0] : null;
      const number = man ? null : place + 1;
      return { man, mark: number && String(number), classes: ["visited"], label: TEXTS.visited(place + 1) };
    }
    if (this.lost.has(square)) return { classes: ["dead", "lost"], mark: "×", label: TEXTS.lost };
    if (this.moves && !this.moves.has(square)) return { classes: [], label: TEXTS.free };
    const x = this.now.of(square);
    const shown = this.numbered(x);
    return { ...shown, classes: [...shown.classes, "reached"], label: shown.label ?? this.about(square) };
  }

  about(square) {
    const place = this.line.indexOf(square);
    if (place >= 0) return TEXTS.visited(place + 1);
    if (this.lost.has(square)) return TEXTS.lost;
    if (this.moves && !this.moves.has(square)) return TEXTS.noMove(this.name(this.line.at(-1)));
    const x = this.now.of(square);
    if (x === null) return TEXTS.unknown;
    return Number(x) ? TEXTS.goesOn(x, this.left) : `${TEXTS.goesNowhere}${this.stuck(square)}`;
  }

  /** A square that has too few ways left to be visited if the tour goes on here, in words. */
  stuck(square) {
    const { tour } = this.doc.model;
    const line = [...this.line, square];
    const visited = new Set(line);
    for (const other of this.geometry.squares.keys()) {
      if (visited.has(other)) continue;
      // Squares from which it can be reached or to which it leads: free ones, the end of the line, the closing square.
      const ends = (x) => !visited.has(x) || x === square || (tour.closed && x === line[0]);
      const ways = [...this.near(other)].filter(ends).length;
      const spare = tour.closed ? 2 : 1;
      if (ways < spare) return `; ${TEXTS.exits(this.name(other), ways)}`;
    }
    return "";
  }

  /** The squares from or to which a square has a move. */
  near(square) {
    this.nears ??= this.geometry.squares.map((_, i) => new Set(this.geometry.attacks(0, i)));
    if (!this.mutual) {
      this.nears.forEach((targets, i) => [...targets].forEach((target) => this.nears[target].add(i)));
      this.mutual = true;
    }
    return this.nears[square];
  }

  act(square) {
    const place = this.line.indexOf(square);
    if (place >= 0) {
      const kept = place === this.line.length - 1 ? place : place + 1;
      return this.go(this.written(this.line.slice(0, kept)), TEXTS.back(this.name(square)));
    }
    if (this.moves && !this.moves.has(square)) return this.tell(this.about(square));
    this.go(this.written([...this.line, square]), TEXTS.moved(this.name(square)));
  }

  candidates() {
    const free = this.geometry.squares.map((_, square) => square).filter((square) => !this.line.includes(square));
    const open = free.filter((square) => !this.moves || this.moves.has(square));
    return open.map((square) => [square, this.now.of(square)]).filter(([, x]) => x !== null && Number(x));
  }

  suggest(square, x) {
    this.hinted = square;
    this.onfind(square);
    this.tell(TEXTS.bestMove(this.name(square), x, this.left));
  }

  status() {
    if (this.left !== null && !Number(this.left)) return TEXTS.noTour;
    return this.line.length === this.geometry.squares.length && this.whole ? this.solved() : this.remain();
  }
}
