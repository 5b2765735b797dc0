// Counting, watched: the layers of the count as a graph. In each layer a man is decided, stands or not; partial
// boards after which the same is asked of the rest are one state. Ways into a state times ways on from it, summed
// over a layer, is the number of solutions, in every layer.

import { completions } from "./answers.js";
import { button, h, s } from "./dom.js";
import { picture } from "./drawing.js";
import { NO_STATE, successors } from "./decode.js";
import { TEXTS } from "./texts.js";

const [ACROSS, DOWN, BOARDS] = [26, 13, 6];

class Graph {
  constructor(layers) {
    const { men, widths } = layers;
    this.men = men;
    this.widths = widths;
    this.after = successors(layers);
    this.before = widths.map((width) => Array.from({ length: width }, () => []));
    this.after.forEach((both, layer) =>
      both.forEach((row, value) =>
        row.forEach((to, from) => to !== NO_STATE && this.before[layer + 1][to].push([from, value])),
      ),
    );
    /** @type {bigint[][]} */
    this.on = completions(widths, this.after, [0n, 1n]);
    /** @type {bigint[][]} */
    this.into = widths.map((width) => Array(width).fill(0n));
    if (widths[0]) this.into[0][0] = 1n;
    this.before
      .slice(1)
      .forEach((row, layer) =>
        row.forEach((ways, x) => ways.forEach(([from]) => (this.into[layer + 1][x] += this.into[layer][from]))),
      );
  }

  get total() {
    return this.on[0].reduce((a, b) => a + b, 0n);
  }

  /** The edges of all ways into a state, or of all that go on from it to a solution: [layer, from, to, value]. */
  ways(layer, state, forward) {
    const found = [];
    let edge = new Set([state]);
    for (let at = layer; forward ? at < this.men.length : at > 0; at += forward ? 1 : -1) {
      const next = new Set();
      for (const x of edge) {
        const steps = forward
          ? [0, 1]
              .map((value) => [this.after[at][value][x], value])
              .filter(([to]) => to !== NO_STATE && this.on[at + 1][to])
          : this.before[at][x];
        for (const [other, value] of steps) {
          next.add(other);
          found.push(forward ? [at, x, other, value] : [at - 1, other, x, value]);
        }
      }
      edge = next;
    }
    return found;
  }

