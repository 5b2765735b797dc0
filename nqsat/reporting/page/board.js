// The board that answers: pieces are placed and taken away, or a tour is drawn move by move; every free
// square says how many solutions remain.

import { button, check, h, list, press, prose, s } from "./dom.js";
import {
  SIDE,
  cellNames,
  clueLetters,
  crosses,
  dots,
  drawnPiece,
  figure,
  ground,
  middle,
  segments,
  steps,
  tile,
  traced,
  windowOf,
} from "./drawing.js";
import { TEXTS } from "./texts.js";

/** A number in few characters: as it is, or as a share of all that remain. */
function short(x, left) {
  const text = String(x);
  if (text.length <= 4) return text;
  const thousandths = Number((BigInt(x) * 1000n) / BigInt(left));
  if (thousandths >= 100) return `${Math.round(thousandths / 10)}%`;
  return thousandths ? `${(thousandths / 10).toFixed(1)}%` : "<0.1%";
}

/** Parts of the board that are drawn apart, as layers; else all of it. The box of each is in squares. */
function parts({ parts: drawn, rows, columns, box }) {
  if (!drawn.length) return [{ top: 0, left: 0, rows, columns, box, label: TEXTS.board }];
  return drawn.map(([top, left, high, wide, label]) => {
    return { top, left, rows: high, columns: wide, box: [left, top, wide, high], label };
  });
}

const range = (first, end) => Array.from({ length: end - first }, (_, i) => first + i);

/** The squares of a board, one of them with the focus. */
export class BoardView {
  /** @param {any} layout @param {any} game content(square), act(square), look(square), lines, clashes, left */
  constructor(layout, game) {
    this.game = game;
    this.layout = layout;
    this.cells = new Map(); // from squares to their elements
    this.focused = 0;
    this.pressed = null; // the square where the button of the mouse is held down
    this.parts = parts(layout);
    this.high = Math.max(...layout.outline.map(([, down]) => 2 * down)); // of a square
  }

  element() {
    const several = this.parts.length > 1 ? ".several" : "";
    const outlined = this.layout.ranked ? "" : ".outlined";
    return h(
      `div.sheets${several}${outlined}`,
      this.parts.map((part) => this.sheet(part)),
    );
  }

  sheet(part) {
    const { layout } = this;
    const [across, down] = layout.rim;
    const [left, top, wide, high] = part.box;
    const box = [left - across, top - down, wide + 2 * across, high + 2 * down];
    const rows = range(part.top, part.top + part.rows).map((row) =>
      s(
        "g",
        { role: "row" },
        range(part.left, part.left + part.columns).map((column) => this.cell(row, column)),
      ),
    );
    Object.assign(part, { lines: s("g.overlay"), pieces: s("g", { id: "placed" }), marks: s("g") });
    const ghosts = layout.copies.map(([a, b, c, d, e, f]) =>
      s(
        "g.ghost",
        { transform: `matrix(${[a, b, c, d, e * SIDE, f * SIDE]})` },
        ground(),
        s("use", { href: "#placed" }),
      ),
    );
    const layers = [cellNames(), part.lines, clueLetters(), part.pieces, part.marks];
    const above = s("g.above", { "aria-hidden": "true" }, layers);
    const grid = s("g", { role: "grid", "aria-label": part.label }, rows);
    const drawing = s("svg.frame", { viewBox: windowOf(box) }, ghosts, ground(), grid, above);
    drawing.style.setProperty("--columns", String(box[2]));
    drawing.style.setProperty("--rows", String(box[3]));
    return h("figure.sheet", layout.parts.length ? h("figcaption", part.label) : null, drawing);
  }

  cell(row, column) {
    const { layout } = this;
    const square = layout.at(row, column);
    if (square === undefined) {
      if (!layout.ranked) return null;
      return s("g", { role: "gridcell", "aria-label": layout.cells[row][column] === "#" ? "wall" : "hole" });
    }
    const element = s("path", {
      d: tile(layout, square),
      role: "gridcell",
      tabindex: "-1",
      onclick: () => this.act(square),
      onfocus: () => this.focusOn(square),
      onmousedown: () => (this.pressed = square),
      onmouseenter: (event) => this.enter(square, event),
      onmouseleave: () => this.game.look(null),
    });
    this.cells.set(square, element);
    return element;
  }

  /** The pointer comes to a square; with the button held down it draws a line, where games have lines. */
  enter(square, { buttons }) {
    if (!(buttons & 1)) this.pressed = null;
    else if (this.game.drag && this.pressed !== null && this.pressed !== square) {
      this.game.drag(this.pressed, square);
      this.pressed = square;
      return;
    }
    this.game.look(square);
  }

  act(square) {
    this.focusOn(square);
    this.cells.get(square).focus({ preventScroll: true });
    this.game.act(square);
  }

  focusOn(square) {
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = square;
    this.cells.get(square).setAttribute("tabindex", "0");
    this.game.look(square);
  }

