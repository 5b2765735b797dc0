// A recorded search, replayed: the board after each of its events, and the tree they make.

const WORDS = ["try", "force", "dead", "learn", "back", "solution"];

/** Events as objects, each of three numbers that travel. */
const eventsOf = (numbers) =>
  Array.from({ length: numbers.length / 3 }, (_, i) => {
    const [what, literal, number] = numbers.slice(3 * i, 3 * i + 3);
    return { what: WORDS[what], literal, number };
  });

/** One search. `time` counts events: at time t the first t of them have happened. */
export class Replay {
  constructor(data) {
    Object.assign(this, data);
    this.known = undefined; // the tree, once it is asked for
    this.steps = eventsOf(data.events);
    this.tries = this.steps.flatMap((step, i) => (step.what === "try" ? [i + 1] : []));
  }

  get length() {
    return this.steps.length;
  }

  /** What was tried and forced on each level after some events, and how many solutions were found. */
  at(time) {
    const levels = [[]];
    let solutions = 0;
    for (const { what, literal, number } of this.steps.slice(0, time)) {
      if (what === "try") levels.push(literal ? [literal] : []);
      else if (what === "force") levels.at(-1).push(literal);
      else if (what === "back") levels.length = number + 1;
      else if (what === "solution") solutions++;
    }
    return { levels, solutions };
  }

  /** The event that has just happened; null at the beginning. */
  event(time) {
    return this.steps[time - 1] ?? null;
  }

  /** The first time after another at which something happens; null if there is none. */
  next(time, what) {
    const found = this.steps.findIndex((step, i) => i >= time && step.what === what);
    return found < 0 ? null : found + 1;
  }

  /** The time just before the next try, after a given number of tries. */
  afterTry(count) {
    return count < this.tries.length ? this.tries[count] - 1 : this.length;
  }

  /** The nodes of the tree, parents first: see `grown`. */
  get tree() {
    return (this.known ??= grown(this.steps));
  }

  /** The node at which the search is. */
  nodeAt(time) {
    return this.tree.findLast(({ begin, end }) => begin <= time && time < end);
  }
}

/** Nodes {parent, children, literal, depth, begin, end, dead, solutions, refused, twin}, from the events. */
function grown(steps) {
  const nodes = [];
  const opened = (parent, literal, begin) => {
    const node = {
      parent,
      children: [],
      literal,
      depth: parent ? parent.depth + 1 : 0,
      begin,
      end: Infinity,
      dead: null,
      solutions: 0,
      refused: [],
    };
    parent?.children.push(node);
    nodes.push(node);
    return node;
  };
  let here = opened(null, 0, 0);
  steps.forEach(({ what, literal, number }, i) => {
    if (what === "try") here = opened(here, literal, i + 1);
    else if (what === "back") for (; here.depth > number; here = here.parent) here.end = i + 1;
    else if (what === "force") here.refused.push({ literal, number, time: i + 1 });
    else if (what === "dead") here.dead ??= number;
    else if (what === "solution") for (let up = here; up; up = up.parent) up.solutions++;
  });
  twins(nodes);
  return nodes;
}

/** Subtrees that came before, move for move: `twin` is the node where the first of them begins. */
function twins(nodes) {
  const forms = new Map();
  const numbers = new Map();
  for (const node of [...nodes].reverse()) {
    node.size = node.children.reduce((sum, child) => sum + child.size, 1);
    const text = `${node.literal}:${node.children.map((child) => forms.get(child)).join()}:${node.solutions}`;
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    forms.set(node, numbers.get(text));
  }
  const first = new Map();
  for (const node of nodes) {
    const form = forms.get(node);
    node.twin = node.children.length && first.has(form) ? first.get(form) : null;
    if (!first.has(form)) first.set(form, node);
  }
}

/** The number of tries after which two searches part; null if they agree until one ends. */
export function parting(one, other) {
  const least = Math.min(one.tries.length, other.tries.length);
  for (let i = 0; i < least; i++) {
    const [a, b] = [one, other].map((replay) => replay.steps[replay.tries[i] - 1].literal);
    if (a !== b) return i + 1;
  }
  return one.tries.length === other.tries.length ? null : least + 1;
}
