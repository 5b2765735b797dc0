// The board editor: holes, walls, given squares and the numbers of the pieces are drawn on an empty board,
// and the page says the command and the line of Python that count what is drawn. It counts nothing itself.

import { askable, BoardView } from "./board.js";
import { button, h } from "./dom.js";
import { Drawing, MARKS, NUMBER, PIECE } from "./draft.js";
import { figure } from "./drawing.js";
import { TEXTS } from "./texts.js";

/** The board as it is drawn: all its cells are squares here. */
class DrawnBoard {
  constructor(drawing, palette) {
    this.layout = drawing.layout;
    this.drawing = drawing;
    this.palette = palette;
  }

  name(square) {
    return this.layout.squares[square].name;
  }

  content(square) {
    const what = this.drawing.contents.get(this.name(square)) ?? "";
    const bare = { "": [], x: ["hole"], "#": ["wall"] }[what];
    return {
      piece: MARKS.includes(what) ? null : this.drawing.kind(what),
      mark: what === "-" ? "∅" : "",
      classes: bare ?? ["given"],
      label: TEXTS.marks[what] ?? what,
    };
  }

  act(square) {
    this.drawing.put(this.name(square), this.palette.chosen);
  }

  look() {}
}

/** What a click puts: a piece, each with its number, or a mark; and a field for further pieces. */
class Palette {
  constructor(drawing, app) {
    this.drawing = drawing;
    this.app = app;
    this.chosen = drawing.kinds.keys().next().value ?? "x";
    this.pieces = h("div.palette");
    const swatch = (what) =>
      h("span", { class: `swatch ${TEXTS.swatches[what]}`, "aria-hidden": "true" }, what === "-" ? "∅" : "");
    const marks = MARKS.map((what) => this.choice(what, what ? TEXTS.marks[what] : "erase", swatch(what)));
    this.field = h("input", { type: "text", class: "piece", size: 9, list: "piece-names", placeholder: "N" });
    const names = Object.keys(drawing.notations).map((name) => h("option", { value: name }));
    const form = h(
      "form.choice",
      { onsubmit: (event) => (event.preventDefault(), this.add()) },
      h("label", "Another piece", " ", this.field),
      h("datalist", { id: "piece-names" }, names),
      h("button", { type: "submit", class: "add" }, "Add"),
    );
    this.wrong = h("p.bad", { role: "alert" });
    this.element = h(
      "fieldset.kinds",
      h("legend", "What a click puts on a square; a second one takes it away"),
      this.pieces,
      marks,
      form,
      this.wrong,
    );
  }

  choice(what, text, look) {
    const input = h("input", { type: "radio", name: "tool", value: what, onchange: () => (this.chosen = what) });
    input.checked = what === this.chosen;
    return h("label.kind", input, look, text);
  }

  piece([name, number]) {
    const change = () => {
      const word = field.value.trim().replaceAll(" ", "");
      this.wrong.textContent = NUMBER.test(word) ? "" : TEXTS.wrongNumber(field.value);
      if (!NUMBER.test(word)) return;
      this.drawing.kinds.set(name, word);
      this.drawing.write();
    };
    const field = h("input.number", { size: 5, "aria-label": `the number of ${name}`, onchange: change });
    field.value = number;
    const remove = () => {
      this.drawing.kinds.delete(name);
      this.drawing.write();
    };
    const away = button("×", remove, { class: "remove", "aria-label": `Leave out ${name}` });
    return h("div.counted", this.choice(name, name, figure(this.drawing.kind(name))), "=", field, away);
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
    const at = [...this.pieces.children].findIndex((one) => one.contains(document.activeElement));
    this.pieces.replaceChildren(...[...kinds].map((pair) => this.piece(pair)));
    if (at >= 0) this.pieces.children[Math.min(at, kinds.size - 1)]?.querySelector("input.number").focus();
    for (const input of this.element.querySelectorAll("[name=tool]")) input.checked = input.value === this.chosen;
  }
}

/** The panel of a page without a model. */
export function mountEditor(element, doc, app) {
  const drawing = new Drawing(doc.editor, app);
  const palette = new Palette(drawing, app);
  const drawn = new DrawnBoard(drawing, palette);
  const board = new BoardView(drawn.layout, drawn);
  const stage = board.element();
  const undo = () => app.undo();
  const redo = () => app.redo();
  const tools = [button(TEXTS.undo, undo), button(TEXTS.redo, redo), button(TEXTS.clear, () => drawing.clear())];
  tools.forEach((one, i) => one.classList.add(["undo", "redo", "clear"][i]));
  const none = h("p.bad", "Add a piece: without one there is nothing to count.");
  const ways = askable(app, "Count what is drawn", { command: () => drawing.command, python: () => drawing.python });
  const bar = h("div.tools", { role: "toolbar", "aria-label": TEXTS.board }, tools);
  const keys = h("p.soft.keys", "Arrow keys move, Enter puts, Delete takes away, u undoes, r redoes.");
  const render = () => {
    drawing.read();
    palette.render();
    board.render();
    tools[0].disabled = !app.past.length;
    tools[1].disabled = !app.future.length;
    none.hidden = drawing.kinds.size > 0;
    ways.hidden = !none.hidden;
  };
  const erase = () => drawing.put(drawn.name(board.focused), "");
  board.listen(stage, { u: undo, r: redo, Delete: erase });
  element.append(stage, h("div.side", palette.element, bar, keys, none, ways));
  app.on("change", render); // before `ways` says them: what is drawn is read first
  app.listeners.unshift(app.listeners.pop());
  render();
  app.tell();
}
