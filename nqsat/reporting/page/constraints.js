// The lowered constraints of the model: sums of literals, and graphs. Solutions are judged, and dead squares
// explained, by these alone, whatever the rules are. A literal is the number of an atom, from 1, or of an auxiliary
// variable; negative for "not". Atoms themselves are numbered from 0.

/** @typedef {[number, number | null, number[]]} Sum the least and the greatest number of true literals */

/** Where one cycle visits all nodes, this many moves are taken at each of them. @returns {Sum[]} */
function sumsAtNodes({ kind, nodes, edges }) {
  if (kind === "component") return [];
  const sides = kind === "cycle" ? [[0, 1]] : [[0], [1]]; // a circuit leads out once, and in once
  const number = kind === "cycle" ? 2 : 1;
  const at = (node, side) => edges.filter((edge) => side.some((end) => edge[end] === node)).map(([, , x]) => x);
  const sums = (side) => Array.from({ length: nodes }, (_, node) => [number, number, at(node, side)]);
  return /** @type {Sum[]} */ (sides.flatMap(sums));
}

/** Whether the edges that are taken are one cycle through all nodes, in which nodes have the places given. */
function isCycle({ kind, nodes, edges, positions = [], origin = 0 }, isTrue) {
  const ways = Array.from({ length: nodes }, () => []);
  for (const [a, b, x] of edges) {
    if (!isTrue(x)) continue;
    ways[a].push(b);
    if (kind === "cycle") ways[b].push(a);
  }
  if (ways.some((some) => some.length !== (kind === "cycle" ? 2 : 1))) return false;
  const order = [origin];
  let [here] = ways[origin];
  while (here !== origin && order.length < nodes) {
    order.push(here);
    const [one, other = one] = ways[here];
    here = one === order.at(-2) ? other : one;
  }
  const whole = here === origin && order.length === nodes;
  return whole && positions.every(([node, place]) => order[place] === node);
}

/** Whether the nodes that are there are one component at most; acyclic, if it is to be. */
function isComponent({ nodes, edges, acyclic }, isTrue) {
  const there = new Set(nodes.flatMap((x, node) => (isTrue(x) ? [node] : [])));
  const inner = edges.filter(([a, b]) => there.has(a) && there.has(b));
  const reached = new Set([...there].slice(0, 1));
  for (const node of reached) {
    for (const [a, b] of inner) if (a === node || b === node) reached.add(a === node ? b : a);
  }
  return reached.size === there.size && !(acyclic && there.size && inner.length >= there.size);
}

/** Sums of which all must hold, and what follows from them by counting. */
class Sums {
  #start;

  /** @param {Sum[]} sums @param {number} atoms */
  constructor(sums, atoms) {
    this.sums = sums.map(([low, high, literals]) => ({ low, high: high ?? literals.length, literals }));
    /** @type {number[][][]} of a variable: the sums that have it, each with its sign there */
    this.uses = Array.from({ length: atoms + 1 }, () => []);
    this.sums.forEach(({ literals }, i) =>
      literals.forEach((x) => (this.uses[Math.abs(x)] ??= []).push([i, Math.sign(x)])),
    );
  }

