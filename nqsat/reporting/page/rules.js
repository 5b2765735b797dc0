// What the rules mean, written for the page: whether men keep them, and which man breaks them where.
// Nothing of it comes from an engine.

import { regions } from "./geometry.js";
import { TEXTS } from "./texts.js";

/** "3", "1..2", "1..", "..2", "any" as the least and the most. */
export function bounds(text) {
  const [low, high] = String(text).split("..");
  if (text === "any") return [0, Infinity];
  return high === undefined ? [+low, +low] : [+low, high === "" ? Infinity : +high];
}

/** Men on a board, and what a rule asks of them. */
export class Position {
  /** @param {number[]} men square × kinds + kind, each. */
  constructor(geometry, men) {
    this.geometry = geometry;
    this.kinds = geometry.kinds;
    this.men = men.map((man) => this.man(man));
    this.occupied = new Map(this.men.map((man) => [man.square, man]));
  }

  man(number) {
    const [kind, square] = [number % this.kinds.length, Math.floor(number / this.kinds.length)];
    return { kind, square, name: this.kinds[kind].name, label: this.kinds[kind].label };
  }

  sees(man, square, blocking) {
    return this.geometry.attacks(man.kind, man.square, blocking ? this.occupied : null).has(square);
  }

  of(names) {
    return names ? this.men.filter((man) => names.includes(man.name)) : this.men;
  }

  text(man) {
    return `${man.name} on ${this.geometry.squares[man.square].name}`;
  }

  /** The same in fewer words, where all men are of one kind. */
  short(man) {
    return this.kinds.length > 1 ? this.text(man) : this.geometry.squares[man.square].name;
  }

  /** This position with one more man. */
  with(man) {
    const more = new Position(this.geometry, []);
    more.men = [...this.men, man];
    more.occupied = new Map(more.men.map((one) => [one.square, one]));
    return more;
  }

  point(square) {
    const { row, column } = this.geometry.squares[square];
    return this.geometry.coordinates([row, column]);
  }
}

const within = (x, number) => x >= bounds(number)[0] && x <= bounds(number)[1];
const binds = (between, a, b) => !between || between.some(([x, y]) => (x === a && y === b) || (x === b && y === a));
const enemies = (a, b) => a.label && b.label && a.label !== b.label;

/** Of some pairs of men the first in which one attacks the other: the attacker, then the attacked. */
function attack(position, pairs, blocking) {
  for (const [a, b] of pairs) {
    if (position.sees(a, b.square, blocking)) return [a, b];
    if (position.sees(b, a.square, blocking)) return [b, a];
  }
  return null;
}

function* pairs(men, bound) {
  for (let i = 0; i < men.length; i++) {
    for (let k = 0; k < i; k++) if (bound(men[i], men[k])) yield [men[k], men[i]];
  }
}

/** Whether a man attacks another whatever else is placed: nothing can step between where there is no square. */
function forever(position, a, b, blocking) {
  if (!blocking) return position.sees(a, b.square, false);
  return position.geometry.rays(a.kind, a.square).some(([first]) => first === b.square);
}

/** A rule about attacks between men that it binds: as a meaning, and as a reason against a new man. */
function peace(bound) {
  const others = (rule, position, man) => position.men.filter((one) => one !== man && bound(rule)(man, one));
  return {
    holds: (rule, position) => !attack(position, pairs(position.men, bound(rule)), rule.blocking),
    why(rule, position, man) {
      const some = others(rule, position, man);
      const from = some.filter((one) => forever(position, one, man, rule.blocking));
      if (from.length) return TEXTS.attackedBy(from.map((one) => position.short(one)));
      const to = some.filter((one) => forever(position, man, one, rule.blocking));
      return to.length ? TEXTS.attacksThem(to.map((one) => position.short(one))) : null;
    },
    /** The attacks that break it: [attacker, attacked], each. */
    attacks: (rule, position) =>
      [...pairs(position.men, bound(rule))].flatMap((pair) => {
        const found = attack(position, [pair], rule.blocking);
        return found ? [found] : [];
      }),
  };
}

function lines(geometry) {
  const found = new Map();
  geometry.squares.forEach(({ row, column }, square) => {
    const place = geometry.coordinates([row, column]);
    place.forEach((_, axis) => {
      const key = [axis, ...place.filter((_, other) => other !== axis)].join();
      if (!found.has(key)) found.set(key, []);
      found.get(key).push(square);
    });
  });
  return [...found.values()];
}

