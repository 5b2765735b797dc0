// What travels as bits, taken apart.

export function bytes(text) {
  return Uint8Array.from(atob(text), (x) => x.charCodeAt(0));
}

/** No state follows. */
export const NO_STATE = 0xffffffff;

/** The layers of a count: in each the states that follow if its man does not stand, and if he does. */
export function successors(layers) {
  const data = new DataView(bytes(layers.successors).buffer);
  let at = 0;
  const next = () => data.getUint32((at += 4) - 4, true);
  return layers.men.map((_, layer) => [0, 1].map(() => Uint32Array.from({ length: layers.widths[layer] }, next)));
}

/** Sets of numbered atoms (men: square × kinds + kind; or moves): for each set, the numbers of its atoms. */
export function subsets(text, sent, atoms) {
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

/** Tours: of each, its squares in order. */
export function paths(text, sent, geometry) {
  const size = geometry.squares.length;
  const ways = geometry.squares.map((_, square) => [...geometry.attacks(0, square)].sort((a, b) => a - b));
  const bits = (most) => (most > 0 ? 32 - Math.clz32(most) : 0);
  const wide = bits(size - 1);
  const step = bits(Math.max(0, ...ways.map((way) => way.length - 1)));
  const data = bytes(text);
  const long = Math.ceil((wide + step * (size - 1)) / 8);
  const found = [];
  for (let i = 0; i < sent; i++) {
    let bit = i * long * 8;
    const read = (width) => {
      let value = 0;
      for (let k = 0; k < width; k++, bit++) value = value * 2 + ((data[bit >> 3] >> (7 - (bit & 7))) & 1);
      return value;
    };
    const path = [read(wide)];
    while (path.length < size) path.push(ways[path.at(-1)][read(step)]);
    found.push(path);
  }
  return found;
}
