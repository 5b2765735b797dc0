// How many solutions have some atoms: {left, of(atom)}; left with these atoms, of(atom) with one more. All
// numbers are exact; null where they are not known.

// -- what travels as bits, taken apart

function bytes(text) {
  return Uint8Array.from(atob(text), (x) => x.charCodeAt(0));
}

/** No state follows. */
const NO_STATE = 0xffffffff;

/** The layers of a count: in each the states that follow without its piece, and with it. */
function successors(layers) {
  const data = new DataView(bytes(layers.successors).buffer);
  let at = 0;
  const next = () => data.getUint32((at += 4) - 4, true);
  return layers.pieces.map((_, layer) => [0, 1].map(() => Uint32Array.from({ length: layers.widths[layer] }, next)));
}

/** Sets of numbered atoms : for each set, the numbers of its atoms. */
function subsets(text, sent, atoms) {
  const data = bytes(text);
  const long = Math.ceil(atoms / 8);
  const found = [];
  for (let i = 0; i < sent; i++) {
    const one = [];
    for (let atom = 0; atom < atoms; atom++) {
      if (data[i * long + (atom >> 3)] & (128 >> (atom & 7))) one.push(atom);
    }
    found.push(one);
  }
  return found;
}

const ones = (x) => {
  x -= (x >>> 1) & 0x55555555;
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return (((x + (x >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
};

/** All solutions are here: of each atom, the set of the solutions that have it. */
class Listed {
  constructor(list, pieces) {
    this.list = list;
    this.words = Math.ceil(list.length / 32);
    this.having = Array.from({ length: pieces }, () => new Uint32Array(this.words));
    list.forEach((one, i) => one.forEach((piece) => (this.having[piece][i >> 5] |= 1 << (i & 31))));
  }

  alive(pieces) {
    const alive = new Uint32Array(this.words).fill(0xffffffff);
    if (this.list.length & 31) alive[this.words - 1] = (1 << (this.list.length & 31)) - 1;
    for (const piece of pieces) {
      const having = this.having[piece];
      for (let i = 0; i < alive.length; i++) alive[i] &= having[i];
    }
    return alive;
  }

  after(pieces) {
    const alive = this.alive(pieces);
    const common = (some) => {
      let sum = 0;
      for (let i = 0; i < alive.length; i++) sum += ones(alive[i] & some[i]);
      return sum;
    };
    return { left: common(alive), of: (piece) => common(this.having[piece]) };
  }

  /** The numbers, from 0, of the solutions that have some pieces. */
  matching(pieces) {
    const alive = this.alive(pieces);
    const found = [];
    for (let i = 0; i < this.list.length; i++) if ((alive[i >> 5] >>> (i & 31)) & 1) found.push(i);
    return found;
  }
}

/**
 * Of each state of each layer, in how many ways it can be completed if the pieces of some layers stand.
 *
 * @param {number[]} widths how many states each layer has
 * @param {Uint32Array[][]} after see `successors`
 * @param {any[]} numbers 0 and 1, as numbers or both as BigInt
 * @param {Set<number>} only the layers whose pieces stand
 */
function completions(widths, after, numbers, only = new Set()) {
  const [none, one] = numbers;
  const found = widths.map((width) => Array(width).fill(one));
  for (let layer = after.length - 1; layer >= 0; layer--) {
    const [no, yes] = after[layer];
    const on = (x) => (x === NO_STATE ? none : found[layer + 1][x]);
    found[layer] = found[layer].map((_, x) => (only.has(layer) ? none : on(no[x])) + on(yes[x]));
  }
  return found;
}

/** Of each state of each layer, in how many ways it is reached; the arguments are those of `completions`. */
function arrivals(widths, after, numbers, only = new Set()) {
  const [none, one] = numbers;
  const found = widths.map((width, layer) => Array(width).fill(layer ? none : one));
  after.forEach(([no, yes], layer) =>
    found[layer].forEach((ways, x) => {
      if (no[x] !== NO_STATE && !only.has(layer)) found[layer + 1][no[x]] += ways;
      if (yes[x] !== NO_STATE) found[layer + 1][yes[x]] += ways;
    }),
  );
  return found;
}

/** The layers of a count: in each an atom is decided, and a state knows the two that follow. */
class Layered {
  constructor(layers, total) {
    this.widths = layers.widths;
    this.pieces = layers.pieces;
    this.deciding = new Map(layers.pieces.flatMap((some, layer) => some.map((piece) => [piece, layer])));
    this.successors = successors(layers);
    /** @type {any[]} */
    this.numbers = total > BigInt(Number.MAX_SAFE_INTEGER) ? [0n, 1n] : [0, 1];
  }

  after(pieces) {
    if (pieces.some((piece) => !this.deciding.has(piece))) return { left: 0, of: () => 0 };
    const only = new Set(pieces.map((piece) => this.deciding.get(piece)));
    const [none] = this.numbers;
    const on = completions(this.widths, this.successors, this.numbers, only);
    const into = arrivals(this.widths, this.successors, this.numbers, only);
    const counts = new Map();
    this.pieces.forEach((some, layer) => {
      const [, yes] = this.successors[layer];
      const through = (ways, x) => (yes[x] === NO_STATE ? none : ways * on[layer + 1][yes[x]]);
      const sum = into[layer].reduce((all, ways, x) => all + through(ways, x), none);
      some.forEach((piece) => counts.set(piece, sum));
    });
    return { left: on[0].reduce((a, b) => a + b, none), of: (piece) => counts.get(piece) ?? 0 };
  }
}

/** Only how many solutions have each atom is known. */
class Start {
  constructor(start, total) {
    this.total = total;
    this.counts = new Map(start.map(([atom, x]) => [atom, BigInt(x)]));
  }

  after(some) {
    const count = (atom) => this.counts.get(atom) ?? 0n;
    if (!some.length) return { left: this.total, of: count };
    return { left: some.length === 1 ? count(some[0]) : null, of: () => null };
  }
}

/** What is known of the solutions of a document, see above; `list` are those that travelled. */
export function answersOf({ answers }, size) {
  const list = subsets(answers.solutions, answers.sent, size);
  const total = BigInt(answers.total);
  const all = new Listed(list, size);
  const ways = {
    listed: () => all,
    layers: () => new Layered(answers.layers, total),
    start: () => new Start(answers.start, total),
    none: () => ({ after: () => ({ left: null, of: () => null }) }),
  };
  const known = ways[answers.way]();
  return { list, after: (some) => known.after(some), matching: (some) => all.matching(some) };
}
