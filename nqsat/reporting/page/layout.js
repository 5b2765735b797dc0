// The squares of the board, where they lie and what they are called, and the rays of the pieces. All of it is
// data: the page knows no layout.

export class Layout {
  // Of the document's board, whose fields it has.
  cells;
  names;

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
    this.crossing = new Map(board.crossing?.map(([a, b, lines]) => [`${a},${b}`, lines]));
    this.open = kinds.map(() => new Map()); // attacks on the empty board, once they are asked for
  }

  /** The number of the square at a cell; undefined where there is none. */
  at(row, column) {
    return column >= 0 && column < this.columns ? this.numbers.get(row * this.columns + column) : undefined;
  }

  /** The squares from a piece along the shortest ray to one that it attacks; both ends among them. */
  way(kind, square, target) {
    const ways = this.kinds[kind].rays[square]
      .filter((ray) => ray.includes(target))
      .map((ray) => ray.slice(0, ray.indexOf(target) + 1));
    return [square, ...ways.reduce((best, one) => (one.length < best.length ? one : best), ways[0] ?? [target])];
  }

  /** What a piece attacks: a set of squares; pieces on `occupied`, if given, stop it. */
  attacks(kind, square, occupied = null) {
    if (occupied) return this.seen(kind, square, occupied);
    const known = this.open[kind];
    if (!known.has(square)) known.set(square, this.seen(kind, square, null));
    return known.get(square);
  }

  seen(kind, square, occupied) {
    const found = new Set();
    for (const ray of this.kinds[kind].rays[square]) {
      for (const target of ray) {
        found.add(target);
        if (occupied?.has(target)) break;
      }
    }
    return found;
  }
}
