// Which solutions are one another's images under the symmetries of the model.

import { numbering } from "./factors.js";

/** One text for each solution; equal for two exactly if they are the same. */
function keyOf(model) {
  const { tour } = model;
  if (!tour) return (men) => [...men].sort((a, b) => a - b).join();
  return (path) => {
    let one = path;
    if (tour.closed) {
      const first = path.indexOf(tour.start ?? Math.min(...path));
      one = [...path.slice(first), ...path.slice(0, first)];
    }
    const back = tour.closed ? [one[0], ...one.slice(1).reverse()] : [...one].reverse();
    const [here, there] = [one.join(), back.join()];
    return !tour.directed && there < here ? there : here;
  };
}

/**
 * The orbits of a whole list: for each solution the number of its orbit, from 0, how large that is, which
 * solution stands for it (the first), and the names of the symmetries that leave it as it is.
 */
export function orbits(model, list) {
  const { factor, tour } = model;
  const kinds = tour ? 1 : model.kinds.length;
  const key = keyOf(model);
  const between = factor && numbering(factor.moves);
  const moved = (images) => (move) => between(...factor.moves[move].map((square) => images[square]));
  const image = (images) => (one) =>
    one.map(factor ? moved(images) : (x) => images[Math.floor(x / kinds)] * kinds + (x % kinds));
  const moves = model.symmetries.map(([name, images]) => [name, image(images)]);
  const places = new Map(list.map((one, i) => [key(one), i]));
  const found = Array(list.length);
  let number = 0;
  list.forEach((one, i) => {
    if (found[i]) return;
    const members = new Set(moves.map(([, move]) => places.get(key(move(one)))));
    for (const member of members) {
      const own = key(list[member]);
      const kept = moves.filter(([, move]) => key(move(list[member])) === own).map(([name]) => name);
      found[member] = { orbit: number, size: members.size, leader: i, kept: kept.slice(1) };
    }
    number += 1;
  });
  return { found, number };
}