  /** Home and End go to the ends of a row, arrow keys to the nearest square that way; without rows, about that way. */
  move(key) {
    const { places, squares, ranked } = this.layout;
    const all = [...squares.keys()];
    const row = all.filter((square) => !ranked || squares[square].row === squares[this.focused].row);
    const [x, y] = places[this.focused];
    const toward = (down, right) => {
      const far = (square) => {
        const [dx, dy] = [places[square][0] - x, places[square][1] - y];
        const [along, across] = [dx * right + dy * down, Math.abs(dx * down) + Math.abs(dy * right)];
        return along > 1e-6 && across <= along * (ranked ? 0 : 1.8) ? along + 2 * across : Infinity;
      };
      const best = all.reduce((a, b) => (far(b) < far(a) ? b : a));
      if (far(best) < Infinity) return best;
      return ranked ? this.focused : (all[this.focused + down + right] ?? this.focused);
    };
    const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const found = key === "Home" ? row[0] : key === "End" ? row.at(-1) : toward(...ways[key]);
    this.cells.get(found).focus();
  }

  /** Keys move over the board and act on squares; `keys` says what others do. */
  listen(element, keys) {
    const act = () => this.act(this.focused);
    const moves = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"].map((key) => [
      key,
      () => this.move(key),
    ]);
    const ways = { Enter: act, " ": act, ...Object.fromEntries(moves), ...keys };
    element.addEventListener("keydown", (event) => press(event, ways));
  }

  render() {
    for (const part of this.parts) [part.pieces, part.marks].forEach((group) => group.replaceChildren());
    for (const [square, element] of this.cells) this.paint(element, square, this.game.content(square));
    this.cells.get(this.focused)?.setAttribute("tabindex", "0");
    this.drawLines();
  }

  /** The part that a square is in, or a place in units of squares. */
  partOf([x, y]) {
    const inside = ({ box: [left, top, wide, high] }) => x >= left && x < left + wide && y >= top && y < top + high;
    return this.parts.length > 1 ? this.parts.find(inside) : this.parts[0];
  }

  paint(element, square, { piece, faint, classes, number, share, label, mark }) {
    const { layout, high } = this;
    const { pieces, marks } = this.partOf(layout.places[square]);
    const place = middle(layout, square);
    const size = 0.92 * SIDE * Math.min(1, high);
    const write = (name, text, attributes) => {
      const at = { x: place[0], y: place[1], ...attributes };
      marks.append(s("text", { class: [name, ...classes].join(" "), ...at }, text));
    };
    element.setAttribute("class", ["cell", ...classes].join(" "));
    element.setAttribute("aria-label", TEXTS.squareAt(layout.names[square], label));
    element.style.setProperty("--share", share ?? 0);
    if (piece) pieces.append(drawnPiece(piece, place, size));
    if (faint) marks.append(s("g.faint", drawnPiece(faint, place, size)));
    if (classes.includes("visited") && mark)
      marks.append(s("circle.disc", { cx: place[0], cy: place[1], r: 10 * high }));
    if (mark) write("mark", mark, {});
    if (number !== null && number !== undefined) {
      const text = short(number, this.game.left);
      write("number", text, { "font-size": Math.min(13, 42 / text.length) * Math.min(1, high) });
    }
    if (classes.includes("attacked")) {
      const [cx, cy, r] = classes.includes("dead")
        ? [0, 0, 4]
        : layout.coordinates
          ? [0, -15 * high, 2.5]
          : [17, -17, 2.5];
      marks.append(s("circle", { class: ["attacker", ...classes].join(" "), cx: place[0] + cx, cy: place[1] + cy, r }));
    }
  }

  /** The moves that are made, a faint example of some, and the attacks that are against the rules. */
  drawLines() {
    const { layout, game } = this;
    const { made = [], faint = [], ends = [], faintEnds = [], crossed = [] } = game.lines ?? {};
    const ways = [
      ["line", segments(layout, made)],
      ["line faint", segments(layout, faint)],
      ["line ends", dots(layout, ends)],
      ["line ends faint", dots(layout, faintEnds)],
    ];
    ways.push(["line out", crosses(layout, crossed)]);
    for (const [from, to] of game.clashes ?? []) {
      ways.push(["attack", segments(layout, steps(layout, game.atoms.way(from, to), false))]);
    }
    const shown = ways.filter(([, pieces]) => pieces.length);
    for (const part of this.parts) {
      const inside = ([a, b, c, d]) => this.partOf([a, b]) === part && this.partOf([c, d]) === part;
      part.lines.replaceChildren(...shown.map(([name, pieces]) => traced(name, pieces.filter(inside))));
    }
  }
}