  /** What is known before anything is assumed. */
  get start() {
    return (this.#start ??= this.alone([]));
  }

  /** What follows from some literals, which come before all that sums force by themselves. */
  alone(literals) {
    return this.assume(literals, this.blank(), [...this.sums.keys()]);
  }

  blank() {
    const size = this.uses.length;
    return {
      value: new Int8Array(size), // of a variable: 1 true, -1 false, 0 open
      cause: new Int32Array(size).fill(-1), // the sum that forces it
      order: new Int32Array(size), // when it was known
      count: 0, // of all that is known
      sure: new Int32Array(this.sums.length), // of a sum: the literals that are true
      open: Int32Array.from(this.sums, ({ literals }) => literals.length),
      forcing: new Int8Array(this.sums.length), // of a sum: whether it has forced the rest of its literals
      broken: new Set(), // the sums that cannot hold any more
    };
  }

  /** What follows if some literals are true besides; it continues where a sum is broken. */
  assume(literals, before = this.start, changed = []) {
    const now = { ...before, broken: new Set(before.broken) };
    for (const name of ["value", "cause", "order", "sure", "open", "forcing"]) now[name] = before[name].slice();
    const queue = literals.map((x) => [x, -1]);
    const look = (i) => {
      const { low, high, literals: all } = this.sums[i];
      const most = now.sure[i] + now.open[i];
      if (now.sure[i] > high || most < low) now.broken.add(i);
      else if (!now.forcing[i] && (now.sure[i] === high || most === low)) {
        now.forcing[i] = 1;
        const sign = now.sure[i] === high ? -1 : 1;
        for (const x of all) if (!now.value[Math.abs(x)]) queue.push([sign * x, i]);
      }
    };
    changed.forEach(look);
    for (const [literal, cause] of queue) {
      const [x, sign] = [Math.abs(literal), Math.sign(literal)];
      if (now.value[x]) continue; // if it is the other way round, the sum that asks for it is broken
      now.value[x] = sign;
      now.cause[x] = cause;
      now.order[x] = now.count++;
      for (const [i, own] of this.uses[x]) {
        now.open[i] -= 1;
        if (own === sign) now.sure[i] += 1;
        look(i);
      }
    }
    return now;
  }

  /**
   * What is broken if one more variable is true: of each sum whether it has too many true literals (above) or how many
   * it can have at most, and the variables that were assumed and lead to it.
   */
  against(x, now) {
    const broken = (i, above, state, count) => {
      const assumed = this.assumed(i, above, state).filter((other) => other !== x);
      return { sum: this.sums[i], above, count, assumed };
    };
    if (now.value[x] < 0) {
      const found = [];
      for (const [i, sign] of this.uses[x]) {
        const { low, high } = this.sums[i];
        const sure = now.sure[i] + sign; // it counted as false until now
        const most = sure + now.open[i];
        if (sure > high || most < low) found.push(broken(i, sure > high, now, most));
      }
      return found;
    }
    const next = this.assume([x], now);
    const fresh = [...next.broken].filter((i) => !now.broken.has(i));
    return fresh.map((i) => broken(i, next.sure[i] > this.sums[i].high, next, next.sure[i] + next.open[i]));
  }

  /** The variables that were assumed true and lead to it that a sum has too many (above) or too few true literals. */
  assumed(first, above, now) {
    const found = [];
    const seen = new Set();
    const queue = [[first, above ? 1 : -1, Infinity]];
    for (const [i, wanted, until] of queue) {
      for (const y of this.sums[i].literals) {
        const x = Math.abs(y);
        if (now.value[x] * Math.sign(y) !== wanted || now.order[x] >= until || seen.has(x)) continue;
        seen.add(x);
        const cause = now.cause[x];
        if (cause < 0) found.push(x);
        else {
          const [, sign] = this.uses[x].find(([other]) => other === cause);
          queue.push([cause, sign === now.value[x] ? -1 : 1, now.order[x]]);
        }
      }
    }
    return found;
  }
}

/**
 * All that a model requires, each with the words of the rule that it comes from. Auxiliary variables follow from atoms
 * by counting alone: so gates and counters are made, and those of a user's rule have to be.
 */
export class Requirements {
  constructor({ parts, implied }, atoms) {
    this.atoms = atoms;
    const sumsOf = ({ sums, graphs }) => [...sums, ...graphs.flatMap(sumsAtNodes)];
    const ofAtoms = ([, , literals]) => literals.every((x) => Math.abs(x) <= atoms);
    this.parts = parts.map((part) => ({
      ...part,
      plain: part.sums.filter(ofAtoms), // these can be judged by counting
      others: new Sums(part.sums.filter((sum) => !ofAtoms(sum)), atoms), // prettier-ignore
      sums: new Sums(sumsOf(part), atoms),
    }));
    this.attacks = this.parts.filter(({ attacks }) => attacks?.length);
    this.all = new Sums([...parts.flatMap(sumsOf), ...implied], atoms);
  }

  /** What a set of atoms breaks as a solution, in the words of the rules. */
  faults(some) {
    const has = new Set(some);
    const literals = Array.from({ length: this.atoms }, (_, atom) => (has.has(atom) ? atom + 1 : -atom - 1));
    const keeps = ({ plain, others, graphs }) => {
      const holds = ([low, high, all]) => {
        const number = all.reduce((sum, x) => sum + Number(has.has(Math.abs(x) - 1) === x > 0), 0);
        return number >= low && number <= (high ?? number);
      };
      if (!plain.every(holds)) return false;
      const now = others.sums.length ? others.alone(literals) : null;
      const isTrue = (x) =>
        (Math.abs(x) > this.atoms ? now.value[Math.abs(x)] > 0 : has.has(Math.abs(x) - 1)) === x > 0;
      const stands = (graph) => (graph.kind === "component" ? isComponent(graph, isTrue) : isCycle(graph, isTrue));
      return !now?.broken.size && graphs.every(stands);
    };
    return this.parts.filter((part) => !keeps(part)).map(({ text }) => text);
  }

  /** What follows from some atoms, part by part. */
  after(some) {
    return this.parts.map(({ sums }) => sums.assume(some.map((atom) => atom + 1)));
  }

  /**
   * Why no solution that has the atoms of a position has one more: each part that says so at once, and what breaks of
   * it, with the atoms of the position that lead to it.
   */
  reasons(position, atom) {
    return this.parts
      .map(({ text, attacks, sums }, i) => {
        const found = sums.against(atom + 1, position[i]);
        const breaks = found.map(({ assumed, ...more }) => ({ ...more, atoms: assumed.map((x) => x - 1) }));
        return { text, attacks, breaks };
      })
      .filter(({ breaks }) => breaks.length);
  }

  /** Sets of some atoms no two of which go together by a rule about attacks, if no others are added. */
  exclusions(some) {
    const has = new Set(some.map((atom) => atom + 1));
    return this.attacks.flatMap(({ sums }) =>
      sums.sums.flatMap(({ low, high, literals }) => {
        if (literals.some((x) => Math.abs(x) > this.atoms)) return [];
        const number = literals.filter((x) => has.has(Math.abs(x)) === x > 0).length;
        const above = number > high;
        if (!above && number >= low) return [];
        const guilty = literals.filter((x) => has.has(Math.abs(x)) && x > 0 === above).map((x) => Math.abs(x) - 1);
        const [wrong, most] = above ? [number, high] : [literals.length - number, literals.length - low];
        return most - (wrong - guilty.length) === 1 ? [guilty] : []; // of all that are wrong, one of these may be
      }),
    );
  }

  /** Atoms one of which every solution has and none can have that has some others; null if none are seen. */
  starved(some) {
    const now = this.all.assume(some.map((atom) => atom + 1));
    const ofAtoms = ({ literals }) => literals.every((x) => x > 0 && x <= this.atoms);
    const found = [...now.broken].find((i) => !now.sure[i] && ofAtoms(this.all.sums[i]));
    return found === undefined ? null : this.all.sums[found].literals.map((x) => x - 1);
  }
}
