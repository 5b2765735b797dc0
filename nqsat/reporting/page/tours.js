// How many tours go on from a line of squares: {left, of(square)}; exact, null where it is not known.

import { paths } from "./decode.js";
import { TEXTS } from "./texts.js";

/** In which places of a path a line stands, and which way: [place, step]. */
function* found(path, line, tour) {
  if (!tour.closed) {
    if (!line.length || path[0] === line[0]) yield [0, 1];
    if (!tour.directed && (!line.length || path.at(-1) === line[0])) yield [path.length - 1, -1];
    return;
  }
  const place = line.length ? path.indexOf(line[0]) : 0;
  yield [place, 1];
  if (!tour.directed) yield [place, -1];
}

/** The squares that come next on a path that has a line; none if it has it not. */
function next(path, line, tour) {
  /** @type {(k: number, way: any[]) => number} */
  const at = (k, [place, step]) => {
    const i = place + k * step;
    return tour.closed ? path[(i + path.length) % path.length] : path[i];
  };
  const ways = [...found(path, line, tour)].filter((way) => line.every((square, k) => at(k, way) === square));
  return ways.map((way) => at(line.length, way));
}

class ListedTours {
  constructor(list, tour) {
    this.list = list;
    this.tour = tour;
  }

  after(line) {
    const counts = new Map();
    let left = 0;
    for (const path of this.list) {
      const ways = next(path, line, this.tour);
      if (!ways.length) continue;
      left++;
      // Before the first square is chosen: any of a closed tour, either end of an open one.
      const following = line.length || !this.tour.closed ? new Set(ways) : path;
      following.forEach((square) => counts.set(square, (counts.get(square) ?? 0) + 1));
    }
    return { left, of: (square) => counts.get(square) ?? 0 };
  }

  matching(line) {
    return this.list.map((_, i) => i).filter((i) => next(this.list[i], line, this.tour).length);
  }
}

/** In how many tours each move is, which is all that is known. */
class Moves {
  constructor(answers, tour) {
    this.total = BigInt(answers.total);
    this.tour = tour;
    this.moves = new Map((answers.start ?? []).map(([a, b, x]) => [`${a},${b}`, BigInt(x)]));
    this.known = answers.way === "start" && tour.closed && !tour.directed;
  }

  after(line) {
    const move = (a, b) => this.moves.get(`${Math.min(a, b)},${Math.max(a, b)}`) ?? 0n;
    if (!this.known || line.length > 2) return { left: null, of: () => null };
    if (line.length === 2) return { left: move(...line), of: () => null };
    return { left: this.total, of: (square) => (line.length ? move(line[0], square) : this.total) };
  }
}

/** The source of answers about the tours of a document. */
export function tourAnswers(doc, geometry) {
  const { answers, model } = doc;
  const list = paths(answers.solutions, answers.sent, geometry);
  const all = new ListedTours(list, model.tour);
  if (answers.way === "listed") return all;
  return Object.assign(new Moves(answers, model.tour), { list, matching: (line) => all.matching(line) });
}

/** The moves of a line of squares; of a closed tour that is complete the last one too. */
export function steps(geometry, line, closed) {
  const moves = line.slice(1).map((square, i) => [line[i], square]);
  return closed && line.length === geometry.squares.length ? [...moves, [line.at(-1), line[0]]] : moves;
}

/** Squares that a tour can no longer reach: not linked to the end of the line over squares still free. */
export function unreachable(geometry, line) {
  const visited = new Set(line);
  const seen = new Set();
  const waiting = line.length ? [line.at(-1)] : [];
  while (waiting.length) {
    for (const square of geometry.attacks(0, waiting.pop())) {
      if (!visited.has(square) && !seen.has(square)) {
        seen.add(square);
        waiting.push(square);
      }
    }
  }
  const all = geometry.squares.map((_, i) => i);
  return new Set(line.length ? all.filter((i) => !visited.has(i) && !seen.has(i)) : []);
}

/** What is wrong with a path as a tour of a model, as texts. */
export function brokenTour(model, geometry, path) {
  const { tour } = model;
  const found = [];
  const after = tour.closed ? [...path.slice(1), path[0]] : path.slice(1);
  const moves = after.map((square, i) => [path[i], square]);
  const made = ([a, b]) => moves.some(([c, d]) => (a === c && b === d) || (a === d && b === c));
  if (new Set(path).size !== geometry.squares.length || path.length !== geometry.squares.length)
    found.push(TEXTS.everySquare);
  if (moves.some(([a, b]) => !geometry.attacks(0, a).has(b))) found.push(TEXTS.noSuchMove);
  if (tour.start !== null && path[0] !== tour.start) found.push(TEXTS.ends);
  if (tour.end !== null && path.at(-1) !== tour.end) found.push(TEXTS.ends);
  if (!tour.through.every(made) || tour.avoiding.some(made)) found.push(TEXTS.movesGiven);
  if (tour.numbers.some(([square, place]) => path[place - 1] !== square)) found.push(TEXTS.numbersGiven);
  const known = new Set(moves.map(String));
  const has = (a, b) => known.has(`${a},${b}`) || (!tour.directed && known.has(`${b},${a}`));
  if (!tour.images.every((images) => moves.every(([a, b]) => has(images[a], images[b])))) found.push(TEXTS.ownImage);
  return found;
}
