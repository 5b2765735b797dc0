// The board editor: holes, walls, given squares and the numbers of the pieces are drawn on an empty board,
// and the page says the command and the line of Python that count what is drawn. It counts nothing itself.

import { askable } from "./board.js";
import { button, h } from "./dom.js";
import { Drawing, MARKS, NUMBER, PIECE } from "./draft.js";
import { figure } from "./drawing.js";
import { fileName } from "./geometry.js";
import { TEXTS } from "./texts.js";

/** The board: its cells, one of them with the focus; `act` is called with the name of a square. */
class EditorBoard {
  constructor(drawing, act) {
    this.drawing = drawing;
    this.act = act;
    this.cells = new Map();
    this.focused = [0, 0];
    const rows = drawing.names.map((names, row) =>
      h(
        "div",
        { class: "row", role: "row" },
        names.map((name, column) => this.cell(name, row, column)),
      ),
    );
    const grid = h("div", { class: "grid", role: "grid", "aria-label": TEXTS.board }, rows);
    this.element = h("div", { class: "frame" }, grid);
    this.element.style.setProperty("--columns", String(drawing.columns));
    this.element.style.setProperty("--rows", String(drawing.rows));
  }

  cell(name, row, column) {
    const shown = (side, text) => h("span", { class: `coordinate ${side}`, "aria-hidden": "true" }, text);
    const content = h("div", { class: "content" });
    const element = h(
      "div",
      {
        role: "gridcell",
        tabindex: row || column ? "-1" : "0",
        onclick: () => (element.focus({ preventScroll: true }), this.act(name)),
        onfocus: () => this.focusOn(row, column),
      },
      content,
      column ? null : shown("rank", String(this.drawing.rows - row)),
      row < this.drawing.rows - 1 ? null : shown("file", fileName(column)),
    );
    const light = (this.drawing.rows - 1 - row + column) % 2;
    this.cells.set(name, { element, content, hue: light ? "light" : "dark" });
    return element;
  }

  get here() {
    return this.drawing.name(...this.focused);
  }

  focusOn(row, column) {
    this.cells.get(this.here).element.setAttribute("tabindex", "-1");
    this.focused = [row, column];
    this.cells.get(this.here).element.setAttribute("tabindex", "0");
  }

  move(key) {
    const { rows, columns } = this.drawing;
    const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const [down, right] = ways[key] ?? [0, key === "Home" ? -columns : columns];
    const inside = (x, size) => Math.max(0, Math.min(size - 1, x));
    const [row, column] = this.focused;
    const there = this.drawing.name(inside(row + down, rows), inside(column + right, columns));
    this.cells.get(there).element.focus();
  }

  render() {
    for (const [name, { element, content, hue }] of this.cells) {
      const what = this.drawing.contents.get(name) ?? "";
      const bare = "x#".includes(what); // or nothing at all
      element.className = `cell ${{ x: "hole", "#": "wall" }[what] ?? hue}${bare ? "" : " given"}`;
      element.setAttribute("aria-label", TEXTS.squareAt(name, TEXTS.marks[what] ?? what));
      const man = MARKS.includes(what) ? null : figure(this.drawing.kind(what));
      content.replaceChildren(...(man ? [man] : what === "-" ? [h("span", { class: "mark" }, "∅")] : []));
    }
  }
}

/** What a click puts: a piece, each with its number, or a mark; and a field for further pieces. */
class Palette {
  constructor(drawing, app) {
    this.drawing = drawing;
    this.app = app;
    this.chosen = drawing.kinds.keys().next().value ?? "x";
    this.men = h("div", { class: "palette" });
    const swatch = (what) =>
      h("span", { class: `swatch ${TEXTS.swatches[what]}`, "aria-hidden": "true" }, what === "-" ? "∅" : "");
    const marks = MARKS.map((what) => this.choice(what, what ? TEXTS.marks[what] : TEXTS.erase, swatch(what)));
    this.field = h("input", { type: "text", class: "piece", size: 9, list: "piece-names", placeholder: "N" });
    const names = Object.keys(drawing.notations).map((name) => h("option", { value: name }));
    const form = h(
      "form",
      { class: "choice", onsubmit: (event) => (event.preventDefault(), this.add()) },
      h("label", {}, TEXTS.addPiece, " ", this.field),
      h("datalist", { id: "piece-names" }, names),
      h("button", { type: "submit", class: "add" }, TEXTS.add),
    );
    this.wrong = h("p", { class: "bad", role: "alert" });
    this.element = h("fieldset", { class: "kinds" }, h("legend", {}, TEXTS.palette), this.men, marks, form, this.wrong);
  }

