// The board: its squares, their names, where a step leads, what a man attacks. The page works it out by
// itself from the map of the board and the steps of the men.

/** A place on a line that goes round. */
export const around = (x, size) => ((x % size) + size) % size;

/** The letters of a file: a, …, z, aa, … */
export function fileName(column) {
  let letters = "";
  for (let x = column + 1; x > 0; x = Math.floor((x - 1) / 26)) {
    letters = String.fromCharCode(97 + ((x - 1) % 26)) + letters;
  }
  return letters;
}

export class Geometry {
  /** @param {object} model the document's: board, kinds, rules. */
  constructor({ board, kinds, regions = null }) {
    this.cells = board.cells;
    this.rows = board.cells.length;
    this.columns = this.rows ? board.cells[0].length : 0;
    this.wrap = board.wrap;
    this.shape = board.shape;
    this.plan = board.plan ?? null; // where squares lie and how they look, if not in rows and columns
    this.kinds = kinds;
    this.squares = [];
    this.numbers = new Map(); // by row × columns + column
    this.names = new Map();
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        if (this.cells[row][column] !== ".") continue;
        const name = this.plan ? this.plan.names[this.squares.length] : fileName(column) + (this.rows - row);
        this.numbers.set(row * this.columns + column, this.squares.length);
        this.names.set(name, this.squares.length);
        this.squares.push({ row, column, name });
      }
    }
    this.words = new Map(this.squares.map((_, square) => [this.word(square), square]));
    this.reached = new Map(this.plan?.coordinates.map((point, square) => [point.join(), square]));
    this.known = kinds.map(() => new Map()); // rays, and attacks on the empty board, once they are asked for
    this.open = kinds.map(() => new Map());
    /** Which region a square is in, if a rule has a map of them. */
    this.region = new Map();
    const names = [];
    for (const [square, { row, column }] of regions ? this.squares.entries() : []) {
      const name = regions[row][column];
      if (name === ".") continue;
      if (!names.includes(name)) names.push(name);
      this.region.set(square, names.indexOf(name));
    }
  }

  /** The number of the square at a cell; undefined where there is none. */
  at(row, column) {
    return column >= 0 && column < this.columns ? this.numbers.get(row * this.columns + column) : undefined;
  }

  isLight(row, column) {
    return (this.rows - 1 - row + column) % 2 === 1;
  }

  /** The class of the colour of a square. */
  hue(square) {
    const { row, column } = this.squares[square];
    if (this.plan) return ["dark", "light", "between"][this.plan.shades[square]];
    return this.isLight(row, column) ? "light" : "dark";
  }

  /** What a link calls a square: its name, but of a graph, whose names may be anything, its number. */
  word(square) {
    const { name } = this.squares[square];
    return /^[a-z]+\d+$/.test(name) && !this.plan?.joined.length ? name : `n${square}`;
  }

  /** Where a square is drawn: how far right and down, as columns and rows are. */
  spot(square) {
    if (this.plan) return this.plan.places[square];
    const { row, column } = this.squares[square];
    return [column, row];
  }

  /** What a drawing takes, in squares: left, top, width, height. */
  get extent() {
    if (!this.plan) return [0, 0, this.columns, this.rows];
    const [wide, high] = this.plan.extent;
    const room = this.plan.labels.some(([, side]) => side === "left") ? 0.6 : 0;
    return [-room, 0, wide + room, high + room];
  }

  /** The corners of a square that is drawn at a scale. */
  corners(square, scale = 1) {
    const [x, y] = this.spot(square);
    const outline = this.plan?.outline ?? [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]; // prettier-ignore
    return outline.map(([right, down]) => `${(x + right + 0.5) * scale},${(y + down + 0.5) * scale}`).join(" ");
  }

  /** The coordinates of a cell: row and column, on a solid board layer and block besides. */
  coordinates([row, column]) {
    if (this.plan) return this.plan.coordinates[this.at(row, column)];
    if (!this.shape.length) return [row, column];
    const [high, wide] = this.shape;
    const all = [row % (high + 1), column % (wide + 1), Math.floor(column / (wide + 1)), Math.floor(row / (high + 1))];
    return all.slice(0, this.shape.length);
  }

  /** The cell that a step leads to, or null off the board. */
  step(cell, delta) {
    if (this.plan) {
      const there = this.coordinates(cell).map((x, axis) => x + delta[axis]);
      const found = this.squares[this.reached.get(there.join())];
      return found ? [found.row, found.column] : null;
    }
    if (this.shape.length) {
      const there = this.coordinates(cell).map((x, axis) => x + delta[axis]);
      if (there.some((x, axis) => x < 0 || x >= this.shape[axis])) return null;
      const [row, column, layer = 0, block = 0] = there;
      return [block * (this.shape[0] + 1) + row, layer * (this.shape[1] + 1) + column];
    }
    let [row, column] = [cell[0] + delta[0], cell[1] + delta[1]];
    if (this.wrap === "torus") row = around(row, this.rows);
    if (this.wrap !== "flat") column = around(column, this.columns);
    return row >= 0 && row < this.rows && column >= 0 && column < this.columns ? [row, column] : null;
  }

  /** From a square, the rays of a kind: squares in order, nearest first. */
  rays(kind, square) {
    const known = this.known[kind];
    if (!known.has(square)) known.set(square, this.walked(kind, square));
    return known.get(square);
  }

  walked(kind, square) {
    const { row, column } = this.squares[square];
    const rays = this.kinds[kind].rides.map(([delta, reach]) => {
      const ray = [];
      let cell = this.step([row, column], delta);
      for (let steps = 1; cell; steps++) {
        const [r, c] = cell;
        if ((r === row && c === column) || this.cells[r][c] === "#") break;
        if (this.cells[r][c] === ".") ray.push(this.at(r, c));
        if (steps === reach) break;
        cell = this.step(cell, delta);
      }
      return ray;
    });
    const own = this.kinds[kind].graph.filter(([here]) => here === square).map(([, there]) => [there]);
    return [...rays.filter((ray) => ray.length), ...own];
  }

  /** The squares from a man along the shortest ray to one that it attacks; both ends among them. */
  way(kind, square, target) {
    const ways = this.rays(kind, square)
      .filter((ray) => ray.includes(target))
      .map((ray) => ray.slice(0, ray.indexOf(target) + 1));
    return [square, ...ways.reduce((best, one) => (one.length < best.length ? one : best), ways[0] ?? [target])];
  }

  /** What a man attacks: a set of squares; men on `occupied`, if given, stop him. */
  attacks(kind, square, occupied = null) {
    if (occupied) return this.seen(kind, square, occupied);
    const known = this.open[kind];
    if (!known.has(square)) known.set(square, this.seen(kind, square, null));
    return known.get(square);
  }

  seen(kind, square, occupied) {
    const found = new Set();
    for (const ray of this.rays(kind, square)) {
      for (const target of ray) {
        found.add(target);
        if (occupied?.has(target)) break;
      }
    }
    return found;
  }
}
