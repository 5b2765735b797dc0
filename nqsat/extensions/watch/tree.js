// The tree of a search: every node is something that was tried, and a click goes there. Subtrees fold; those
// that came before, move for move, are folded from the start.

import { h, press, s } from "../../reporting/page/dom.js";
import { several } from "../../reporting/page/texts.js";
import { SEARCH } from "./search_texts.js";

const DEEP = 38; // between two depths
const [LEAST, WIDEST] = [11, 30]; // between two leaves: as many as there is room for
const MOST = 250; // nodes of a tree that is shown whole

/** Scroll an element so that a place in it is seen. */
function scrollTo(element, x, y = null) {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
  const hidden = (at, first, size) => at < first + 30 || at > first + size - 30;
  if (hidden(x, scrollLeft, clientWidth)) element.scrollLeft = x - clientWidth / 2;
  if (y !== null && hidden(y, scrollTop, clientHeight)) element.scrollTop = y - clientHeight / 2;
}

export class TreeView {
  /**
   * @param {import("./replay.js").Replay} replay whose tree
   * @param {object} say {name(literal), why(number)}: what a literal is called, and a reason
   * @param {Function} go is called with the time at which a node begins
   */
  constructor(replay, say, go) {
    this.replay = replay;
    this.say = say;
    this.go = go;
    const large = replay.tree.length > MOST;
    const folds = (node) => node.children.length && (node.twin || (large && node.depth === 2 && !node.solutions));
    this.folded = new Set(replay.tree.filter(folds));
    this.focused = replay.tree[0];
    this.element = h("div.tree", { onkeydown: (event) => this.key(event) });
  }

  shown(node) {
    return this.folded.has(node) ? [] : node.children;
  }

  /** Places: leaves one after the other, a node with children above the middle of them. */
  placed() {
    const found = [];
    let leaves = 0;
    const visit = (node) => {
      found.push(node);
      const below = this.shown(node).map(visit);
      node.x = below.length ? (below[0] + below.at(-1)) / 2 : leaves++ + 0.7;
      return node.x;
    };
    visit(this.replay.tree[0]);
    const gap = Math.max(LEAST, Math.min((this.element.clientWidth - 12) / (leaves + 0.4), WIDEST));
    for (const node of found) Object.assign(node, { x: gap * node.x, y: DEEP * (node.depth + 0.5) });
    const beside = []; // of each depth, where the next node on the right is
    for (const node of [...found].reverse()) {
      node.room = (beside[node.depth] ?? Infinity) - node.x;
      beside[node.depth] = node.x;
    }
    const high = DEEP * (1 + Math.max(...found.map((node) => node.depth)));
    return { nodes: found, wide: gap * (leaves + 0.4) + 12, high };
  }

  draw() {
    const { nodes, wide, high } = this.placed();
    this.nodes = nodes;
    this.items = new Map(nodes.map((node) => [node, this.item(node)]));
    this.links = new Map(nodes.slice(1).map((node) => [node, this.link(node)])); // not of the root
    const lines = s("g", { "aria-hidden": "true" }, [...this.links.values()]);
    const items = s("g", { role: "tree", "aria-label": "The tree of the search" }, [...this.items.values()]);
    this.picture = s("svg", { viewBox: `0 0 ${wide} ${high}`, width: wide, height: high }, lines, items);
    this.element.replaceChildren(this.picture);
  }

  link(node) {
    const { parent, x, y } = node;
    const middle = (parent.y + y) / 2;
    return s("path", { d: `M${parent.x} ${parent.y}C${parent.x} ${middle} ${x} ${middle} ${x} ${y}` });
  }

  item(node) {
    const folded = this.folded.has(node);
    const shape = folded
      ? s("path", { d: `M${node.x} ${node.y - 6}l7 13h-14z` })
      : s("circle", { cx: node.x, cy: node.y, r: node.solutions && !node.children.length ? 6.5 : 4.5 });
    const full = node.depth ? this.say.name(node.literal) : "";
    const name = node.room > 8 * full.length + 4 ? full : "";
    return s(
      "g",
      {
        role: "treeitem",
        tabindex: node === this.focused ? "0" : "-1",
        "aria-level": node.depth + 1,
        "aria-label": this.label(node),
        ...(node.children.length ? { "aria-expanded": String(!folded) } : {}),
        onclick: () => this.choose(node),
        ondblclick: () => this.fold(node),
      },
      s("title", this.label(node)),
      shape,
      name && s("text", { x: node.x + 8, y: node.y - 6 }, name),
    );
  }

  label(node) {
    const what = node.depth ? this.say.name(node.literal) : "the beginning";
    const end = node.solutions
      ? `leads to ${several(node.solutions, "solution", "solutions")}`
      : node.dead !== null
        ? this.say.why(node.dead)
        : "leads to no solution";
    const twin = node.twin ? `the same subtree as below ${this.trail(node.twin)}` : "";
    return [what, end, node.children.length ? SEARCH.below(node.size - 1) : "", twin].filter(Boolean).join("; ");
  }

  trail({ depth, parent, literal }) {
    return depth ? `${this.trail(parent)} ${this.say.name(literal)}`.trim() : "";
  }

  /** Show how far the search is. */
  show(time) {
    if (!this.items) this.draw(); // only now it is known how wide it may be
    const here = this.replay.nodeAt(time);
    for (const [node, item] of this.items) {
      const state = [
        node.begin > time ? "future" : "",
        node.begin <= time && time < node.end ? "path" : "",
        node === here ? "here" : "",
        node.twin ? "again" : node.solutions ? "found" : node.children.length ? "" : "dead",
      ];
      const text = state.filter(Boolean).join(" ");
      if (item.shown === text) continue;
      item.shown = text;
      item.setAttribute("class", text);
      this.links.get(node)?.setAttribute("class", state.slice(0, 2).filter(Boolean).join(" "));
    }
    let near = here;
    while (!this.items.has(near)) near = near.parent;
    scrollTo(this.element, near.x, near.y);
  }

  choose(node) {
    this.focus(node);
    this.go(node.begin);
  }

  fold(node) {
    if (!node.children.length) return;
    if (!this.folded.delete(node)) this.folded.add(node);
    this.focused = node;
    this.draw();
    this.items.get(node).focus({ preventScroll: true });
    this.go(null);
  }

  foldAll(all) {
    this.folded = new Set(all ? this.replay.tree.filter((node) => node.depth && node.children.length) : []);
    this.focused = this.replay.tree[0];
    this.draw();
    this.go(null);
  }

  focus(node) {
    this.items.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = node;
    const item = this.items.get(node);
    item.setAttribute("tabindex", "0");
    item.focus({ preventScroll: true });
  }

  /** Up to what it was tried from, down to what was tried then, sideways at the same depth. */
  key(event) {
    const node = this.focused;
    const level = this.nodes.filter((other) => other.depth === node.depth);
    const go = (to) => () => to && this.focus(to);
    press(event, {
      ArrowUp: go(node.parent),
      ArrowDown: go(this.shown(node)[0]),
      ArrowLeft: go(level[level.indexOf(node) - 1]),
      ArrowRight: go(level[level.indexOf(node) + 1]),
      Enter: () => this.choose(node),
      " ": () => this.fold(node),
    });
  }
}