  choice(what, text, look) {
    const input = h("input", { type: "radio", name: "tool", value: what, onchange: () => (this.chosen = what) });
    input.checked = what === this.chosen;
    return h("label", { class: "kind" }, input, look, text);
  }

  man([name, number]) {
    const change = () => {
      const word = field.value.trim().replaceAll(" ", "");
      this.wrong.textContent = NUMBER.test(word) ? "" : TEXTS.wrongNumber(field.value);
      if (!NUMBER.test(word)) return;
      this.drawing.kinds.set(name, word);
      this.drawing.write();
    };
    const field = h("input", { class: "number", size: 5, "aria-label": TEXTS.numberOf(name), onchange: change });
    field.value = number;
    const remove = () => {
      this.drawing.kinds.delete(name);
      this.drawing.write();
    };
    const away = button("×", remove, { class: "remove", "aria-label": TEXTS.removePiece(name) });
    return h("div", { class: "counted" }, this.choice(name, name, figure(this.drawing.kind(name))), "=", field, away);
  }

  add() {
    const name = this.drawing.notation(this.field.value);
    const known = this.drawing.kinds.has(name);
    this.wrong.textContent = PIECE.test(name) && !known ? "" : TEXTS.wrongPiece(this.field.value, known);
    if (this.wrong.textContent) return;
    this.field.value = "";
    this.chosen = name;
    this.drawing.kinds.set(name, "any");
    this.drawing.write();
  }

  render() {
    const { kinds } = this.drawing;
    if (!kinds.has(this.chosen) && !MARKS.includes(this.chosen)) this.chosen = kinds.keys().next().value ?? "x";
    const text = [...kinds].join(" ");
    if (text === this.shown) return;
    this.shown = text;
    const at = [...this.men.children].findIndex((one) => one.contains(document.activeElement));
    this.men.replaceChildren(...[...kinds].map((pair) => this.man(pair)));
    if (at >= 0) this.men.children[Math.min(at, kinds.size - 1)]?.querySelector("input.number").focus();
    for (const input of this.element.querySelectorAll("[name=tool]")) input.checked = input.value === this.chosen;
  }
}

/** The panel of a page without a model. */
export function mountEditor(element, doc, app) {
  const drawing = new Drawing(doc.editor, app);
  const palette = new Palette(drawing, app);
  const board = new EditorBoard(drawing, (name) => drawing.put(name, palette.chosen));
  const undo = () => drawing.step(drawing.past, drawing.future);
  const redo = () => drawing.step(drawing.future, drawing.past);
  const tools = [button(TEXTS.undo, undo), button(TEXTS.redo, redo), button(TEXTS.clear, () => drawing.clear())];
  tools.forEach((one, i) => one.classList.add(["undo", "redo", "clear"][i]));
  const none = h("p", { class: "bad" }, TEXTS.noPiece);
  const ways = askable(app, TEXTS.askDrawn, { command: () => drawing.command, python: () => drawing.python });
  const bar = h("div", { class: "tools", role: "toolbar", "aria-label": TEXTS.board }, tools);
  const keys = h("p", { class: "soft keys" }, TEXTS.editorKeys);
  const render = () => {
    drawing.read();
    palette.render();
    board.render();
    tools[0].disabled = !drawing.past.length;
    tools[1].disabled = !drawing.future.length;
    none.hidden = drawing.kinds.size > 0;
    ways.hidden = !none.hidden;
  };
  const pressed = {
    u: undo,
    r: redo,
    Enter: () => board.act(board.here),
    " ": () => board.act(board.here),
    Delete: () => drawing.put(board.here, ""),
  };
  board.element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") board.move(event.key);
    else if (event.key in pressed) pressed[event.key]();
    else return;
    event.preventDefault();
  });
  element.append(board.element, h("div", { class: "side" }, palette.element, bar, keys, none, ways));
  app.on("change", render); // before `ways` says them: what is drawn is read first
  app.listeners.unshift(app.listeners.pop());
  render();
  app.tell();
}
