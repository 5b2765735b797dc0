// Which solutions are one another's images under the symmetries of the model.

/**
 * The orbits of a whole list: for each solution the number of its orbit, from 0, how large that is, which
 * solution represents it (the first), and the names of the symmetries that leave it as it is.
 */
export function orbits(symmetries, atoms, list) {
  const key = (some) => some.sort((a, b) => a - b).join();
  const moves = symmetries.map(([name, images]) => [name, (one) => key(one.map((atom) => atoms.image(atom, images)))]);
  const places = new Map(list.map((one, i) => [key([...one]), i]));
  const found = Array(list.length);
  let number = 0;
  list.forEach((one, i) => {
    if (found[i]) return;
    const members = new Set(moves.map(([, move]) => places.get(move(one))));
    for (const member of members) {
      const own = moves.filter(([, move]) => places.get(move(list[member])) === member).map(([name]) => name);
      found[member] = { orbit: number, size: members.size, leader: i, kept: own.slice(1) };
    }
    number += 1;
  });
  return { found, number };
}
