// Counting, watched: the layers of the count as a graph. In each layer an atom is decided, stands or not; partial
// boards after which the same is asked of the rest are one state. Ways into a state times ways on from it, summed
// over a layer, is the number of solutions, in every layer.

import { NO_STATE, arrivals, completions, successors } from "./answers.js";
import { button, h, press, s, scrollTo, slider } from "./dom.js";
import { picture } from "./drawing.js";
import { number, several, TEXTS } from "./texts.js";

const [ACROSS, DOWN, BOARDS] = [26, 13, 6];

class Graph {
  constructor(layers) {
    this.men = layers.men;
    this.widths = layers.widths;
    this.after = successors(layers);
    /** @type {bigint[][]} */
    this.on = completions(this.widths, this.after, [0n, 1n]);
    /** @type {bigint[][]} */
    this.into = arrivals(this.widths, this.after, [0n, 1n]);
    this.total = this.on[0].reduce((a, b) => a + b, 0n);
    // Of each layer [layer, from, to, value]: where its states lead, if the atom is not there (0) or is (1).
    const edges = (layer) => (row, value) => Array.from(row, (to, from) => [layer, from, to, value]);
    const every = this.after.map((both, layer) => both.flatMap(edges(layer)));
    this.edges = every.map((some) => some.filter(([, , to]) => to !== NO_STATE));
  }

  /** How many solutions go through a state. */
  through(layer, state) {
    return this.into[layer][state] * this.on[layer][state];
  }

  /** The edges of all ways into a state, and of all that go on from it to a solution. */
  ways(layer, state) {
    const follow = (edges, here, there) => {
      let states = new Set([state]);
      return edges.flatMap((some) => {
        const found = some.filter((edge) => states.has(edge[here]));
        states = new Set(found.map((edge) => edge[there]));
        return found;
      });
    };
    const leads = ([at, , to]) => this.on[at + 1][to];
    const onwards = this.edges.slice(layer).map((some) => some.filter(leads));
    return [...follow(this.edges.slice(0, layer).reverse(), 2, 1), ...follow(onwards, 1, 2)];
  }

  /** Some of the partial boards that merge into a state: of each, its men. */
  boards(layer, state, most) {
    if (!layer) return [[]];
    const found = [];
    for (const [, from, to, value] of this.edges[layer - 1]) {
      if (to !== state) continue;
      for (const men of this.boards(layer - 1, from, most - found.length))
        found.push(value ? [...men, ...this.men[layer - 1]] : men);
      if (found.length >= most) break;
    }
    return found;
  }
}

class Layers {
  constructor(element, doc, app) {
    this.app = app;
    this.graph = new Graph(doc.layers ?? doc.answers.layers);
    const { men, widths, total } = this.graph;
    const { called } = app.atoms;
    this.layerSlider = slider(TEXTS.layerOf, (layer) => this.changeLayer(layer));
    this.stateSlider = slider(TEXTS.stateOf, (state) => this.choose(this.layer, state));
    this.layerSlider.max = men.length;
    this.words = h("p.said");
    this.sum = h("p");
    this.boards = h("div.boards");
    this.terms = h("details.terms", { ontoggle: () => this.list() });
    this.high = Math.max(120, Math.min(DOWN * Math.max(...widths), 440));
    this.wide = this.x(men.length) + ACROSS / 2;
    this.picture = this.draw();
    const states = widths.reduce((a, b) => a + b, 0);
    element.append(
      h("p", TEXTS.layersTell(men.length, states, String(total), called)),
      this.picture,
      h("div.sliders", h("label", TEXTS.layerOf, this.layerSlider), h("label", TEXTS.stateOf, this.stateSlider)),
      h(
        "div.tools",
        button(called === "move" ? "Next: is not made" : "Next: does not stand", () => this.follow(0)),
        button(called === "move" ? "Next: is made" : "Next: stands", () => this.follow(1)),
        button("Back", () => this.back()),
      ),
      this.words,
      this.boards,
      this.sum,
      this.terms,
    );
    app.on("change", () => this.read());
    this.read(true);
  }

