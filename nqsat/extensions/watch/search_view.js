// One search that is watched: its board, what happens and why, what became of each piece, and its tree.

import { button, h, s } from "../../reporting/page/dom.js";
import { cellNames, middle, picture } from "../../reporting/page/drawing.js";
import { number } from "../../reporting/page/texts.js";
import { SEARCH } from "./search_texts.js";
import { TreeView } from "./tree.js";

export class Stage {
  constructor(replay, words, app, go) {
    this.replay = replay;
    this.words = words;
    this.app = app;
    this.given = words.given(replay.engine);
    this.board = h("div.watched-board");
    this.said = h("p.said");
    this.fates = h("ul.fates", { tabindex: "0" });
    this.tree = replay.choices.length ? null : new TreeView(replay, words, go);
    const folding = this.tree && [
      h(
        "div.tools",
        button("Fold all", () => this.tree.foldAll(true)),
        button("Unfold all", () => this.tree.foldAll(false)),
      ),
      h("p.soft.keys", SEARCH.treeKeys),
    ];
    this.go = go;
    this.element = h(
      "div.stage",
      h("h3", SEARCH.engineName(replay.engine)),
      h("div.pair", h("div", this.board), h("div.told", this.said, this.fates)),
      this.tree && h("div", this.tree.element, folding, this.learned()),
    );
  }

  /** The proof: a button for each clause, which goes to where it is learned. */
  learned() {
    const all = this.replay.steps.flatMap((step, i) =>
      step.what === "learn" ? [[i + 1, this.words.reasons[step.number]]] : [],
    );
    if (!all.length) return null;
    const line = ([time, reason]) =>
      h(
        "li",
        button(this.words.clause(reason) || SEARCH.nothing, () => this.go(time), { class: "plain" }),
      );
    return h("details.proof", h("summary", SEARCH.learned(all.length)), h("ol", all.map(line)));
  }

  show(time) {
    const { levels, solutions } = this.replay.at(time);
    this.drawBoard(levels, this.replay.event(time));
    this.said.textContent = this.sentence(time, levels, solutions);
    this.fates.replaceChildren(...this.became(time).map((text) => h("li", text)));
    this.fates.scrollTop = this.fates.scrollHeight;
    this.tree?.show(time);
  }

  drawBoard(levels, event) {
    const { words, replay, app } = this;
    const true_ = [...this.given, ...levels.flat()];
    const standing = true_.filter((x) => x > 0);
    const pieces = standing.flatMap((x) => words.pieces[x - 1]);
    const out = new Set(true_.filter((x) => x < 0).flatMap((x) => words.squares(x)));
    if (replay.engine === "backtrack" && !app.doc.model.tour) {
      for (const x of standing)
        for (const other of words.apart.get(x)?.keys() ?? []) words.squares(other).forEach((square) => out.add(square));
    }
    const marks = new Map();
    const reason = event && event.what !== "try" && event.what !== "back" ? words.reasons[event.number] : null;
    for (const x of reason?.clause ?? []) words.squares(x).forEach((square) => marks.set(square, "why"));
    const fresh = event?.literal ? words.squares(event.literal) : [];
    fresh.forEach((square) => marks.set(square, event.what === "force" && event.literal < 0 ? "refused" : "fresh"));
    const { tour } = app.doc.model;
    const closed = tour?.closed && event?.what === "solution"; // the way back is a move only then
    const line = tour && { line: pieces, closed, pieces: pieces.slice(-1) }; // its literals are squares
    const label = SEARCH.standing(standing.map((x) => words.name(x)));
    const drawn = picture(app.layout, { pieces, ...line, marks, label });
    const crosses = [...out].map((x) => this.cross(x));
    drawn.append(cellNames(), ...crosses, ...this.arrows(event, reason), ...this.exits(event));
    this.board.replaceChildren(drawn);
  }

  cross(square) {
    const [x, y] = middle(this.app.layout, square);
    return s("path.out", { d: `M${x - 6} ${y - 6}l12 12m0 -12l-12 12` });
  }