  /** Some of the partial boards that merge into a state: of each, its men. */
  boards(layer, state, most) {
    if (!layer) return [[]];
    const found = [];
    for (const [from, value] of this.before[layer][state]) {
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
    this.doc = doc;
    this.graph = new Graph(doc.layers ?? doc.answers.layers);
    this.words = h("p", { class: "said" });
    this.sum = h("p", {});
    this.boards = h("div", { class: "boards" });
    this.layerSlider = h("input", {
      type: "range",
      class: "clock",
      min: 0,
      max: this.graph.men.length,
      "aria-label": TEXTS.layerOf,
      oninput: () => this.changeLayer(Number(this.layerSlider.value)),
    });
    this.stateSlider = h("input", {
      type: "range",
      class: "clock",
      min: 0,
      "aria-label": TEXTS.stateOf,
      oninput: () => this.choose(this.layer, Number(this.stateSlider.value)),
    });
    this.terms = h("details", { class: "terms", ontoggle: () => this.list() });
    this.picture = this.draw();
    const follow = h(
      "div",
      { class: "tools" },
      button(TEXTS.followNo(app.atoms.called), () => this.follow(0)),
      button(TEXTS.followYes(app.atoms.called), () => this.follow(1)),
      button(TEXTS.stateBack, () => this.back()),
    );
    const sliders = h(
      "div",
      { class: "sliders" },
      h("label", {}, TEXTS.layerOf, this.layerSlider),
      h("label", {}, TEXTS.stateOf, this.stateSlider),
    );
    element.append(
      h(
        "p",
        {},
        TEXTS.layersTell(
          this.graph.men.length,
          this.graph.widths.reduce((a, b) => a + b, 0),
          String(this.graph.total),
          app.atoms.called,
        ),
      ),
      this.picture,
      sliders,
      follow,
      this.words,
      this.boards,
      this.sum,
      this.terms,
    );
    app.on("change", () => this.read());
    this.read(true);
  }

  read(first = false) {
    const { at = "" } = { at: this.app.state.layer };
    if (!first && at === this.written) return;
    const [layer = NaN, state = NaN] = at ? at.split(".").map(Number) : [];
    const there = layer >= 0 && layer < this.graph.widths.length ? layer : this.graph.men.length >> 1;
    this.choose(there, state >= 0 ? state : this.heaviest(there), false);
  }

  name(layer) {
    const men = this.graph.men[layer];
    return men.length ? men.map((man) => this.app.atoms.text(man)).join(" = ") : TEXTS.anHelper;
  }

  x(layer) {
    return ACROSS * (layer + 0.5);
  }

  y(layer, state) {
    return (this.high / (this.graph.widths[layer] + 1)) * (state + 1);
  }

  /** All states, larger the more solutions go through them; a click chooses the nearest. */
  draw() {
    const { graph } = this;
    this.high = Math.max(120, Math.min(DOWN * Math.max(...graph.widths), 440));
    const share = (layer, state) =>
      Number((graph.into[layer][state] * graph.on[layer][state] * 1000n) / (graph.total || 1n)) / 1000;
    const dots = graph.widths.flatMap((width, layer) => Array.from({ length: width }, (_, state) => [layer, state]));
    const path = (value) =>
      graph.after
        .flatMap((both, layer) =>
          Array.from(both[value], (to, from) =>
            to === NO_STATE
              ? ""
              : `M${this.x(layer)} ${this.y(layer, from)}L${this.x(layer + 1)} ${this.y(layer + 1, to)}`,
          ),
        )
        .join("");
    this.near = s("g", {});
    const drawn = s(
      "svg",
      {
        viewBox: `0 0 ${this.x(graph.men.length) + ACROSS / 2} ${this.high}`,
        width: this.x(graph.men.length) + ACROSS / 2,
        height: this.high,
        role: "img",
        "aria-label": TEXTS.graph,
      },
      s("path", { class: "no", d: path(0) }),
      s("path", { class: "yes", d: path(1) }),
      s(
        "g",
        {},
        dots.map(([layer, state]) =>
          s("circle", { cx: this.x(layer), cy: this.y(layer, state), r: 1.6 + 4.4 * Math.sqrt(share(layer, state)) }),
        ),
      ),
      this.near,
    );
    const scroll = h(
      "div",
      {
        class: "graph",
        tabindex: "0",
        role: "group",
        "aria-label": TEXTS.graphKeys,
        onkeydown: (event) => this.key(event),
      },
      drawn,
    );
    drawn.addEventListener("click", (event) => {
      const box = drawn.getBoundingClientRect();
      const layer = Math.max(
        0,
        Math.min(Math.floor(((event.clientX - box.left) / box.width) * (graph.men.length + 1)), graph.men.length),
      );
      const along = ((event.clientY - box.top) / box.height) * (graph.widths[layer] + 1) - 1;
      this.choose(layer, Math.round(along));
    });
    return scroll;
  }

  choose(layer, state, tell = true) {
    const { graph } = this;
    this.layer = Math.max(0, Math.min(layer, graph.men.length));
    this.state = Math.max(0, Math.min(state, graph.widths[this.layer] - 1));
    this.layerSlider.value = this.layer;
    this.stateSlider.max = Math.max(0, graph.widths[this.layer] - 1);
    this.stateSlider.value = this.state;
    this.render();
    if (!tell) return;
    this.written = `${this.layer}.${this.state}`;
    clearTimeout(this.late);
    this.late = setTimeout(() => this.app.put({ layer: this.written }), 300);
  }

  /** The state of a layer that most solutions go through. */
  heaviest(layer) {
    const through = this.graph.into[layer].map((into, x) => into * this.graph.on[layer][x]);
    return through.reduce((best, x, i) => (x > through[best] ? i : best), 0);
  }

  key(event) {
    const ways = {
      ArrowLeft: () => this.changeLayer(Math.max(0, this.layer - 1)),
      ArrowRight: () => this.changeLayer(Math.min(this.layer + 1, this.graph.men.length)),
      ArrowUp: () => this.choose(this.layer, this.state - 1),
      ArrowDown: () => this.choose(this.layer, this.state + 1),
    };
    if (!(event.key in ways)) return;
    ways[event.key]();
    event.preventDefault();
  }

  changeLayer(layer) {
    this.choose(layer, this.heaviest(layer));
  }

  /** On to the state that follows if the next man stands, or does not. */
  follow(value) {
    const to = this.graph.after[this.layer]?.[value][this.state] ?? NO_STATE;
    if (to === NO_STATE) this.app.say(TEXTS.nothingFollows);
    else this.choose(this.layer + 1, to);
  }

  back() {
    const [first] = this.graph.before[this.layer][this.state];
    if (first) this.choose(this.layer - 1, first[0]);
  }

  render() {
    const { graph, layer, state } = this;
    if (!graph.widths[layer]) {
      this.words.textContent = TEXTS.noStates;
      return;
    }
    const [into, on] = [graph.into[layer][state], graph.on[layer][state]];
    const next = layer < graph.men.length ? TEXTS.decidesNext(this.name(layer)) : TEXTS.allDecided;
    this.words.textContent = TEXTS.stateSays(
      state + 1,
      graph.widths[layer],
      layer,
      String(into),
      String(on),
      String(into * on),
    );
    this.layerSlider.setAttribute("aria-valuetext", TEXTS.layerValue(layer));
    this.stateSlider.setAttribute("aria-valuetext", TEXTS.stateValue(state + 1, graph.widths[layer]));
    this.sum.textContent = `${next} ${TEXTS.layerSum(graph.widths[layer], String(graph.total))}`;
    this.drawBoards(into);
    this.list();
    const edges = [...graph.ways(layer, state, false), ...graph.ways(layer, state, true)];
    const path = (wanted) =>
      edges
        .filter(([, , , value]) => value === wanted)
        .map(([at, from, to]) => `M${this.x(at)} ${this.y(at, from)}L${this.x(at + 1)} ${this.y(at + 1, to)}`);
    this.near.replaceChildren(
      s("path", { class: "no", d: path(0).join("") }),
      s("path", { class: "yes", d: path(1).join("") }),
      s("circle", { class: "here", cx: this.x(layer), cy: this.y(layer, state), r: 6 }),
    );
    const place = this.x(layer);
    if (place < this.picture.scrollLeft + 20 || place > this.picture.scrollLeft + this.picture.clientWidth - 20)
      this.picture.scrollLeft = place - this.picture.clientWidth / 2;
  }

  /** A few of the partial boards that are this state: the men, and the squares that are decided. */
  drawBoards(into) {
    const { graph, layer, state, app } = this;
    const { atoms } = app;
    const decided = graph.men.slice(0, layer).flat();
    const marks = new Map(decided.flatMap((atom) => atoms.squares(atom)).map((square) => [square, "decided"]));
    const few = graph.boards(layer, state, BOARDS).map((some) => {
      const label = TEXTS.partial(some.length, atoms.called);
      return h("figure", {}, picture(app.geometry, { ...atoms.pictured(some), marks, label }));
    });
    this.boards.replaceChildren(...few, h("p", { class: "soft" }, TEXTS.merged(few.length, String(into))));
  }

  /** The sum over the layer, term by term. */
  list() {
    const { graph, layer } = this;
    const summary = h("summary", {}, TEXTS.terms(graph.widths[layer]));
    const rows = this.terms.open
      ? graph.into[layer].map((into, x) =>
          h(
            "tr",
            { class: x === this.state ? "chosen" : "" },
            h("td", {}, `${x + 1}`),
            h("td", {}, TEXTS.product(String(into), String(graph.on[layer][x]), String(into * graph.on[layer][x]))),
          ),
        )
      : [];
    if (this.terms.open)
      rows.push(
        h("tr", {}, h("th", { scope: "row" }, TEXTS.together_), h("td", {}, TEXTS.number(String(graph.total)))),
      );
    const table = h("div", { class: "wide", tabindex: "0" }, h("table", {}, h("tbody", {}, rows)));
    this.terms.replaceChildren(summary, table);
  }
}

/** The panel of the layers. */
export function mountLayers(element, doc, app) {
  new Layers(element, doc, app);
}