  /** The link has the layer and the state. */
  read(first = false) {
    const text = this.app.state.layer ?? "";
    if (!first && text === this.written) return;
    const [layer = NaN, state = NaN] = text ? text.split(".").map(Number) : [];
    const { men, widths } = this.graph;
    const there = layer >= 0 && layer < widths.length ? layer : men.length >> 1;
    this.choose(there, state >= 0 ? state : this.heaviest(there), false);
  }

  name(layer) {
    const men = this.graph.men[layer];
    return men.length ? men.map((man) => this.app.atoms.text(man)).join(" = ") : "a helper of the formula";
  }

  x(layer) {
    return ACROSS * (layer + 0.5);
  }

  y(layer, state) {
    return (this.high / (this.graph.widths[layer] + 1)) * (state + 1);
  }

  /** Edges as lines: those without the atom of their layer, and those with it. */
  lines(edges) {
    const line = ([layer, from, to]) =>
      `M${this.x(layer)} ${this.y(layer, from)}L${this.x(layer + 1)} ${this.y(layer + 1, to)}`;
    const path = (wanted) => edges.filter(([, , , value]) => value === wanted).map(line);
    return [s("path.no", { d: path(0).join("") }), s("path.yes", { d: path(1).join("") })];
  }

  /** All states, larger the more solutions go through them; a click chooses the nearest. */
  draw() {
    const { graph, wide, high } = this;
    const dot = (layer, state) => {
      const share = Number((graph.through(layer, state) * 1000n) / (graph.total || 1n)) / 1000;
      return s("circle", { cx: this.x(layer), cy: this.y(layer, state), r: 1.6 + 4.4 * Math.sqrt(share) });
    };
    const dots = graph.widths.flatMap((width, layer) => Array.from({ length: width }, (_, state) => dot(layer, state)));
    this.near = s("g");
    const size = { viewBox: `0 0 ${wide} ${high}`, width: wide, height: high };
    const drawn = s(
      "svg",
      {
        ...size,
        role: "img",
        "aria-label": "The states of the count, layer after layer",
        onclick: (event) => this.chooseAt(event, drawn),
      },
      this.lines(graph.edges.flat()),
      s("g", dots),
      this.near,
    );
    const group = {
      tabindex: "0",
      role: "group",
      "aria-label": "Left and right go from layer to layer, up and down from state to state",
    };
    return h("div.graph", { ...group, onkeydown: (event) => this.key(event) }, drawn);
  }

  chooseAt(event, drawn) {
    const { left, top, width, height } = drawn.getBoundingClientRect();
    const { men, widths } = this.graph;
    const layer = Math.floor(((event.clientX - left) / width) * (men.length + 1));
    const along = (event.clientY - top) / height;
    this.choose(layer, Math.round(along * ((widths[layer] ?? 0) + 1) - 1));
  }

  choose(layer, state, tell = true) {
    const { men, widths } = this.graph;
    this.layer = Math.max(0, Math.min(layer, men.length));
    this.state = Math.max(0, Math.min(state, widths[this.layer] - 1));
    this.layerSlider.value = this.layer;
    this.stateSlider.max = Math.max(0, widths[this.layer] - 1);
    this.stateSlider.value = this.state;
    this.render();
    if (!tell) return;
    this.written = `${this.layer}.${this.state}`;
    clearTimeout(this.late); // browsers do not let a link change at every step
    this.late = setTimeout(() => this.app.put({ layer: this.written }), 300);
  }

  /** The state of a layer that most solutions go through. */
  heaviest(layer) {
    const through = this.graph.into[layer].map((_, state) => this.graph.through(layer, state));
    return through.reduce((best, x, i) => (x > through[best] ? i : best), 0);
  }