/** A given number of men of some kinds on each of some sets of squares. */
function quota(sets) {
  const on = (position, rule, set) => position.of(rule.kinds).filter((man) => set.includes(man.square));
  return {
    holds: (rule, position) =>
      sets(position.geometry, rule).every((set) => within(on(position, rule, set).length, rule.number)),
    why(rule, position, man) {
      if (rule.kinds && !rule.kinds.includes(man.name)) return null;
      for (const set of sets(position.geometry, rule)) {
        const here = on(position, rule, set);
        if (set.includes(man.square) && here.length >= bounds(rule.number)[1]) {
          return TEXTS.full(here.map((one) => position.text(one)).join(", "));
        }
      }
      return null;
    },
  };
}

const gcd = (a, b) => (b ? gcd(b, a % b) : Math.abs(a));

/** The vector between two points, the same both ways; reduced to its direction if asked. */
function vector(a, b, reduced) {
  let delta = b.map((x, axis) => x - a[axis]);
  if (delta.find((x) => x) < 0) delta = delta.map((x) => -x);
  const by = reduced ? delta.reduce(gcd, 0) : 1;
  return delta.map((x) => x / by).join();
}

const inLine = (position, a, b, c) => {
  const [p, q, r] = [a, b, c].map((man) => position.point(man.square));
  return vector(p, q, true) === vector(p, r, true);
};

function* triples(men) {
  for (const [a, b] of pairs(men, () => true)) for (const c of men) if (c !== a && c !== b) yield [a, b, c];
}

function vectors(position) {
  const all = [...pairs(position.men, () => true)];
  return all.map(([a, b]) => vector(position.point(a.square), position.point(b.square)));
}

function covered(rule, position) {
  const men = position.of(rule.kinds);
  return men.map((man) => {
    const seen = position.geometry.attacks(man.kind, man.square, rule.blocking ? position.occupied : null);
    return new Set(rule.variant === "total" ? seen : [...seen, man.square]);
  });
}

/** Whether each of some sets has an element that no other has. */
function eachAlone(sets) {
  const times = new Map();
  sets.forEach((set) => set.forEach((one) => times.set(one, (times.get(one) ?? 0) + 1)));
  return sets.every((set) => [...set].some((one) => times.get(one) === 1));
}

function measured(rule, position) {
  if (rule.measure === "men") return position.of(rule.kinds).length;
  const safe = new Set(position.geometry.squares.keys());
  position.men.forEach((man) => safe.delete(man.square));
  for (const man of position.of(rule.kinds)) {
    const occupied = rule.blocking ? position.occupied : null;
    position.geometry.attacks(man.kind, man.square, occupied).forEach((square) => safe.delete(square));
  }
  return safe.size;
}

function degrees(rule, position) {
  return position.of(rule.of).map((man) => {
    const others = position.of(rule.others).filter((other) => other !== man);
    const [a, b] = rule.direction === "attacked" ? [1, 0] : [0, 1];
    const met = (other) => position.sees([man, other][a], [man, other][b].square, rule.blocking);
    return [man, others.filter(met).length];
  });
}

/** Whether the men, or the squares without them, are one component of the graph of attacks; or a tree. */
function connected(rule, position) {
  const { kinds, geometry } = position;
  const on = new Map(position.of(rule.kinds).map((man) => [man.square, [man.kind]]));
  const some = [...kinds.keys()].filter((kind) => !rule.kinds || rule.kinds.includes(kinds[kind].name));
  const empty = [...geometry.squares.keys()].filter((square) => !on.has(square));
  const nodes = rule.of === "empty" ? empty : [...on.keys()];
  const sees = (a, b) => (on.get(a) ?? some).some((kind) => geometry.attacks(kind, a, null).has(b));
  const named = new Set(rule.joined?.map((pair) => pair.join()));
  const joins = (a, b) =>
    rule.joined ? named.has([a, b].join()) || named.has([b, a].join()) : sees(a, b) || sees(b, a);
  const edges = [...pairs(nodes, joins)];
  const reached = new Set(nodes.slice(0, 1));
  for (const node of reached) {
    edges.forEach(([a, b]) => (a === node || b === node) && reached.add(a === node ? b : a));
  }
  return reached.size === nodes.length && !(rule.acyclic && nodes.length && edges.length >= nodes.length);
}

