// Pictures: the pieces, and small boards that are only looked at. The page holds the board and the pieces as all
// pictures have them; here they are used.

import { s } from "./dom.js";

/** The side of a square. */
export const SIDE = 45;

export const ground = () => s("use", { href: "#nqsat-board" });

export const cellNames = () => s("use", { href: "#nqsat-names" });

export const clueLetters = () => s("use", { href: "#nqsat-clues" });

/** A piece of a kind as an SVG of its own; `kind` is the document's, or of the editor. */
export function figure(kind) {
  return s("svg.figure", { viewBox: `0 0 ${SIDE} ${SIDE}`, "aria-hidden": "true" }, drawnPiece(kind, [22.5, 22.5]));
}

/** A symbol of the page; without one a letter in a circle. */
export function drawnPiece({ look, label = "", symbol }, [x, y], size = SIDE) {
  if (look) return s("use.piece", { href: `#${look}`, x: x - size / 2, y: y - size / 2, width: size, height: size });
  const letter = s("text", { y: 7.65, "text-anchor": "middle" }, symbol);
  const colour = label === "black" ? "black" : "white";
  return s(`g.piece.letter.${colour}`, { transform: `translate(${x} ${y})` }, s("circle", { r: 16.2 }), letter);
}

/** Where the middle of a square is drawn. */
export const middle = ({ places }, square) => places[square].map((x) => (x + 0.5) * SIDE);

/** The outline of a square. */
export function tile(layout, square) {
  const [x, y] = middle(layout, square);
  return `M${layout.outline.map(([right, down]) => `${x + SIDE * right} ${y + SIDE * down}`).join("L")}Z`;
}

/** The viewBox of a part of the board. */
export const windowOf = (box) => box.map((x) => x * SIDE).join(" ");

/** Moves as pieces of straight lines in units of squares; out at one edge of a seam, in at the other. */
export function segments({ places, crossing }, moves) {
  return moves.flatMap(([a, b]) => crossing.get(`${a},${b}`) ?? [[...places[a], ...places[b]]]);
}

/** A solution as a small board. */
export function drawn(app, one, label = "") {
  return picture(app.layout, { ...app.atoms.pictured(one), label });
}

/** The moves of a line of squares; of a closed tour that is complete the last one too. */
export function steps(layout, line, closed) {
  const moves = line.slice(1).map((square, i) => [line[i], square]);
  return closed && line.length === layout.squares.length ? [...moves, [line.at(-1), line[0]]] : moves;
}

/** Lines from square to square as a path: [[x, y, x, y], …] in units of squares. */
export function traced(name, lines) {
  const path = lines.map((x) => x.map((value) => (value + 0.5) * SIDE)).map(([a, b, c, d]) => `M${a} ${b}L${c} ${d}`);
  return s("path", { class: name, d: path.join("") });
}

/** A small cross in the middle of each of some moves, as two lines. */
export const crosses = (layout, moves) =>
  segments(layout, moves).flatMap(([a, b, c, d]) => {
    const [x, y, r] = [(a + c) / 2, (b + d) / 2, 0.07];
    return [
      [x - r, y - r, x + r, y + r],
      [x - r, y + r, x + r, y - r],
    ];
  });

/** Squares, each as a line to itself: a round dot. */
export const dots = ({ places }, squares) =>
  [...new Set(squares)].map((square) => [...places[square], ...places[square]]);

/**
 * A small board: {pieces: numbers of pieces, line: squares of a tour, moves: pairs of squares, marks: Map from square
 * to a class}. A piece's number is square × kinds + kind.
 */
export function picture(layout, { pieces = [], line = [], closed = false, moves = [], marks = new Map(), label = "" }) {
  const { kinds, box } = layout;
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const root = s("svg.picture", { viewBox: windowOf(box), ...named }, ground());
  for (const [square, name] of marks) root.append(s("path", { class: name, d: tile(layout, square) }));
  for (const piece of pieces) {
    root.append(drawnPiece(kinds[piece % kinds.length], middle(layout, Math.floor(piece / kinds.length))));
  }
  if (line.length) {
    const [cx, cy] = middle(layout, line[0]);
    root.append(traced("line", segments(layout, steps(layout, line, closed))), s("circle.begin", { cx, cy, r: 8 }));
  }
  if (moves.length) {
    root.append(traced("line", segments(layout, moves)), traced("line ends", dots(layout, moves.flat())));
  }
  root.append(clueLetters());
  return root;
}
