// The board that answers: men are placed and taken away, or a tour is drawn move by move; every free
// square says how many solutions remain.

import { button, h, list, prose, s } from "./dom.js";
import { dots, figure, outlined, segments, steps } from "./drawing.js";
import { around, fileName } from "./geometry.js";
import { TEXTS } from "./texts.js";

/** A number in few characters: as it is, or as a share of all that remain. */
function short(x, left) {
  const text = String(x);
  if (text.length <= 4) return text;
  const thousandths = Number((BigInt(x) * 1000n) / BigInt(left));
  if (thousandths >= 100) return `${Math.round(thousandths / 10)}%`;
  return thousandths ? `${(thousandths / 10).toFixed(1)}%` : "<0.1%";
}

/** Parts of the board that are drawn apart: the layers of a solid board, else all of it. */
function sheets({ shape, rows, columns, plan }) {
  if (plan) return [{ top: 0, left: 0, rows, columns, label: TEXTS.board }];
  if (!shape.length) return [{ top: 0, left: 0, rows, columns, label: TEXTS.board }];
  const [high, wide, layers, blocks = 1] = shape;
  const found = [];
  for (let block = 0; block < blocks; block++) {
    for (let layer = 0; layer < layers; layer++) {
      const label = TEXTS.layer(shape.length > 3 ? [layer, block] : [layer]);
      found.push({ top: block * (high + 1), left: layer * (wide + 1), rows: high, columns: wide, label });
    }
  }
  return found;
}

/** The cells of a board, one of them with the focus. */
export class BoardView {
  /** @param {any} geometry @param {any} game content(square), act(square), look(square), lines, clashes, left */
  constructor(geometry, game) {
    this.game = game;
    this.geometry = geometry;
    this.cells = new Map(); // from squares to their elements
    this.ghosts = []; // [element, square]
    this.overlays = []; // [sheet, element]
    this.focused = 0;
    this.region = this.geometry.region;
  }

  /** How many cells beyond an edge that wraps are shown. */
  get margin() {
    const { wrap, rows, columns } = this.geometry;
    const deep = Math.min(2, rows, columns);
    return { down: wrap === "torus" ? deep : 0, across: wrap === "flat" ? 0 : deep };
  }

  element() {
    const all = sheets(this.geometry);
    return h(
      "div",
      { class: all.length > 1 ? "sheets several" : "sheets" },
      all.map((sheet) => this.sheet(sheet)),
    );
  }

  sheet(sheet) {
    const { down, across } = this.margin;
    const rows = [];
    for (let row = -down; row < sheet.rows + down; row++) {
      const cells = [];
      for (let column = -across; column < sheet.columns + across; column++) {
        if (this.geometry.plan && this.geometry.at(row, column) === undefined) continue;
        const cell = this.cell(sheet.top + row, sheet.left + column);
        cell.append(...this.coordinates(sheet, row, column));
        cells.push(cell);
      }
      const ghostly = row < 0 || row >= sheet.rows;
      rows.push(h("div.row", { ...(ghostly ? { "aria-hidden": "true" } : { role: "row" }) }, cells));
    }
    const grid = h("div.grid", { role: "grid", "aria-label": sheet.label }, rows);
    const box = this.geometry.plan
      ? this.geometry.extent
      : [sheet.left - across, sheet.top - down, sheet.columns + 2 * across, sheet.rows + 2 * down];
    const overlay = s("svg.overlay", { viewBox: box.join(" "), "aria-hidden": "true" });
    const body = h("div.frame", this.ground(), grid, overlay);
    if (this.geometry.plan) this.shape(body);
    body.style.setProperty("--columns", String(box[2]));
    body.style.setProperty("--rows", String(box[3]));
    const labelled = this.geometry.shape.length ? h("figcaption", sheet.label) : null;
    const figure_ = h("figure.sheet", labelled, body);
    this.overlays.push([sheet, overlay]);
    return figure_;
  }