const fixes = (images, position) =>
  position.men.every((man) => position.occupied.get(images[man.square])?.kind === man.kind);

/** The group that permutations generate, as texts. */
function generated(generators) {
  const group = new Map([[generators[0]?.map((_, i) => i).join(), generators[0]?.map((_, i) => i)]]);
  const waiting = [...group.values()];
  while (waiting.length) {
    const one = waiting.pop();
    for (const by of generators) {
      const product = one.map((x) => by[x]);
      if (!group.has(product.join())) {
        group.set(product.join(), product);
        waiting.push(product);
      }
    }
  }
  return group;
}

const truth = (text, position) => {
  const [kind, name] = text.replace("~", "").split("@");
  return (position.occupied.get(position.geometry.names.get(name))?.name === kind) !== text.startsWith("~");
};

const nothing = () => null;

/** Of independent domination: dominating men do not attack each other. */
const dominators = peace(({ kinds }) => (a, b) => !kinds || (kinds.includes(a.name) && kinds.includes(b.name)));

/** By name: whether a position keeps a rule, and what a new man would break, whatever else is placed. */
export const RULES = {
  "non-attacking": peace((rule) => (a, b) => binds(rule.between, a.name, b.name)),
  armies: {
    ...peace(() => enemies),
    holds(rule, position) {
      const sizes = new Map(position.kinds.filter((kind) => kind.label).map((kind) => [kind.label, 0]));
      position.men.filter((man) => man.label).forEach((man) => sizes.set(man.label, sizes.get(man.label) + 1));
      const equal = !rule.equal || new Set(sizes.values()).size === 1;
      return equal && !attack(position, pairs(position.men, enemies), rule.blocking);
    },
  },
  domination: {
    holds(rule, position) {
      const covers = covered(rule, position);
      const times = position.geometry.squares.map((_, s) => covers.filter((cover) => cover.has(s)).length);
      const most = rule.variant === "efficient" ? 1 : Infinity;
      if (times.some((number) => number < (rule.times ?? 1) || number > most)) return false;
      const among = pairs(position.of(rule.kinds), () => true);
      if (rule.variant === "independent" && attack(position, among, rule.blocking)) return false;
      return !rule.minimal || eachAlone(covers);
    },
    why: (rule, position, man) => (rule.variant === "independent" ? dominators.why(rule, position, man) : null),
    attacks: (rule, position) => (rule.variant === "independent" ? dominators.attacks(rule, position) : []),
  },
  irredundant: { holds: (rule, position) => eachAlone(covered(rule, position)), why: nothing },
  maximal: {
    holds: (rule, position) =>
      position.kinds.every((kind, number) =>
        position.geometry.squares.every((_, square) => {
          if (position.occupied.has(square) || (kind.squares && !kind.squares.includes(square))) return true;
          const man = position.man(square * position.kinds.length + number);
          const some = position.men.filter((other) => binds(rule.between, kind.name, other.name));
          return (
            attack(
              position,
              some.map((other) => [other, man]),
              rule.blocking,
            ) !== null
          );
        }),
      ),
    why: nothing,
  },
  degrees: {
    holds: (rule, position) => degrees(rule, position).every(([, x]) => within(x, rule.number)),
    why: nothing,
  },
  connected: { holds: connected, why: nothing },
  regions: quota((geometry, rule) => regions(geometry, rule.map)),
  permutation: quota((geometry) => lines(geometry)),
  "no-three-in-line": {
    holds: (_, position) => ![...triples(position.men)].some((three) => inLine(position, ...three)),
    why: nothing,
  },
  "distinct-differences": {
    holds(_, position) {
      const all = vectors(position);
      return new Set(all).size === all.length;
    },
    why: nothing,
  },
  amount: { holds: (rule, position) => within(measured(rule, position), rule.number), why: nothing },
  among: {
    holds: (rule, position) =>
      within(rule.literals.filter((text) => truth(text, position)).length, rule.number ?? "1.."),
    why: nothing,
  },
  invariant: {
    holds: (rule, position) => rule.images.every((images) => fixes(images, position)),
    why: nothing,
  },
  stabiliser: {
    holds(rule, position) {
      const own = generated([rule.board[0], ...rule.images]); // the first is the identity
      return rule.board.every((images) => fixes(images, position) === own.has(images.join()));
    },
    why: nothing,
  },
};