/** The panel with the board, its buttons and its words. */
export function mountBoard(element, doc, app) {
  const { game } = app;
  const view = new BoardView(app.layout, game);
  const status = h("p.status");
  const detail = h("p.detail");
  const faint = h("p.soft.waits", TEXTS.faint);
  const buttons = {
    hint: button("Hint", () => game.hint()),
    undo: button(TEXTS.undo, () => game.undo()),
    redo: button(TEXTS.redo, () => game.redo()),
    clear: button(TEXTS.clear, () => game.clear()),
    unique: button("Only one left?", () => game.unique(), { hidden: game.puzzling }),
    check: button(TEXTS.check, () => game.check(), { hidden: !game.puzzling }),
  };
  if (game.left === null && game.answers.list.length) {
    const word = game.puzzling ? "Show the answer" : TEXTS.showOne;
    buttons.show = button(word, () => game.put(game.answers.list[0], TEXTS.played(1)));
  }
  const tools = h("div.tools", { role: "toolbar", "aria-label": TEXTS.board }, Object.values(buttons));
  const kinds = kindChoice(doc, app);
  const numbers = check(TEXTS.showLeft, false, (on) => app.put({ n: on ? "1" : "0" }));
  numbers.field.classList.add("numbers");
  const legend = h("p.soft.legend", h("span.scale", { "aria-hidden": "true" }), " ", "in none … in all of them");
  const stage = view.element();
  stage.classList.toggle("regions", doc.model.regions.length > 0);
  stage.classList.toggle("on-paper", Boolean(doc.model.paper));
  element.append(
    stage,
    h(
      "div.side",
      status,
      detail,
      faint,
      kinds,
      tools,
      numbers,
      legend,
      h("p.soft.keys", game.keys),
      h("div.statement", h("h3", "Rules"), list(doc.model.statement)),
      doc.puzzle ? "" : asked(doc, app),
    ),
  );

  const render = () => {
    view.render();
    const usual = !game.puzzling && (game.begun || !game.example);
    const shown = app.state.n === undefined ? usual : app.state.n !== "0";
    numbers.field.checked = shown;
    stage.classList.toggle("bare", !shown);
    status.textContent = game.status();
    faint.hidden = !game.example;
    detail.replaceChildren(...prose(game.detail));
    buttons.undo.disabled = !app.past.length;
    buttons.undo.textContent = app.past.length && game.isDead ? "Take it back" : TEXTS.undo;
    buttons.redo.disabled = !app.future.length;
    numbers.hidden = game.left === null && !game.secret;
    legend.hidden = !shown || game.left === null || doc.model.regions.length > 0;
  };
  game.onlook = (text) => detail.replaceChildren(...prose(text));
  game.onfind = (square) => view.cells.get(square)?.focus();
  const kindKeys = doc.model.moves ? [] : doc.model.kinds.map((_, i) => [i + 1, () => app.put({ k: String(i) })]);
  const keys = { u: () => game.undo(), r: () => game.redo(), h: () => game.hint(), ...Object.fromEntries(kindKeys) };
  view.listen(stage, keys);
  app.on("change", render);
  render();
}

/** The command and the line of Python that count the solutions of the position. */
function asked(doc, app) {
  const ways = ["command", "python"].filter((way) => doc[way]);
  if (!ways.length) return null;
  return askable(app, TEXTS.countIt, Object.fromEntries(ways.map((way) => [way, () => app.game[way]])));
}

/** Ways to ask: after each change every text is made again by its function; each has a button that copies it. */
export function askable(app, heading, ways) {
  const names = Object.keys(ways);
  const texts = names.map((way) => h("code", { class: way }));
  const show = () => names.forEach((way, i) => (texts[i].textContent = ways[way]()));
  const copy = (text) => {
    getSelection()?.selectAllChildren(text);
    app.copy(text.textContent);
  };
  app.on("change", show);
  show();
  const lines = texts.map((text, i) => {
    const copying = button("Copy", () => copy(text), { class: "copy" });
    return h("p", `${TEXTS.ask[names[i]]}: `, text, " ", copying);
  });
  return h("div.asked", h("h3", heading), lines);
}

/** Which piece is placed, where there are several kinds. */
function kindChoice(doc, app) {
  const { kinds } = doc.model;
  const first = ({ look }) => kinds.findIndex((kind) => kind.look === look); // others look alike
  if (kinds.every((kind) => !first(kind))) return null;
  const choose = (i) => app.put({ k: String(i) });
  const labels = kinds.map((kind, i) => {
    if (first(kind) !== i) return null;
    const input = h("input", { type: "radio", name: "kind", value: i, onchange: () => choose(i) });
    return h("label.kind", input, figure(kind), kind.called);
  });
  const chosen = () => first(kinds[Number(app.state.k ?? 0)] ?? kinds[0]);
  const show = () => labels.forEach((label, i) => label && (label.firstChild.checked = i === chosen()));
  app.on("change", show);
  show();
  return h("fieldset.kinds", h("legend", "Which piece to place"), labels.filter(Boolean));
}