  /** What lies below squares that are not in rows and columns: lines, rims, names. */
  ground() {
    if (!this.geometry.plan) return null;
    const box = this.geometry.extent.map((x) => x * 45).join(" ");
    return s("svg.overlay.ground", { viewBox: box, "aria-hidden": "true" }, ...outlined(this.geometry));
  }

  /** The outline of every square of a frame. */
  shape(frame) {
    const { outline } = this.geometry.plan;
    const [right, down] = [0, 1].map((axis) => Math.max(...outline.map((corner) => corner[axis])));
    const points = outline.map(([x, y]) => `${(50 * x) / right + 50}% ${(50 * y) / down + 50}%`);
    frame.classList.add("outlined");
    frame.style.setProperty("--outline", `polygon(${points.join()})`);
    frame.style.setProperty("--wide", String(2 * right));
    frame.style.setProperty("--high", String(2 * down));
  }

  /** The number of the rank in the first cell of a row, the letter of the file in the lowest of a column. */
  coordinates(sheet, row, column) {
    if (this.geometry.plan) return [];
    const inside = row >= 0 && row < sheet.rows && column >= 0 && column < sheet.columns;
    const shown = (name, text) => h("span", { class: `coordinate ${name}`, "aria-hidden": "true" }, text);
    const rank = inside && column === 0 ? [shown("rank", this.geometry.rows - sheet.top - row)] : [];
    return inside && row === sheet.rows - 1 ? [...rank, shown("file", fileName(sheet.left + column))] : rank;
  }

  cell(row, column) {
    const { rows, columns } = this.geometry;
    const [r, c] = [around(row, rows), around(column, columns)];
    const square = this.geometry.at(r, c);
    const ghost = r !== row || c !== column;
    const hue = square === undefined ? "" : this.geometry.hue(square);
    if (square === undefined) {
      const what = this.geometry.cells[r][c] === "#" ? "wall" : "hole";
      const named = ghost ? { "aria-hidden": "true" } : { role: "gridcell", "aria-label": what };
      return h("div", { class: `cell ${what}${ghost ? " ghost" : ""}`, ...named });
    }
    const region = this.region.has(square) ? ` region r${this.region.get(square) % 12}${this.borders(square)}` : "";
    if (ghost) {
      const element = h("div", { class: `cell ${hue} ghost${region}`, "aria-hidden": "true" });
      this.ghosts.push([element, square]);
      return element;
    }
    const element = h("div", {
      class: `cell ${hue}${region}`,
      role: "gridcell",
      tabindex: "-1",
      onclick: () => this.act(square),
      onfocus: () => this.focusOn(square),
      onmouseenter: () => this.game.look(square),
      onmouseleave: () => this.game.look(null),
    });
    element.base = element.className;
    element.content = h("div.content");
    element.append(element.content);
    this.cells.set(square, element);
    const [left, top] = this.geometry.extent;
    const [x, y] = this.geometry.spot(square);
    element.style.setProperty("--x", String(x + 0.5 - left));
    element.style.setProperty("--y", String(y + 0.5 - top));
    return element;
  }

  /** Classes for the sides where a region ends. */
  borders(square) {
    const { row, column } = this.geometry.squares[square];
    const mine = this.region.get(square);
    const sides = { top: [-1, 0], bottom: [1, 0], left: [0, -1], right: [0, 1] };
    const ends = ([r, c]) => this.region.get(this.geometry.at(row + r, column + c)) !== mine;
    return Object.keys(sides)
      .filter((side) => ends(sides[side]))
      .map((side) => ` b-${side}`)
      .join("");
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

  /** Arrow keys go to the next square that way, over walls and holes; Home and End to the ends of a row. */
  move(key) {
    if (this.geometry.plan) return this.cells.get(this.beside(key)).focus();
    const { row, column } = this.geometry.squares[this.focused];
    const ways = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      Home: [0, -1],
      End: [0, 1],
    };
    const [down, right] = ways[key];
    const far = key === "Home" || key === "End";
    let found = this.focused;
    for (
      let r = row + down, c = column + right;
      r >= 0 && c >= 0 && r < this.geometry.rows && c < this.geometry.columns;
      r += down, c += right
    ) {
      const square = this.geometry.at(r, c);
      if (square === undefined) continue;
      found = square;
      if (!far) break;
    }
    this.cells.get(found).focus();
  }

