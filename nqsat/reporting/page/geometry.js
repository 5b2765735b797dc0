// The board: its squares, their names, where a step leads, what a man attacks. The page works it out by
// itself from the map of the board and the steps of the men.

/** A place on a line that goes round. */
const around = (x, size) => ((x % size) + size) % size;

export class Geometry {
  // Of the document's board, whose fields it has: coordinates only of a board in space.
  cells;
  names;
  wrap;
  coordinates;

  /** @param {any} board the document's. */
  constructor(board, kinds = []) {
    const { cells, names, joined } = Object.assign(this, board);
    this.rows = cells.length;
    this.columns = cells[0]?.length ?? 0;
    this.kinds = kinds;
    this.numbers = new Map(); // of squares, by row × columns + column
    this.squares = [];
    cells.forEach((line, row) =>
      [...line].forEach((cell, column) => {
        if (cell !== ".") return;
        this.numbers.set(row * this.columns + column, this.squares.length);
        this.squares.push({ row, column, name: names[this.squares.length] });
      }),
    );
    // What a link calls a square: its name, but of a graph, whose names may be anything, its number.
    this.word = (square) => (/^[a-z]+\d+$/.test(names[square]) && !joined.length ? names[square] : `n${square}`);
    this.words = new Map(names.map((_, square) => [this.word(square), square]));
    this.reached = new Map(this.coordinates?.map((point, square) => [point.join(), square]));
    this.known = kinds.map(() => new Map()); // rays, and attacks on the empty board, once they are asked for
    this.open = kinds.map(() => new Map());
  }

  /** The number of the square at a cell; undefined where there is none. */
  at(row, column) {
    return column >= 0 && column < this.columns ? this.numbers.get(row * this.columns + column) : undefined;
  }

  /** The cell that a step leads to, or null off the board. */
  step(cell, delta) {
    if (this.coordinates) {
      const there = this.coordinates[this.at(...cell)].map((x, axis) => x + delta[axis]);
      const found = this.squares[this.reached.get(there.join())];
      return found ? [found.row, found.column] : null;
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

  /** What a man attacks: a set of squares; men on `occupied`, if given, stop it. */
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