  /** An arrow from each piece that forbids the newest one to the newest one. */
  arrows(event, reason) {
    if (event?.what !== "force" || !reason || event.literal > 0) return [];
    const from = reason.clause.filter((x) => x < 0 && x !== event.literal).flatMap((x) => this.words.squares(x));
    const arrow = (a, b) => {
      const [[x1, y1], [x2, y2]] = [middle(this.app.layout, a), middle(this.app.layout, b)];
      return s("line.arrow", { x1, y1, x2, y2 });
    };
    return from.length > 2 ? [] : from.flatMap((a) => this.words.squares(event.literal).map((b) => arrow(a, b)));
  }

  /** How many ways lead on from each square that could have been chosen. */
  exits(event) {
    const [literals, exits] = (event?.what === "try" && this.replay.choices[event.number]) || [[], []];
    return literals.map((x, i) => {
      const [cx, cy] = middle(this.app.layout, this.words.squares(x)[0]);
      const chosen = x === event.literal; // the piece stands there
      const place = { x: cx + (chosen ? 16 : 0), y: cy + (chosen ? 20 : 8), "text-anchor": "middle" };
      return s(chosen ? "text.exits.chosen" : "text.exits", place, exits[i]);
    });
  }

  sentence(time, levels, solutions) {
    const event = this.replay.event(time);
    if (!event) return "The beginning. Press play, or step.";
    const { words } = this;
    const name = words.name(event.literal);
    if (event.what === "solution") return `Solution ${number(solutions)}.`;
    if (event.what === "back")
      return this.replay.engine === "sat" ? SEARCH.jump(event.number) : "Back: the last piece is removed.";
    if (event.what === "learn") {
      const others = solutions ? " of the other solutions" : "";
      return `It learns${others}: ${words.clause(words.reasons[event.number]) || SEARCH.nothing}.`;
    }
    if (event.what === "dead") return `Dead end: ${words.why(event.number)}.`;
    if (event.what === "force") {
      const say = event.literal > 0 ? SEARCH.forcedIn : SEARCH.forcedOut;
      return say(name, words.because(event.literal, event.number));
    }
    if (this.app.doc.model.tour) return event.number >= 0 ? SEARCH.fewest(name, this.chosen(event)) : `On to ${name}.`;
    return event.literal ? `Tries ${name}.` : "Tries a piece; it fails at once, and CaDiCaL does not report it.";
  }

  chosen({ number }) {
    const [literals, exits] = this.replay.choices[number];
    return literals.map((x, i) => `${exits[i]} from ${this.words.name(x)}`).join(", ");
  }

  /** What became of each piece that was looked at here, one line each. */
  became(time) {
    const { replay, words } = this;
    const event = replay.event(time);
    if (event?.what === "learn") return words.derivation(words.reasons[event.number]);
    if (replay.choices.length) return [];
    const node = replay.nodeAt(time);
    const blind = event?.what !== "dead" || this.app.doc.model.tour;
    const dead = blind ? [] : words.reasons[event.number].clause.filter((x) => x > 0);
    if (dead.length && replay.engine === "backtrack") return dead.map((x) => this.kept(node, x));
    const say = (x, why) => (x > 0 ? SEARCH.must : SEARCH.mayNot)(words.name(x), words.because(x, why));
    const refused = node.refused
      .filter((one) => one.time <= time)
      .map(({ literal, number, time: when }) => [when, say(literal, number)]);
    const tried = node.children
      .filter((child) => child.end <= time)
      .map((child) => [child.begin, SEARCH.was(words.name(child.literal), child.size, child.solutions)]);
    return [...refused, ...tried].sort(([a], [b]) => a - b).map(([, text]) => text);
  }

  /** The pieces on the board that exclude a piece; otherwise the quota of its kind. */
  kept(node, literal) {
    const standing = [...this.given];
    for (let up = node; up.parent; up = up.parent) standing.push(up.literal);
    for (const piece of standing) {
      const number = this.words.apart.get(piece)?.get(literal);
      if (number !== undefined) return SEARCH.mayNot(this.words.name(literal), this.words.because(-literal, number));
    }
    return SEARCH.mayNot(this.words.name(literal), "because its kind has no other piece");
  }
}
