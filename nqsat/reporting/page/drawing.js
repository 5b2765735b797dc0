// Pictures: the men, and small boards that are only looked at.

import { s } from "./dom.js";

const SIDE = 45;

/** A man of a kind as an SVG of its own; `kind` is the document's, or of the editor. */
export function figure(kind) {
  return s("svg.figure", { viewBox: `0 0 ${SIDE} ${SIDE}`, "aria-hidden": "true" }, drawnMan(kind));
}

/** A symbol of the page; without one a letter in a circle. */
function drawnMan({ look, label = "", symbol }, [x, y] = [0, 0]) {
  if (look) return s("use.man", { href: `#${look}`, x, y, width: SIDE, height: SIDE });
  const letter = s("text", { x: 22.5, y: 30.15, "text-anchor": "middle" }, symbol);
  return s(
    `g.man.letter.${label === "black" ? "black" : "white"}`,
    s("circle", { cx: 22.5, cy: 22.5, r: 16.2 }),
    letter,
  );
}

/** Moves as pieces of straight lines in units of squares; out at one edge that wraps, in at the other. */
export function segments(geometry, moves) {
  return moves.flatMap(([a, b]) => {
    if (geometry.plan) return [[...geometry.spot(a), ...geometry.spot(b)]];
    const [here, there] = [geometry.squares[a], geometry.squares[b]];
    const short = (delta, size, wraps) =>
      wraps && Math.abs(delta) > size / 2 ? delta - Math.sign(delta) * size : delta;
    const down = short(there.row - here.row, geometry.rows, geometry.wrap === "torus");
    const right = short(there.column - here.column, geometry.columns, geometry.wrap !== "flat");
    const out = [here.column, here.row, here.column + right, here.row + down];
    const into = [there.column - right, there.row - down, there.column, there.row];
    return out[2] === into[2] && out[3] === into[3] ? [out] : [out, into];
  });
}

/** A solution as a small board. */
export function drawn(app, one, label = "") {
  return picture(app.geometry, { ...app.atoms.pictured(one), label });
}

/** The moves of a line of squares; of a closed tour that is complete the last one too. */
export function steps(geometry, line, closed) {
  const moves = line.slice(1).map((square, i) => [line[i], square]);
  return closed && line.length === geometry.squares.length ? [...moves, [line.at(-1), line[0]]] : moves;
}

/** A square as its outline. */
export function tile(geometry, square, name) {
  return s("polygon", { class: name, points: geometry.corners(square, SIDE) });
}

/** The ground of a board of rows and columns. */
function chequers(geometry) {
  const found = [];
  for (let row = 0; row < geometry.rows; row++) {
    for (let column = 0; column < geometry.columns; column++) {
      const square = geometry.at(row, column);
      const hue = square === undefined ? (geometry.cells[row][column] === "#" ? "wall" : "hole") : geometry.hue(square);
      if (hue === "wall" && geometry.shape.length) continue;
      const region = geometry.region.has(square) ? ` r${geometry.region.get(square) % 12}` : "";
      const place = { x: column * SIDE, y: row * SIDE, width: SIDE, height: SIDE };
      found.push(s("rect", { class: `square ${hue}${region}`, ...place }));
    }
  }
  return found;
}

/** The ground of any other board: lines between squares, their outlines, and words beside them. */
export function outlined(geometry) {
  const middle = (square) => geometry.spot(square).map((x) => (x + 0.5) * SIDE);
  const lines = geometry.plan.joined.map(([a, b]) => {
    const [[x1, y1], [x2, y2]] = [middle(a), middle(b)];
    return s("line.joined", { x1, y1, x2, y2 });
  });
  const squares = geometry.squares.map((_, square) => tile(geometry, square, `square edged ${geometry.hue(square)}`));
  const labels = geometry.plan.labels.map(([square, side, text]) => {
    const [x, y] = middle(square);
    const place =
      side === "left" ? { x: x - 28, y: y - 2, "text-anchor": "end" } : { x, y: y + 36, "text-anchor": "middle" };
    return s("text.beside", { ...place }, text);
  });
  return [...lines, ...squares, ...labels];
}

/** Lines from square to square as a path: [[x, y, x, y], …] in units of squares. */
function traced(name, lines) {
  const path = lines.map((x) => x.map((value) => (value + 0.5) * SIDE)).map(([a, b, c, d]) => `M${a} ${b}L${c} ${d}`);
  return s("path", { class: name, d: path.join("") });
}

/** Squares, each as a line to itself: a round dot. */
export const dots = (geometry, squares) =>
  [...new Set(squares)].map((square) => [...geometry.spot(square), ...geometry.spot(square)]);

/**
 * A small board: {men: numbers of men, line: squares of a tour, moves: pairs of squares, marks: Map from square
 * to a class}. A man's number is square × kinds + kind.
 */
export function picture(geometry, { men = [], line = [], closed = false, moves = [], marks = new Map(), label = "" }) {
  const { kinds } = geometry;
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const root = s("svg", { viewBox: geometry.extent.map((x) => x * SIDE).join(" "), class: "picture", ...named });
  root.append(...(geometry.plan ? outlined(geometry) : chequers(geometry)));
  for (const [square, name] of marks) root.append(tile(geometry, square, `square ${name}`));
  for (const man of men) {
    const place = geometry.spot(Math.floor(man / kinds.length)).map((one) => one * SIDE);
    root.append(drawnMan(kinds[man % kinds.length], place));
  }
  if (line.length) {
    root.append(traced("line", segments(geometry, steps(geometry, line, closed))));
    const [cx, cy] = geometry.spot(line[0]).map((x) => (x + 0.5) * SIDE);
    root.append(s("circle.begin", { cx, cy, r: 8 }));
  }
  if (moves.length) {
    root.append(traced("line", segments(geometry, moves)), traced("line ends", dots(geometry, moves.flat())));
  }
  return root;
}
