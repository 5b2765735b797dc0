// What is drawn in the editor: read from the link, changed, undone, and said as a command and as a line of Python.
//
// The link holds the drawing: `pieces`, words like Q=8, and `squares`, words like x@a1 (a hole), #@b2 (a
// wall), -@c3 (stays empty), Q@d4 (a piece). Words that are not of this form are left out.

import { quoted } from "./game.js";
import { Layout } from "./layout.js";

/** What makes no piece: hole, wall, stays empty; "" takes away. */
export const MARKS = ["x", "#", "-", ""];

/** Betza notation, as Piece.parse reads it, behind a colour or another label. */
const TERM = "[fblrvsh]*([WFDNAHCZGRBQK]|\\([0-9]{1,2},[0-9]{1,2}\\))[0-9]{0,2}";
export const PIECE = new RegExp(`^([a-z][a-z0-9_]{0,20}:)?(blocker|(${TERM}){1,9})$`);

const WHOLE = "(0|[1-9][0-9]{0,5})";
export const NUMBER = new RegExp(`^(any|${WHOLE}|${WHOLE}\\.\\.${WHOLE}?|\\.\\.${WHOLE})$`);

/** What is drawn, as the link has it, and how it changes. */
export class Drawing {
  /** @param {object} editor the document's section. */
  constructor({ board, wrap, pieces, squares, notations, figures }, app) {
    this.app = app;
    this.layout = new Layout(board);
    this.wrap = wrap;
    this.notations = notations; // from common names
    this.figures = figures; // of those that have one: the ids of its symbols, black and white
    this.start = { pieces, squares };
    this.read();
  }

  read() {
    const { pieces, squares } = { ...this.start, ...this.app.state };
    const words = pieces.split(" ").map((word) => word.split("="));
    const valid = words.filter(([name, number]) => PIECE.test(name) && NUMBER.test(number));
    this.kinds = new Map(valid); // from names to numbers
    this.contents = new Map(); // from names of squares to what is there
    for (const word of squares.split(" ")) {
      const [what, name] = word.split("@");
      if (this.layout.words.has(name) && what && (MARKS.includes(what) || this.kinds.has(what)))
        this.contents.set(name, what);
    }
  }

  write() {
    const pieces = [...this.contents].filter(([, what]) => MARKS.includes(what) || this.kinds.has(what));
    this.app.go({
      pieces: [...this.kinds].map((pair) => pair.join("=")).join(" "),
      squares: pieces.map(([name, what]) => `${what}@${name}`).join(" "),
    });
  }

  /** Put something on a square; what is there already is taken away. */
  put(name, what) {
    if (!what || this.contents.get(name) === what) this.contents.delete(name);
    else this.contents.set(name, what);
    this.write();
  }

  clear() {
    this.contents.clear();
    this.write();
  }

  /** The notation that a name stands for, in any spelling; another text stays. */
  notation(text) {
    const [, label, piece] = /^([^:]*:)?(.*)$/.exec(text.trim());
    return (label ?? "") + (this.notations[piece.toLowerCase().replaceAll(/[-_ ]/g, "")] ?? piece.replaceAll(" ", ""));
  }

  /** A kind as drawings know it; two that would look alike are told apart by numbers. */
  kind(name) {
    const label = name.includes(":") ? name.split(":")[0] : "";
    const piece = name.slice(label && label.length + 1);
    const looks = ["", "white", "black"].includes(label) && this.figures[piece];
    if (looks) return { look: looks[Number(label === "white")] };
    const letter = (one) => /[A-Z]/.exec(one)?.[0] ?? "X";
    const names = [...this.kinds.keys()];
    const alone = names.filter((one) => letter(one) === letter(name)).length === 1;
    return { label, symbol: alone ? letter(name) : String(names.indexOf(name) + 1) };
  }

  get presets() {
    return [...this.contents].filter(([, what]) => !"x#".includes(what)).map(([name, what]) => `${what}@${name}`);
  }

  /** The rows of the board's map; null if it has neither hole nor wall. */
  get map() {
    const cell = (name) => ("x#".includes(this.contents.get(name) ?? "-") ? this.contents.get(name) : ".");
    const { columns, names, cells } = this.layout;
    const rows = cells.map((_, row) =>
      names
        .slice(row * columns, (row + 1) * columns)
        .map(cell)
        .join(""),
    );
    return rows.some((row) => /[x#]/.test(row)) ? rows : null;
  }

  get size() {
    return `${this.layout.rows}x${this.layout.columns}`;
  }

  get command() {
    const wrap = this.wrap && `${this.wrap}:`;
    const written = this.map && `printf '%s\\n' ${this.map.map((row) => `'${row}'`).join(" ")} > board.txt && `;
    const pieces = [...this.kinds].map((pair) => `--piece ${quoted(pair.join("="))}`);
    const presets = this.presets.map((word) => `--preset ${quoted(word)}`);
    const board = `--board ${wrap}${written ? "file:board.txt" : this.size}`;
    return (written ?? "") + ["nqsat count", board, ...pieces, ...presets].join(" ");
  }

  get python() {
    const text = JSON.stringify;
    const { wrap } = this;
    const drawn = this.map && `nqsat.Board.from_map(${text(this.map.join("\n"))}${wrap && `, ${text(wrap)}`})`;
    const board = drawn ?? text(wrap ? `${wrap}:${this.size}` : this.size);
    const number = (word) => (/^\d+$/.test(word) ? word : text(word));
    const pieces = [...this.kinds].map(([name, word]) => `${text(name)}: ${number(word)}`).join(", ");
    const presets = this.presets.length ? `, presets=[${this.presets.map((word) => text(word)).join(", ")}]` : "";
    return `nqsat.count(nqsat.Placement(${board}, {${pieces}}${presets})).value`;
  }
}
