// What is played on the board: atoms are added and taken back, and every one that could be added says how many
// solutions have it too. play.js defines what a click on a square does. No elements.

import { answersOf } from "./answers.js";
import { Requirements } from "./constraints.js";
import { counted, number, remains, together, TEXTS } from "./texts.js";

/** A word as a shell reads it. */
export const quoted = (word) => (/^[\w@:,.=~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);

/** What an argument of `refined` is called on the command line. */
const OPTIONS = { presets: "--preset", through: "--through", start: "--from", end: "--to", numbers: "--number" };

/**
 * What all games have in common: atoms in the link, undo and redo. Each of them has besides:
 *
 *     read(text)             sets `placed` by the link
 *     written(placed)        a position as the link has it
 *     asked                  what the position adds to the model: arguments of `refined`
 *     options                the atoms that may be added next
 *     act(square)            what a click does
 *     content(square, full)  {piece, faint, mark, number, share, classes, label}: what stands on a square, or can;
 *                            `full` if the label may give reasons that take time to find
 *     lines                  what is drawn: moves, pairs of squares {made, faint}, and dots {ends, faintEnds}
 */
export class Game {
  /** @param {any} app @param {"m" | "t" | "e"} key of the link, and of its words in TEXTS */
  constructor(app, key) {
    this.app = app;
    this.key = key;
    this.doc = app.doc;
    this.layout = app.layout;
    this.atoms = app.atoms;
    const { model, answers } = app.doc;
    this.answers = answersOf(app.doc, this.atoms.size);
    this.requirements = model.constraints ? new Requirements(model.constraints, this.atoms.size) : null;
    this.given = model.given;
    this.words = TEXTS.games[key];
    this.keys = this.words.keys(model.kinds.length);
    this.whole = answers.way === "listed";
    /** @type {number[]} the atoms on the board */
    this.placed = [];
    this.hinted = null; // what a second press of Hint does
    /** @type {Set<number>} atoms that hints have ruled out in a puzzle */
    this.crossed = new Set();
    /** @type {Map<number, string>} numbers of squares that hints have said */
    this.notes = new Map();
    /** @type {(text: string) => void} */
    this.onlook = () => {};
    /** @type {(square: number) => void} */
    this.onfind = () => {};
    /** @type {number[][]} attacks that are against the rules: [piece, piece] */
    this.clashes = [];
    this.detail = this.begun ? "" : this.opening;
    if (answers.way === "none") this.detail = answers.complete ? TEXTS.tooMany : TEXTS.stopped;
    if (answers.complete && answers.total === "0") this.detail = TEXTS.tryIt;
    this.update();
  }

  /** This game, with what its kind adds: see above. @returns {any} */
  get own() {
    return this;
  }

  /** What to do first. */
  get opening() {
    return this.puzzling ? TEXTS.startPuzzle : String(this.words.start);
  }

  /** The atoms that may be taken back one by one. */
  get removable() {
    return this.placed.filter((atom) => !this.given.includes(atom));
  }

  // -- the position ------------------------------------------------------------------------

  update() {
    this.own.read(this.app.state[this.key] ?? "");
    this.now = this.secret ? { left: null, of: () => null } : this.answers.after(this.placed);
    this.known = this.requirements?.after(this.placed); // what follows from the position
  }

  /** How many solutions continue from here: exact; null where it is not known. */
  get left() {
    return this.now.left;
  }

  get isDead() {
    return this.left !== null && !Number(this.left);
  }

  /** Whether something has been put on the board, now or by the link. */
  get begun() {
    const { state, past, future } = this.app;
    return Boolean(state[this.key]) || past.length + future.length > 0;
  }

  /** Whether this is a puzzle: to show its one solution, or numbers, would give it away. */
  get puzzling() {
    return Boolean(this.doc.puzzle);
  }

  /** Whether what only the solution tells is kept back: until numbers are asked for. */
  get secret() {
    return this.puzzling && this.app.state.n !== "1";
  }

  /** A solution to be drawn faintly before anything is placed; null afterwards, or if none travelled. */
  get example() {
    return this.begun || this.puzzling ? null : (this.answers.list[0] ?? null);
  }

  name(square) {
    return this.layout.squares[square].name;
  }

  // -- why something is dead ---------------------------------------------------------------

  /** What is seen at once against one more atom, in words: one text for each rule. */
  seen(atom) {
    const reasons = this.requirements?.reasons(this.known, atom) ?? [];
    return reasons.map((reason) => this.atoms.explained(atom, reason));
  }

  /** Why no solution has one more atom: what is seen at once, else atoms that exclude it, each of them needed. */
  why(atom) {
    return this.seen(atom).join("; ") || this.excluded(atom);
  }

  excluded(atom) {
    let needed = [...this.placed];
    for (const other of this.placed) {
      const fewer = needed.filter((one) => one !== other);
      if (!Number(this.answers.after([...fewer, atom]).left)) needed = fewer;
    }
    if (!needed.length) return this.words.never;
    const said = TEXTS.together(needed.map((one) => this.atoms.text(one)).join(", "));
    const empty = this.requirements?.starved([...needed, atom]);
    return empty ? `${said}: ${this.words.noneLeft(this.atoms.place(empty))}` : said;
  }

  /** An atom that may be added, as a square shows it. */
  offered(atom, full) {
    const x = this.now.of(atom);
    if (this.secret) return this.withheld(atom);
    if (x === null) return { classes: [], label: TEXTS.unknown };
    if (Number(x)) return this.alive(x, this.words.remain(x, this.left, this.atoms.here(atom)));
    const why = full ? this.why(atom) : this.seen(atom).join("; ");
    return { classes: ["dead"], mark: "0", label: why ? `${this.words.dead}: ${why}` : this.words.dead };
  }

  /** The same in a puzzle: what hints have ruled out, and what is seen at once. */
  withheld(atom) {
    if (this.crossed.has(atom)) return { classes: ["crossed"], mark: "×", label: TEXTS.ruledOut };
    const why = this.seen(atom).join("; ");
    return why ? { classes: [], label: `${this.words.dead}: ${why}` } : { classes: [], label: TEXTS.free };
  }

  /** A square with a number of solutions, alive the more, the more remain. */
  alive(number, label) {
    return { classes: ["alive"], number, share: Number((BigInt(number) * 1000n) / BigInt(this.left)) / 1000, label };
  }

  // -- what is done ------------------------------------------------------------------------

  go(text, said) {
    this.app.go({ [this.key]: text || null });
    this.done(said);
  }

  /** Say what was done, and where that leads. */
  done(said) {
    this.hinted = null;
    this.detail = said;
    this.onlook(said);
    this.app.say(`${said} ${this.status()}`);
  }

  /** What an atom is called where it is added or taken back. @param {number} atom */
  called(atom) {
    return this.atoms.text(atom);
  }

  add(atom, text = this.own.written([...this.placed, atom])) {
    const x = this.now.of(atom);
    const inVain = (x !== null && !Number(x) && !this.isDead) || this.seen(atom).length;
    this.go(text, this.words.added(this.called(atom)) + (inVain ? `, but ${this.why(atom)}.` : "."));
  }

  remove(atom, text = this.own.written(this.placed.filter((one) => one !== atom))) {
    if (this.given.includes(atom)) this.tell(TEXTS.fixed);
    else this.go(text, this.words.removed(this.called(atom)));
  }

  /** Put a solution on the board. */
  put(solution, said) {
    this.go(this.own.written([...solution]), said);
  }

  clear() {
    this.crossed.clear();
    this.notes.clear();
    if (this.app.state[this.key]) this.go("", "The board is back at the start.");
  }

  undo() {
    if (this.app.undo()) this.done("Undone.");
  }

  redo() {
    if (this.app.redo()) this.done("Done again.");
  }

  // -- messages ----------------------------------------------------------------------------

  tell(text) {
    this.detail = text;
    this.onlook(text);
    this.app.say(text);
  }

  /** Words about a square under the pointer or the keys. */
  look(square) {
    const said = () => TEXTS.squareAt(this.name(square), this.own.content(square, true).label);
    this.onlook(square === null ? this.detail : said());
  }

  /** What can be added, each with how many of the remaining solutions have it. */
  candidates() {
    return this.own.options.map((atom) => [atom, this.now.of(atom)]).filter(([, x]) => x !== null && Number(x));
  }

  /** Name what most solutions have; a second press adds it. */
  hint() {
    if (this.hinted !== null) return this.add(this.hinted);
    if (this.secret) return this.reason();
    const found = this.candidates();
    if (!found.length)
      return this.tell(this.left === null ? TEXTS.uncounted : this.isDead ? this.advice : "All is placed.");
    const [atom, x] = found.reduce((best, one) => (one[1] > best[1] ? one : best));
    this.hinted = atom;
    this.onfind(this.atoms.squares(atom).at(-1));
    this.tell(this.words.best(this.called(atom), x, this.left));
  }

  /** The next step to the solution of a puzzle, with its reason; what it rules out is crossed. */
  reason() {
    const [answer] = this.answers.list;
    const { options } = this.own;
    const missing = answer.filter((atom) => options.includes(atom));
    const wrong = this.placed.filter((atom) => !answer.includes(atom));
    if (wrong.length) return this.tell(TEXTS.wrong(this.called(wrong[0])));
    if (this.isSolution) return this.tell(TEXTS.solved);
    for (const atom of answer) this.crossed.delete(atom);
    const open = (atom) => options.includes(atom) && !this.crossed.has(atom);
    const asks = ([, there, out, notes = []]) =>
      there.some(open) ||
      out.some((atom) => open(atom) && !this.seen(atom).length) ||
      notes.some(([square]) => !this.notes.has(square));
    const [text, there, out, notes = []] = this.doc.steps.find(asks) ?? ["", missing, []];
    out.forEach((atom) => this.crossed.add(atom));
    notes.forEach(([square, number]) => this.notes.set(square, number));
    if (!there.some(open)) {
      this.app.tell();
      if (notes.length) this.onfind(notes[0][0]);
      return this.tell(text);
    }
    this.hinted = there.find(open);
    this.onfind(this.atoms.squares(this.hinted).at(-1));
    const alone = options.every((atom) => atom === this.hinted || this.seen(atom).length);
    const what = this.atoms.name(this.hinted);
    this.tell(TEXTS.again(text || (alone ? TEXTS.noOther(what) : TEXTS.right(what)), this.words.make));
  }

  /** Whether all that stands is right; it says how much is not, but not what. */
  check() {
    const [answer] = this.answers.list;
    const wrong = this.removable.filter((atom) => !answer.includes(atom)).length;
    if (wrong) return this.tell(TEXTS.areWrong(wrong));
    this.tell(this.isSolution ? TEXTS.solved : TEXTS.rightSoFar);
  }

  unique() {
    if (this.left === null) return this.tell(TEXTS.uncounted);
    if (this.isDead) return this.tell("No: none is left.");
    if (Number(this.left) === 1) return this.tell(TEXTS.onlyOne);
    const [atom] = this.candidates().find(([, x]) => x != this.left) ?? [null];
    this.tell(atom === null ? `No: ${number(this.left)} remain.` : TEXTS.isNot(this.left, this.atoms.name(atom)));
  }

  /** What the board says above all else. */
  status() {
    if (!this.isDead) return this.isSolution ? this.solved() : this.remain();
    const empty = !this.placed.length && !this.app.state[this.key];
    return empty ? TEXTS.hopeless : `${this.words.none} ${this.wayOut}`.trim();
  }

  get isSolution() {
    if (this.puzzling) {
      const [answer] = this.answers.list;
      return this.placed.length === answer.length && this.placed.every((atom) => answer.includes(atom));
    }
    if (this.left === null) return false;
    if (this.requirements) return !this.requirements.faults(this.placed).length;
    return this.answers.matching(this.placed).some((i) => this.answers.list[i].length === this.placed.length);
  }

  /** How many solutions remain, in words. */
  remain() {
    if (this.secret) return TEXTS.unsolved;
    if (this.left === null) return "Continue as you like.";
    return `${number(this.left)} of ${counted(this.doc.answers.total, this.doc.model.unit)} ${remains(this.left)}.`;
  }

  /** The status of a position that is a solution itself, perhaps among others that continue from it. */
  solved() {
    if (this.puzzling) return TEXTS.solved;
    if (!this.whole || Number(this.left) > 1) return `${this.remain()} ${TEXTS.oneOfThem(this.placed.length)}`;
    return TEXTS.complete(this.answers.matching(this.placed)[0] + 1, this.doc.answers.total);
  }

  /** What may go so that solutions remain, and how many: single atoms, else as few together as are found. */
  get waysOut() {
    const placed = this.removable;
    const left = (some) => Number(this.answers.after(some).left ?? 0);
    const out = (gone) => ({ gone, left: left(this.placed.filter((atom) => !gone.includes(atom))) });
    const single = placed.map((atom) => out([atom])).filter((one) => one.left);
    if (single.length) return single;
    // With all solutions here: what the one with the most of these atoms has; then atoms that can stay are added.
    const shared = this.whole ? this.answers.list.map((one) => placed.filter((atom) => one.includes(atom))) : [];
    let kept = shared.reduce((best, one) => (one.length > best.length ? one : best), []).concat(this.given);
    for (const atom of placed) if (!kept.includes(atom) && left([...kept, atom])) kept = [...kept, atom];
    return placed.length && left(kept) ? [out(placed.filter((atom) => !kept.includes(atom)))] : [];
  }

  /** The same in words. */
  get wayOut() {
    const [one, ...more] = this.waysOut;
    const names = ({ gone }) => gone.map((atom) => this.atoms.name(atom));
    if (more.length) return `Take back one of them: ${together([one, ...more].flatMap(names), "or")}.`;
    return one ? TEXTS.mustGo(names(one), one.left) : "";
  }

  /** What to take back: that without which the most solutions remain. */
  get advice() {
    const [best] = this.waysOut.sort((a, b) => b.left - a.left);
    return best ? TEXTS.takeBack(together(best.gone.map((atom) => this.called(atom))), best.left) : TEXTS.hopeless;
  }

  // -- how to ask for it ---------------------------------------------------------------------

  /** The command that counts the solutions from here; null if the page was not told how to ask. */
  get command() {
    const { command } = this.doc;
    const words = Object.entries(this.own.asked).flatMap(([name, given]) =>
      [given].flat().map((word) => `${OPTIONS[name]} ${quoted(word)}`),
    );
    if (!words.length || !command) return command;
    return [this.base(command), this.doc.settled ?? [], words].flat().join(" ");
  }

  base(command) {
    return command;
  }

  /** The same in Python; a model of the catalogue has a name. */
  get python() {
    const { python } = this.doc;
    const text = (given) =>
      Array.isArray(given) ? `[${given.map((word) => JSON.stringify(word)).join(", ")}]` : JSON.stringify(given);
    const words = Object.entries(this.own.asked).filter(([, given]) => given.length);
    const named = (_, name, values) => [`"${name.replaceAll("_", "-")}"`, values].filter(Boolean).join(", ");
    const asked = words.length
      ? `${python}.refined(${words.map(([name, given]) => `${name}=${text(given)}`).join(", ")})`
      : python?.replace(/^nqsat\.models\.(\w+)\((.*)\)$/, named);
    return python && `nqsat.count(${asked}${this.doc.shows ?? ""}).value`;
  }
}