/** Whether the page can check a rule: it knows it, and has what it needs. */
export const checkable = (rule) => rule.name in RULES && (rule.name !== "stabiliser" || rule.board !== undefined);

/** The attacks that a model forbids and a position has: [attacker, attacked], each. */
export function attacksIn(model, position) {
  return model.rules
    .filter((rule) => checkable(rule))
    .flatMap((rule) => RULES[rule.name].attacks?.(rule, position) ?? []);
}

/** What a position breaks of a model of placements, as texts: numbers, squares, presets, rules. */
export function broken(model, position) {
  const found = [];
  for (const kind of model.kinds) {
    const its = position.men.filter((man) => man.name === kind.name);
    if (its.length < kind.low || its.length > (kind.high ?? Infinity)) found.push(TEXTS.numberOf(kind.name));
    if (kind.squares && its.some((man) => !kind.squares.includes(man.square))) found.push(TEXTS.squaresOf(kind.name));
  }
  for (const [square, kind] of model.presets) {
    if ((position.occupied.get(square)?.kind ?? -1) !== kind) found.push(TEXTS.presets);
  }
  for (const rule of model.rules) {
    if (checkable(rule) && !RULES[rule.name].holds(rule, position)) found.push(rule.text);
  }
  return found;
}

/** Sets of squares on each of which a man must stand: [name, squares]; some that rules ask for, and others. */
export function needs(model, geometry, others) {
  const sets = model.rules.flatMap((rule) => {
    if (rule.kinds || !bounds(rule.number ?? 0)[0]) return [];
    if (rule.name === "regions") return regions(geometry, rule.map);
    return rule.name === "permutation" ? lines(geometry) : [];
  });
  return [...sets, ...others].map((set) => {
    const some = set.map((square) => geometry.squares[square]);
    const same = (key) => some.every((one) => one[key] === some[0][key]);
    if (some.length > 1 && same("row")) return [TEXTS.rank(geometry.rows - some[0].row), set];
    if (some.length > 1 && same("column")) return [TEXTS.file(some[0].name.replace(/\d+/, "")), set];
    return [TEXTS.line(some[0].name), set];
  });
}

/** The ranks and files on which every one of some solutions has a man. */
export function always(geometry, kinds, list) {
  if (geometry.plan || geometry.shape.length || !list.length) return [];
  const all = lines(geometry);
  const on = geometry.squares.map(() => []);
  all.forEach((set, i) => set.forEach((square) => on[square].push(i)));
  let sure = new Set(all.keys());
  for (const one of list) {
    const met = new Set(one.flatMap((man) => on[Math.floor(man / kinds)]));
    sure = new Set([...sure].filter((i) => met.has(i)));
    if (!sure.size) break;
  }
  return [...sure].map((i) => all[i]);
}

/** The names of the sets on which a man must stand and none can any more, seen at once. */
export function starved(model, position, sets) {
  const count = position.kinds.length;
  const open = (square) => position.kinds.some((_, kind) => !reasons(model, position, square * count + kind).length);
  return sets
    .filter(([, set]) => !set.some((square) => position.occupied.has(square)) && !set.some(open))
    .map(([name]) => name);
}

/** Why no solution that has the men of a position has one more: what is seen at once, in words. */
export function reasons(model, position, number) {
  const man = position.man(number);
  const kind = model.kinds[man.kind];
  const found = [];
  const preset = model.presets.find(([square]) => square === man.square);
  if (preset && preset[1] !== man.kind)
    found.push(preset[1] < 0 ? TEXTS.nobody : TEXTS.given(model.kinds[preset[1]].name));
  if (kind.squares && !kind.squares.includes(man.square)) found.push(TEXTS.keptOff(kind.name));
  if (position.men.filter((one) => one.kind === man.kind).length >= (kind.high ?? Infinity)) {
    found.push(TEXTS.all(kind.high, kind.name));
  }
  for (const rule of model.rules) {
    const why = checkable(rule) ? RULES[rule.name].why(rule, position, man) : null;
    if (why) found.push(`${why} (${rule.text})`);
  }
  return found;
}