  /** The square that an arrow key leads to where there are no rows and columns: the nearest about that way. */
  beside(key) {
    const last = this.geometry.squares.length - 1;
    if (key === "Home" || key === "End") return key === "Home" ? 0 : last;
    const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
    const [x, y] = this.geometry.spot(this.focused);
    const far = (square) => {
      const [dx, dy] = [this.geometry.spot(square)[0] - x, this.geometry.spot(square)[1] - y];
      const [along, across] = [dx * right + dy * down, Math.abs(dx * down) + Math.abs(dy * right)];
      return along > 1e-6 && across <= along * 1.8 ? along + 2 * across : Infinity;
    };
    const best = [...this.cells.keys()].reduce((a, b) => (far(b) < far(a) ? b : a));
    if (far(best) < Infinity) return best;
    return Math.min(last, Math.max(0, this.focused + down + right));
  }

  /** Keys move over the board and act on squares; `keys` says what others do, `otherwise` knows the rest. */
  listen(element, keys, otherwise = (_event) => false) {
    const own = { Enter: () => this.act(this.focused), " ": () => this.act(this.focused), ...keys };
    element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") this.move(event.key);
      else if (event.key in own) own[event.key]();
      else if (!otherwise(event)) return;
      event.preventDefault();
    });
  }

  render() {
    for (const [square, element] of this.cells) this.paint(element, square, this.game.content(square));
    for (const [element, square] of this.ghosts) {
      const { man } = this.game.content(square);
      element.replaceChildren(...(man ? [figure(man)] : []));
    }
    this.cells.get(this.focused)?.setAttribute("tabindex", "0");
    this.drawLines();
  }

  paint(element, square, { man, faint, classes, number, share, label, mark }) {
    element.className = [element.base, ...classes].join(" ");
    element.setAttribute("aria-label", TEXTS.squareAt(this.geometry.squares[square].name, label));
    element.style.setProperty("--share", share ?? 0);
    const parts = [];
    if (man) parts.push(figure(man));
    if (faint) parts.push(h("span.faint", { "aria-hidden": "true" }, figure(faint)));
    if (mark) parts.push(h("span.mark", { "aria-hidden": "true" }, mark));
    if (number !== null && number !== undefined) {
      const text = short(number, this.game.left);
      element.style.setProperty("--length", Math.max(3, text.length));
      parts.push(h("span.number", { "aria-hidden": "true" }, text));
    }
    element.content.replaceChildren(...parts);
  }

  /** The moves that are made, a faint example of some, and the attacks that are against the rules. */
  drawLines() {
    const { geometry, game } = this;
    const { made = [], faint = [], ends = [], faintEnds = [] } = game.lines ?? {};
    const ways = [
      ["line", segments(geometry, made)],
      ["line faint", segments(geometry, faint)],
      ["line ends", dots(geometry, ends)],
      ["line ends faint", dots(geometry, faintEnds)],
    ];
    for (const [from, to] of game.clashes ?? []) {
      ways.push(["attack", segments(geometry, steps(geometry, game.atoms.way(from, to), false))]);
    }
    const shown = ways.filter(([, pieces]) => pieces.length);
    for (const [sheet, overlay] of this.overlays) {
      const inside = (x, y) =>
        !geometry.shape.length ||
        (x >= sheet.left && x < sheet.left + sheet.columns && y >= sheet.top && y < sheet.top + sheet.rows);
      const drawn = shown.map(([name, pieces]) => {
        const some = pieces.filter(([a, b, c, d]) => inside(a, b) && inside(c, d));
        const text = some.map(([a, b, c, d]) => `M${a + 0.5} ${b + 0.5}L${c + 0.5} ${d + 0.5}`);
        return s("path", { class: name, d: text.join("") });
      });
      overlay.replaceChildren(...drawn);
    }
  }
}

