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

/** Sets of numbered atoms : for each set, the numbers of its atoms. */
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