  changeLayer(layer) {
    const there = Math.max(0, Math.min(layer, this.graph.men.length));
    this.choose(there, this.heaviest(there));
  }

  key(event) {
    press(event, {
      ArrowLeft: () => this.changeLayer(this.layer - 1),
      ArrowRight: () => this.changeLayer(this.layer + 1),
      ArrowUp: () => this.choose(this.layer, this.state - 1),
      ArrowDown: () => this.choose(this.layer, this.state + 1),
    });
  }

  /** On to the state that follows if the next man stands, or does not. */
  follow(value) {
    const to = this.graph.after[this.layer]?.[value][this.state] ?? NO_STATE;
    if (to === NO_STATE) this.app.say("No solution goes on like that.");
    else this.choose(this.layer + 1, to);
  }

  back() {
    const before = this.graph.edges[this.layer - 1]?.find(([, , to]) => to === this.state);
    if (before) this.choose(this.layer - 1, before[1]);
  }

  render() {
    const { graph, layer, state } = this;
    const width = graph.widths[layer];
    if (!width) {
      this.words.textContent = "There is no state in this layer: nothing is left.";
      return;
    }
    const [into, on] = [graph.into[layer][state], graph.on[layer][state]];
    this.words.textContent =
      `State ${number(state + 1)} of ${number(width)} after ${several(layer, "decision", "decisions")}: ` +
      `${several(String(into), "way", "ways")} before it, ${number(String(on))} after it, so ` +
      `${several(String(into * on), "solution goes", "solutions go")} through it.`;
    this.layerSlider.setAttribute("aria-valuetext", `after ${several(layer, "decision", "decisions")}`);
    this.stateSlider.setAttribute("aria-valuetext", `${number(state + 1)} of ${number(width)}`);
    const next = layer < graph.men.length ? `Next is decided: ${this.name(layer)}.` : "All is decided.";
    this.sum.textContent = `${next} ${TEXTS.layerSum(width, String(graph.total))}`;
    this.drawBoards(into);
    this.list();
    const here = s("circle.here", { cx: this.x(layer), cy: this.y(layer, state), r: 6 });
    this.near.replaceChildren(...this.lines(graph.ways(layer, state)), here);
    scrollTo(this.picture, this.x(layer));
  }

  /** A few of the partial boards that are this state: the men, and the squares that are decided. */
  drawBoards(into) {
    const { graph, layer, state, app } = this;
    const { atoms } = app;
    const decided = graph.men.slice(0, layer).flat();
    const marks = new Map(decided.flatMap((atom) => atoms.squares(atom)).map((square) => [square, "decided"]));
    const few = graph.boards(layer, state, BOARDS).map((some) => {
      const label = `a partial board with ${several(some.length, atoms.called, `${atoms.called}s`)}`;
      return h("figure", picture(app.layout, { ...atoms.pictured(some), marks, label }));
    });
    this.boards.replaceChildren(...few, h("p.soft", TEXTS.merged(few.length, String(into))));
  }

  /** The sum over the layer, term by term, once it is opened. */
  list() {
    const { graph, layer } = this;
    const term = (into, state) => {
      const [on, both] = [graph.on[layer][state], graph.through(layer, state)];
      const text = `${number(String(into))} × ${number(String(on))} = ${number(String(both))}`;
      return h(state === this.state ? "tr.chosen" : "tr", h("td", `${state + 1}`), h("td", text));
    };
    const total = TEXTS.number(String(graph.total));
    const sum = h("tr", h("th", { scope: "row" }, "together"), h("td", total));
    const rows = this.terms.open ? [...graph.into[layer].map(term), sum] : [];
    const table = h("div.wide", { tabindex: "0" }, h("table", h("tbody", rows)));
    this.terms.replaceChildren(h("summary", TEXTS.terms(graph.widths[layer])), table);
  }
}

/** The panel of the layers. */
export function mountLayers(element, doc, app) {
  new Layers(element, doc, app);
}