/** The panel with the board, its buttons and its words. */
export function mountBoard(element, doc, app) {
  const { game } = app;
  const view = new BoardView(app.geometry, game);
  const status = h("p.status");
  const detail = h("p.detail");
  const faint = h("p.soft.waits", "One solution is drawn faintly; it goes when you begin.");
  const buttons = {
    hint: button("Hint", () => game.hint()),
    undo: button(TEXTS.undo, () => game.undo()),
    redo: button(TEXTS.redo, () => game.redo()),
    clear: button(TEXTS.clear, () => game.clear()),
    unique: button("Only one left?", () => game.unique()),
  };
  if (game.left === null && game.answers.list.length) {
    buttons.show = button("Show a solution", () => game.put(game.answers.list[0], TEXTS.played(1)));
  }
  const tools = h("div.tools", { role: "toolbar", "aria-label": TEXTS.board }, Object.values(buttons));
  const kinds = kindChoice(doc, app);
  const numbers = h("input", {
    type: "checkbox",
    class: "numbers",
    onchange: () => app.put({ n: numbers.checked ? "1" : "0" }),
  });
  const legend = h("p.soft.legend", h("span.scale", { "aria-hidden": "true" }), " ", "in none … in all of them");
  const stage = view.element();
  element.append(
    stage,
    h(
      "div.side",
      status,
      detail,
      faint,
      kinds,
      tools,
      h("label.choice", numbers, "Show how many solutions remain"),
      legend,
      h("p.soft.keys", game.keys),
      statement(doc.model),
      asked(doc, app),
    ),
  );

  const render = () => {
    view.render();
    const usual = !game.puzzling && (game.begun || !game.example);
    const shown = app.state.n === undefined ? usual : app.state.n !== "0";
    numbers.checked = shown;
    stage.classList.toggle("bare", !shown);
    status.textContent = game.status();
    faint.hidden = !game.example;
    detail.replaceChildren(...prose(game.detail));
    buttons.undo.disabled = !app.past.length;
    buttons.undo.textContent = app.past.length && game.isDead ? "Take it back" : TEXTS.undo;
    buttons.redo.disabled = !app.future.length;
    numbers.parentElement.hidden = game.left === null;
    legend.hidden = !shown || game.left === null || view.region.size > 0;
  };
  game.onlook = (text) => detail.replaceChildren(...prose(text));
  game.onfind = (square) => view.cells.get(square)?.focus();
  const chooseKind = (event) => {
    const number = Number(event.key) - 1;
    if (!(number >= 0 && number < doc.model.kinds.length) || doc.model.moves) return false;
    app.put({ k: String(number) });
    return true;
  };
  view.listen(stage, { u: () => game.undo(), r: () => game.redo(), h: () => game.hint() }, chooseKind);
  app.on("change", render);
  render();
}

/** What must hold, as on the command line. */
function statement(model) {
  return h("div.statement", h("h3", "What must hold"), list(model.statement));
}

/** The command and the line of Python that count what goes on from the position. */
function asked(doc, app) {
  const ways = ["command", "python"].filter((way) => doc[way]);
  if (!ways.length) return null;
  return askable(app, "Ask for this position", Object.fromEntries(ways.map((way) => [way, () => app.game[way]])));
}

/** Ways to ask: after each change every text is made anew by its function; each has a button that copies it. */
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

/** Which man is placed, where there are several kinds. */
function kindChoice(doc, app) {
  if (doc.model.kinds.length < 2) return null;
  const choose = (i) => app.put({ k: String(i) });
  const labels = doc.model.kinds.map((kind, i) => {
    const input = h("input", { type: "radio", name: "kind", value: i, onchange: () => choose(i) });
    return h("label.kind", input, figure(kind), kind.name);
  });
  const show = () => labels.forEach((label, i) => (label.firstChild.checked = i === Number(app.state.k ?? 0)));
  app.on("change", show);
  show();
  return h("fieldset.kinds", h("legend", "Which piece to place"), labels);
}
